import type { StackFrame } from '../stack-trace';
import {
  finishedTraces,
  frameOf,
  type Heading,
  headingAbove,
  type OpenTrace,
  openTrace,
  type StackReader,
} from './parts';

const FRAME =
  /^(?:(\d{1,6}): )?(?:from )?([^\s"'`][^"'`]{0,400}?):(\d{1,9}):in [`']([^']{1,300})'(?:: (.*))?$/;
const WITHOUT_NAME = /^(?:(\d{1,6}): )?from ([^\s"'`][^"'`]{0,400}\.rb|-e):(\d{1,9})$/;

interface Call {
  readonly frame: StackFrame;
  /** Counts down if the oldest call comes first. */
  readonly number: string | undefined;
  /** The error, if the first call contains it. */
  readonly error: string | undefined;
}

/**
 * `cart.rb:4:in 'fetch': key not found (KeyError)` and `from main.rb:5:in '<main>'`; logs only contain the
 * calls.
 */
export const readRuby: StackReader = (lines) => {
  const traces: OpenTrace[] = [];
  let trace: OpenTrace | undefined;
  /** True between a message and the callers below it. */
  let isMessage = false;
  /** Calls whose error follows them. */
  let older: StackFrame[] = [];
  /** If the oldest call comes first, so does the first cause. */
  let chain = 0;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    const call = readCall(text);
    if (call === undefined) {
      if (isMessage && text !== '') trace?.message.push(text);
      else trace = undefined;
      if (text === '') chain = traces.length;
      continue;
    }
    isMessage = call.error !== undefined;
    if (call.number !== undefined) {
      older.unshift(call.frame);
      trace = undefined;
    } else if (call.error !== undefined) {
      const heading = headingAtEnd(call.error);
      trace = openTrace(heading.type, heading.message);
      trace.frames.push(call.frame, ...older);
      if (older.length > 0) traces.splice(chain, 0, trace);
      else chain = traces.push(trace);
      older = [];
    } else {
      if (trace === undefined) {
        trace = headingAbove(lines, at, headingOf, (above) => readCall(above) !== undefined);
        chain = traces.push(trace);
      }
      trace.frames.push(call.frame);
    }
  }
  if (older.length > 0) traces.push({ ...openTrace(), frames: older });
  return finishedTraces('ruby', traces);
};

function readCall(text: string): Call | undefined {
  const match = FRAME.exec(text) ?? WITHOUT_NAME.exec(text);
  if (match === null) return undefined;
  const [, number, file = '', line, name, error] = match;
  return { frame: frameOf('ruby', { file, name, line }), number, error };
}

/** `no rate (Cart::PaymentDeclined)` */
function headingAtEnd(text: string): Heading {
  const open = text.lastIndexOf(' (');
  const type = text.endsWith(')') && open !== -1 ? text.slice(open + 2, -1) : '';
  return isClass(type) ? { type, message: text.slice(0, open) } : { type: undefined, message: text };
}

/** `KeyError (key not found):` and `KeyError: key not found`, as in logs. */
function headingOf(line: string): Heading | undefined {
  // Rails prefixes lines with the request ID.
  const text = line.replace(/^\[[\w-]{1,60}\] /, '');
  const [type = ''] = /^[A-Z][\w:]{1,200}\w/.exec(text) ?? [];
  if (!isClass(type)) return undefined;
  const rest = text.slice(type.length);
  if (rest.startsWith(': ')) return { type, message: rest.slice(2) };
  const [, message] = /^ \((.*)\):?$/.exec(rest) ?? [];
  return message === undefined ? undefined : { type, message };
}

const isClass = (name: string): boolean => /^[A-Z][\w:]*\w$/.test(name) && !name.includes(':::');
