import type { StackFrame } from '../stack-trace';
import { finishedTraces, frameOf, type OpenTrace, openTrace, type StackReader } from './parts';

const CALL = /(?:^|\s)#(\d{1,6}) (.{1,900})$/;
const PLACE_OF_CALL = /^(.{1,400})\((\d{1,9})\)(?: : eval\(\)'d code(?:\(\d{1,9}\))?)?: (.*)$/;
const BEGINNING = /^(?:Stack trace:|\[stacktrace\])$/i;
const TYPE = /^([A-Za-z_][\w\\]{1,200})(?:: |$)/;
/** Code created at runtime contains where it was created, and its own line. */
const IN_PLACE =
  /^ in (\S.{0,400}?)(?:\((\d{1,9})\) : eval\(\)'d code(?: on line |:)\d{1,9}|:(\d{1,9})| on line (\d{1,9}))$/;
/** How frameworks format an exception in a log line. */
const OBJECT = /\[object\] \(([\w\\]{1,200})\(code: [^)]{0,20}\): (.*) at (\S.{0,300}):(\d{1,9})\)$/;
/** Errors that end a program without a stack. */
const ALONE = /(?:Fatal|Parse|Recoverable fatal) error: +(.*)$/;
const MAX_ABOVE = 30;

/** `#0 /app/src/Price.php(7): Acme\Price::rateOf()`: a line contains the called function, not the caller. */
export const readPhp: StackReader = (lines) => {
  /** Related traces are printed together, the first cause first. */
  const chains: OpenTrace[][] = [];
  let trace: OpenTrace | undefined;
  for (const [at, line] of lines.entries()) {
    const [, number, callText = ''] = CALL.exec(line) ?? [];
    if (number === undefined) {
      trace = undefined;
      const alone = readAlone(line.trim());
      if (alone !== undefined) chains.push([alone]);
      continue;
    }
    if (trace === undefined || number === '0') {
      const head = headAbove(lines, at);
      trace = head.trace;
      const chain = head.isNext ? chains.at(-1) : undefined;
      if (chain === undefined) chains.push([trace]);
      else chain.unshift(trace);
    }
    const { place, name } = readCall(callText);
    // The function called here is the one that runs in the previous call.
    const before = trace.frames.pop();
    if (before !== undefined) trace.frames.push(named(before, name));
    if (place !== undefined) trace.frames.push(place);
  }
  return finishedTraces('php', chains.flat());
};

function readAlone(text: string): OpenTrace | undefined {
  const content = ALONE.exec(text)?.[1];
  if (content === undefined || content.startsWith('Uncaught ')) return undefined;
  const { message, place } = parted(content);
  return place === undefined ? undefined : { ...openTrace('Error', message), frames: [place] };
}

const named = (frame: StackFrame, name: string | undefined): StackFrame =>
  frameOf('php', { ...frame, name, own: frame.file === '' ? false : undefined });

function readCall(text: string): { place: StackFrame | undefined; name: string | undefined } {
  if (text === '{main}') return { place: undefined, name: '{main}' };
  const inside = /^\[internal function\]: (.*)$/.exec(text)?.[1];
  if (inside !== undefined) return { place: frameOf('php', { file: '', own: false }), name: nameOf(inside) };
  const match = PLACE_OF_CALL.exec(text);
  const [, file = '', line, call = ''] = match ?? [];
  if (!/[\\/]|\.\w{1,8}$/.test(file)) return { place: undefined, name: undefined };
  return { place: frameOf('php', { file, line }), name: nameOf(call) };
}

/** Without the arguments, which can contain anything. */
const nameOf = (call: string): string => {
  const bracket = call.indexOf('(');
  // In the JSON of a log, each backslash is doubled.
  return (bracket === -1 ? call : call.slice(0, bracket)).replaceAll('\\\\', '\\');
};

/** The message, and the location after the last `in`. */
function parted(text: string): { message: string; place: StackFrame | undefined } {
  const at = text.lastIndexOf(' in ');
  const match = at === -1 ? null : IN_PLACE.exec(text.slice(at));
  if (match === null) return { message: text, place: undefined };
  const [, file = '', ...lines] = match;
  return { message: text.slice(0, at), place: frameOf('php', { file, line: lines.find(Boolean) }) };
}

/**
 * The heading above the first call: the error, and the location where it was thrown, which isn't among the
 * calls.
 */
function headAbove(lines: readonly string[], at: number): { trace: OpenTrace; isNext: boolean } {
  const above: string[] = [];
  for (let each = at - 1; each >= Math.max(0, at - MAX_ABOVE); each--) {
    const text = (lines[each] ?? '').trim();
    if (CALL.test(text)) break;
    const object = OBJECT.exec(text);
    if (object !== null) {
      const [, type, message = '', file = '', line] = object;
      return {
        trace: {
          ...openTrace(type?.replaceAll('\\\\', '\\'), message),
          frames: [frameOf('php', { file, line })],
        },
        isNext: false,
      };
    }
    if (!BEGINNING.test(text)) above.unshift(text);
    const isHead = /Uncaught |^Next /.test(text) || /^[A-Z][\w\\]{1,200}: /.test(text);
    if (isHead || (text === '' && above.length > 1)) break;
  }
  const headText = above.join('\n').trim();
  const { message: fullMessage, place } = parted(headText);
  const error = fullMessage.replace(/^(?:.*Uncaught |Next )/, '');
  const [whole = '', type] = TYPE.exec(error) ?? [];
  const trace = openTrace(type, error.slice(whole.length));
  if (place !== undefined) trace.frames.push(place);
  return { trace, isNext: headText.startsWith('Next ') };
}
