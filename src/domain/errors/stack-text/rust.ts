import type { StackFrame } from '../stack-trace';
import { finishedTraces, frameOf, type OpenTrace, openTrace, parseLocation, type StackReader } from './parts';

const PANIC = /thread '[^']{0,200}'(?: \(\d{1,12}\))? panicked at (.*)$/;
/** The format until 2023: `'message', src/main.rs:2:53`. */
const WITH_MESSAGE = /^'(.*)', (\S.*)$/;
const BEGINNING = /stack backtrace:$/i;
const CALL = /^\d{1,6}: {1,10}(?:0x[\da-f]{4,16} - )?(\S.*)$/;
const AT = /^at (\S.*)$/;
const ERROR = /^Error: (.*)$/;
const CAUSE = /^\d{1,3}: (\S.*)$/;

/**
 * `5: main::total` followed by `at ./src/main.rs:2:53`; a panic without a backtrace only has its location.
 */
export const readRust: StackReader = (lines) => {
  const traces: OpenTrace[] = [];
  let panic: { trace: OpenTrace; place: StackFrame | undefined; isReported: boolean } | undefined;
  let error: { trace: OpenTrace; causes: boolean } | undefined;
  let calls: { trace: OpenTrace; name: string | undefined } | undefined;
  const settle = (): void => {
    if (panic?.trace.frames.length === 0 && panic.place !== undefined) panic.trace.frames.push(panic.place);
  };
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    const panicText = PANIC.exec(text)?.[1];
    if (panicText !== undefined) {
      settle();
      panic = panicOf(panicText);
      traces.push(panic.trace);
      [error, calls] = [undefined, undefined];
      continue;
    }
    const name = CALL.exec(text)?.[1];
    const place = AT.exec(text)?.[1];
    if (BEGINNING.test(text)) {
      calls = { trace: panic?.trace ?? error?.trace ?? added(traces), name: undefined };
      if (panic !== undefined) panic.isReported = true;
    } else if (calls === undefined && name !== undefined && AT.test((lines[at + 1] ?? '').trim())) {
      calls = { trace: panic?.trace ?? error?.trace ?? added(traces), name };
    } else if (calls !== undefined && (name !== undefined || place !== undefined)) {
      if (name !== undefined) {
        if (calls.name !== undefined) push(calls.trace, calls.name, undefined);
        calls.name = name;
      } else if (place !== undefined) {
        push(calls.trace, calls.name, place);
        calls.name = undefined;
      }
    } else if (calls !== undefined) {
      if (calls.name !== undefined) push(calls.trace, calls.name, undefined);
      settle();
      [panic, error, calls] = [undefined, undefined, undefined];
    } else if (panic !== undefined && !panic.isReported) {
      if (text === '' || text.startsWith('note: ')) panic.isReported = true;
      else panic.trace.message.push(text);
    } else if (error !== undefined) {
      const cause = error.causes ? (CAUSE.exec(text)?.[1] ?? (text === '' ? undefined : text)) : undefined;
      if (text === 'Caused by:') error.causes = true;
      else if (cause !== undefined) traces.push(openTrace(undefined, cause));
    } else {
      const message = ERROR.exec(text)?.[1];
      // Any program may print this: it counts only if causes or calls follow.
      if (message !== undefined && follows(lines, at))
        traces.push((error = { trace: openTrace('Error', message), causes: false }).trace);
    }
  }
  if (calls?.name !== undefined) push(calls.trace, calls.name, undefined);
  settle();
  return finishedTraces('rust', traces);
};

const added = (traces: OpenTrace[]): OpenTrace => {
  const trace = openTrace();
  traces.push(trace);
  return trace;
};

const MAX_BETWEEN = 20;
const follows = (lines: readonly string[], at: number): boolean =>
  lines.slice(at + 1, at + MAX_BETWEEN).some((line) => BEGINNING.test(line.trim()));

function panicOf(text: string): { trace: OpenTrace; place: StackFrame | undefined; isReported: boolean } {
  const [, message, at] = WITH_MESSAGE.exec(text) ?? [];
  const place = parseLocation((at ?? text).replace(/:$/, ''));
  return {
    trace: openTrace('panic', ...(message === undefined ? [] : [message])),
    place: place === undefined ? undefined : frameOf('rust', place),
    isReported: message !== undefined,
  };
}

function push({ frames }: OpenTrace, rawName: string | undefined, at: string | undefined): void {
  const place = at === undefined ? undefined : parseLocation(at);
  // Names may contain numbers that distinguish crates of the same name, and a hash at the end.
  const name = rawName?.replace(/\[[\da-f]{8,16}\]/g, '').replace(/::h[\da-f]{16}$/, '');
  if (name === undefined && place === undefined) return;
  frames.push(frameOf('rust', { file: place?.file ?? '', name, line: place?.line, column: place?.column }));
}
