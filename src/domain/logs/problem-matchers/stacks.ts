import { foundAt, PATH, SPACED_PATH } from './locations';
import type { LineFinding, LineReader } from './shapes';

/** Maximum number of frames of one stack, and of lines above them that are searched for the error. */
const MAX_FRAMES = 60;
const MAX_BETWEEN = 30;
/** Jest prints the diff and the code between: its heading can be further away. */
const MAX_TO_HEADING = 120;

const SCRIPT_FRAME = new RegExp(
  String.raw`^\s*(?:at|❯)\s(?:.*?[\s(])??(?:file://|webpack://[^/\s]*/)?((${SPACED_PATH}|${PATH}):(\d{1,7}):(\d{1,7}))\)?(?:\s\{)?\s*$`,
);
/** A fast check before the others. */
const ENDS_WITH_PLACE = /:\d{1,7}\)?(?:\s\{)?\s*$/;
const ANY_FRAME = /^\s*(?:at|❯)\s/;
/** Code of libraries and runtimes. */
const FOREIGN =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor|gems|\.cargo|\.rustup)[\\/]|^node:|^internal\/|^\/usr\/|\/lib\/python\d|^\/rustc\/|\/go\/pkg\/mod\//;
/** Frames of native code look similar. A panic of Rust has already been reported. */
const NATIVE = /\.(?:rs|c|cc|cpp|cxx|h|S)$/;
export const isForeign = (path: string): boolean => FOREIGN.test(path);
/** Source code printed to explain an error: `> 12 |   throw new Error('x');`. Headings of Jasmine. */
const SHOWN_CODE = /^(?:>?\s*\d+\s*)?[|│]|^(?:Message|Stack):$|^[~^]+$|^throw /;
/** Headings of a test's own output, which isn't an error; and of a stack whose location TAP reports. */
const NOT_ITS_OWN = /^(?:console\.\w+$|std(?:out|err) \| |stack: |<system-(?:out|err)>$)/;
/** Headings of the error of a test that failed, or that is expected to. */
const FAILED_TEST = /^(?:[✖✗✘×✕] |not ok\b|\d+\) )/;
/** Node.js prints the reason behind the duration. */
const EXPECTED_TO_FAIL = /# (?:TODO|SKIP)\b|^✖ .* \(\d[\d.]*ms\) # \S/i;
/** Also the dots of uvu. */
const PASSED_TEST = /^\s*(?:[✔✓√]|ok \d|•[\s•✘]*\(\d+ \/ \d+\))/;
/** Output of a program that doesn't report a failure. */
const PROGRAM_OUTPUT =
  /^(?!Node\.js v|npm |make|Command |\[)(?!.*(?:err(?:or)?\b|fail|exit|abort|elifecycle))[a-z\d][\w .,:()/-]*$/i;
/** Numbers of failures, if there are none. */
const NO_FAILURES = /\b(?:0|no) (?:errors?|fail(?:ed|ures?|ing))\b/gi;
/** At the beginning, or behind what a program logs with it. */
const NODE_ERROR = /^(?:\w[\w ,.-]{0,80}:? |\s+(?:\w+|\[cause\]): )?\w*Error\b/;
const WARNING = /^(?:\(\w+:\d+\) )?\w*Warning: /;
/** Maximum number of lines of a message below its heading. */
const MAX_OF_MESSAGE = 6;
/** Details below the error of an assertion of Playwright. The last one can look like an error. */
const ASSERTION_DETAIL = /^(?:Locator|Expected|Received|Timeout)(?: [\w ]{1,40})?: /;
/** `TypeError: …`, `AssertionError [ERR_ASSERTION]: …`, `java.lang.IllegalStateException: …`, `error: …` */
const ERROR = /^error: \S|(?:^|[\s.])[\w$.]*(?:Error|Exception)\b[^:]{0,60}(?::|$)/;

/**
 * `at f (src/a.ts:4:17)`. The first frame in the user's code is the problem; the others are only locations.
 */
export function scriptFrame(text: string, at: number, read: LineReader): LineFinding | undefined {
  if (!ANY_FRAME.test(text) || !ENDS_WITH_PLACE.test(text)) return undefined;
  const match = SCRIPT_FRAME.exec(text);
  if (match === null) return undefined;
  const [, place = '', path = '', line, column] = match;
  // In file URLs, spaces are encoded.
  const found = foundAt(
    { start: text.lastIndexOf(place), text: place },
    { path: path.replaceAll('%20', ' '), line, column },
  );
  if (FOREIGN.test(path) || NATIVE.test(path)) return found;
  let above = at - 1;
  for (; above >= Math.max(0, at - MAX_FRAMES) && ANY_FRAME.test(read(above)); above--) {
    const earlier = SCRIPT_FRAME.exec(read(above))?.[2];
    if (earlier !== undefined && !FOREIGN.test(earlier)) return found;
  }
  const stackMessage = findStackMessage(above, read);
  if (stackMessage === undefined || EXPECTED_TO_FAIL.test(stackMessage.heading)) return found;
  if (!FAILED_TEST.test(stackMessage.heading) && (wasHandled(at, read) || wasLogged(above, at, read)))
    return found;
  const severity = WARNING.test(stackMessage.message) ? 'warning' : 'error';
  return { ...found, problem: { severity, message: stackMessage.message } };
}

/** The output of a passing test is directly before its result line. */
function wasHandled(at: number, read: LineReader): boolean {
  for (let below = at + 1; below <= at + MAX_FRAMES; below++) {
    const text = read(below);
    if (!ANY_FRAME.test(text)) return PASSED_TEST.test(text);
  }
  return false;
}

/**
 * True for an error in the form that Node.js prints, with other output below it: if nothing handles an error,
 * its version is next.
 */
function wasLogged(message: number, at: number, read: LineReader): boolean {
  if (!NODE_ERROR.test(read(message)) || !/^ {4,8}at /.test(read(at))) return false;
  for (let below = at + 1; below <= at + MAX_FRAMES; below++) {
    const text = read(below);
    const isLogged = NODE_ERROR.test(text) && /^ {4}at /.test(read(below + 1));
    if (/^\s|^$|^[}\]]/.test(text) || isLogged) continue;
    return PROGRAM_OUTPUT.test(text.replaceAll(NO_FAILURES, '0'));
  }
  return false;
}

interface StackMessage {
  readonly message: string;
  /** The line directly above the message, possibly a test's name; empty if there is none. */
  readonly heading: string;
}

/**
 * The message of a stack: the nearest line above that names an error, or else the first line below a heading
 * of Jest, or else the nearest line with content.
 */
function findStackMessage(from: number, read: LineReader): StackMessage | undefined {
  let nearest: string | undefined;
  let first: string | undefined;
  for (let above = from; above >= Math.max(0, from - MAX_TO_HEADING); above--) {
    const text = read(above).trim();
    if (NOT_ITS_OWN.test(text)) return undefined;
    if (ANY_FRAME.test(text)) break;
    if (text === '' || SHOWN_CODE.test(text)) continue;
    if (text.startsWith('● ')) return first === undefined ? undefined : { message: first, heading: text };
    if (above >= from - MAX_BETWEEN) {
      if (ERROR.test(text)) return ofItsOwn(aboveDetails(above, read), read);
      nearest ??= text;
    }
    first = text;
  }
  return nearest === undefined ? undefined : { message: nearest, heading: '' };
}

/** The line of the error whose details end at a line; this line if they aren't details. */
function aboveDetails(from: number, read: LineReader): number {
  let above = from - 1;
  while (ASSERTION_DETAIL.test(read(above).trim())) above--;
  const isDetail = above < from - 1 && read(above).trim() === '' && ERROR.test(read(above - 1).trim());
  return isDetail ? above - 1 : from;
}

/** The error with its heading, unless it is a test's own output. */
function ofItsOwn(at: number, read: LineReader): StackMessage | undefined {
  const message = read(at).trim();
  for (let above = at - 1; above >= Math.max(0, at - MAX_OF_MESSAGE); above--) {
    const text = read(above).trim();
    if (text === '') break;
    if (NOT_ITS_OWN.test(text)) return undefined;
  }
  return { message, heading: read(at - 1).trim() };
}

const GO_FRAME = new RegExp(String.raw`^\s+((${SPACED_PATH}):(\d{1,7}))(?: \+0x[0-9a-f]+)?$`);
const GO_RUNNING = /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[running/;
const GO_PANIC = /^(?:panic|fatal error): (.*)$/;

/**
 * The frames of a Go panic, two lines each. The first one outside of libraries is the problem; the others are
 * only locations.
 */
export function goFrame(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, place = '', path = '', line] = GO_FRAME.exec(text) ?? [];
  if (!path.endsWith('.go')) return undefined;
  const found = foundAt({ start: text.indexOf(place), text: place }, { path, line });
  if (FOREIGN.test(path)) return found;
  let above = at - 1;
  for (; !GO_RUNNING.test(read(above)); above--) {
    if (above < Math.max(0, at - MAX_FRAMES) || read(above).trim() === '') return found;
    const earlier = GO_FRAME.exec(read(above))?.[2];
    if (earlier !== undefined && !FOREIGN.test(earlier)) return found;
  }
  for (let panicLine = above - 1; panicLine >= Math.max(0, above - MAX_BETWEEN); panicLine--) {
    const message = GO_PANIC.exec(read(panicLine))?.[1];
    if (message !== undefined) return { ...found, problem: { severity: 'error', message } };
  }
  return found;
}
