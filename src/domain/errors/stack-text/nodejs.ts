import type { StackFrame } from '../stack-trace';
import {
  finishedTraces,
  frameOf,
  type Heading,
  headingAbove,
  type OpenTrace,
  parseLocation,
  type StackReader,
} from './parts';

/** Extensions of languages whose calls look similar. */
const OTHER_LANGUAGE = /\.(?:rs|java|kt|kts|scala|groovy|clj|py|rb|php|go|cs)$/i;
const TYPE = /(?:^|[\s(])([\w$.]{0,100}(?:Error|Exception|Rejection))(?: \[[\w.]{1,60}\])?(?:: (.*))?$/;
const ANY_TYPE = /^([A-Z][\w$.]{2,100})(?: \[[\w.]{1,60}\])?: (.*)$/;
const SURELY = /(?:Error|Exception|Rejection)$/;

/**
 * `at f (/app/a.js:1:2)` below `TypeError: …`, for V8 and engines with similar stacks, and `f@file:1:2` for
 * others.
 */
export const readNode: StackReader = (lines) => {
  const traces: OpenTrace[] = [];
  let trace: OpenTrace | undefined;
  for (const [at, text] of lines.entries()) {
    const frame = readFrame(text);
    if (frame === undefined) {
      trace = undefined;
      continue;
    }
    if (trace === undefined) traces.push((trace = headingAbove(lines, at, headingOf, isFrame)));
    trace.frames.push(frame);
  }
  return finishedTraces('nodejs', traces);
};

const isFrame = (text: string): boolean => readFrame(text) !== undefined;

function headingOf(text: string): Heading | undefined {
  const cause = text.indexOf('[cause]: ');
  // Symbols of a console before the type.
  const content = (cause === -1 ? text : text.slice(cause + '[cause]: '.length)).replace(/^[^\w$[(<]+/, '');
  const any = ANY_TYPE.exec(content);
  const sure = TYPE.exec(content);
  // In `Unhandled: TypeError: …`, the first word states why it was printed.
  const isWrapped =
    any !== null && !SURELY.test(any[1] ?? '') && sure !== null && any[2]?.startsWith(sure[1] ?? '');
  const [, type, message = ''] = (isWrapped === true ? sure : (any ?? sure)) ?? [];
  if (type !== undefined) return { type, message };
  return cause === -1 ? undefined : { type: undefined, message: content };
}

function readFrame(line: string): StackFrame | undefined {
  const start = /(?:^|\s)at /.exec(line);
  if (start === null) return readOther(line.trim());
  const text = line
    .slice(start.index + start[0].length)
    .trim()
    .replace(/ ?[{,]$/, '');
  const bracket = text.endsWith(')') ? text.indexOf(' (') : -1;
  const name = bracket === -1 ? undefined : text.slice(0, bracket).replace(/^async /, '');
  const written = bracket === -1 ? text.replace(/^async /, '') : text.slice(bracket + 2, -1);
  // Hermes writes `at total (address at index.android.bundle:1:999)`.
  const location = written.replace(/^address at /, '');
  if (
    name !== undefined &&
    /^(?:<anonymous>|native|unknown|index \d{1,9}|unknown location)$/.test(location)
  ) {
    return frameOf('nodejs', { file: '', name, own: false });
  }
  return frameAt(innermost(location), name);
}

/** Code created at runtime contains where it was created: `eval at f (/app/a.js:4:1), <anonymous>:1:1`. */
function innermost(place: string): string {
  if (!place.startsWith('eval at ')) return place;
  const from = place.lastIndexOf('(') + 1;
  const to = place.indexOf(')', from);
  return to === -1 ? place : place.slice(from, to);
}

function frameAt(location: string, name: string | undefined): StackFrame | undefined {
  const place = parseLocation(location);
  if (place === undefined || OTHER_LANGUAGE.test(place.file)) return undefined;
  const { file, line, column } = place;
  // A single number after a name could be anything, for example a time or a port.
  const isPlace =
    column === undefined
      ? /\.(?:[cm]?[jt]sx?|bundle)$/.test(file)
      : name !== undefined || /[\\/.:<]/.test(file);
  if (!isPlace || /^\S+ \S/.test(file.replace(/^[A-Za-z]:[\\/].*|^\/.*|^[a-z-]+:.*/, ''))) return undefined;
  return frameOf('nodejs', { file, name, line, column, ...(file.startsWith('<') ? { own: false } : {}) });
}

/** Stacks of Firefox, Safari, and React Native: `total@https://shop.test/assets/cart.js:3:39`, `total@main.jsbundle:1:2`. */
function readOther(line: string): StackFrame | undefined {
  const at = line.indexOf('@');
  if (
    at === -1 ||
    /\s/.test(line.slice(0, at)) ||
    !/^(?:[a-z-]{2,20}:\/\/|\/|[\w.]{1,80}bundle:)/.test(line.slice(at + 1))
  ) {
    return undefined;
  }
  return parseLocation(line)?.column === undefined
    ? undefined
    : frameAt(line.slice(at + 1), line.slice(0, at));
}
