import { formsOf } from './problem-matchers/prefixes';
import type { LineReader, LogFinding } from './problem-matchers/shapes';

/** Maximum number of lines between problems that are listed together, in one file and in several. */
const MAX_IN_FILE = 100;
const MAX_BETWEEN_FILES = 6;
/** Distances between a location and the line with its message, in the order in which they are searched. */
const TO_MESSAGE = [...range(0, -12), ...range(1, 12), ...range(-13, -40)];
/** A failure in at least two words, such as `Test Failed` and not `AssertionError`. */
const STATES_FAILURE =
  /[A-Za-z]{2,}\W+\w*(?:error|fail|exception|panicked)|(?:error|fail(?:ed|ure)?|exception|panicked)\b\W+[A-Za-z]{2,}/i;
/** Number of characters of a message that are compared, and the minimum if the line is only its beginning. */
const MESSAGE_START = 40;
const MIN_SHARED = 8;

/** The code of a rule, which matchers add to the message. */
const CODE = / \[[\w-]+\]$/;

function range(first: number, last: number): readonly number[] {
  const step = Math.sign(last - first);
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => first + step * at);
}

/**
 * The line that states what is wrong for the line of a problem: of a list of problems, the first one counts; and if
 * its line is only a location, such as a frame of a stack, the line with its message. Other lines are returned as
 * they are.
 */
export function messageLine(line: number, findings: readonly LogFinding[], read: LineReader): number {
  const finding = firstOfList(line, findings);
  const start = finding?.problem?.message.replace(CODE, '').slice(0, MESSAGE_START).trim() ?? '';
  if (finding === undefined || start === '') return line;
  const { logLine, path, problem } = finding;
  if (STATES_FAILURE.test(read(logLine).replace(path, ''))) return logLine;
  const isMessage = (text: string): boolean =>
    text.includes(start) || (text.length >= MIN_SHARED && problem?.message.startsWith(text) === true);
  /** A short message, such as the name of a test, can be a part of any line. */
  const endsAsMessage = (text: string): boolean =>
    text === start || [` ${start}`, `'${start}'`].some((end) => text.endsWith(end));
  const found = TO_MESSAGE.map((away) => logLine + away).find((other) =>
    formsOf(other, read).some((text) =>
      start.length < MIN_SHARED ? other < logLine && endsAsMessage(text) : isMessage(text),
    ),
  );
  return found ?? logLine;
}

/** The first of the problems of the same severity that a tool has listed together: others may only result from it. */
function firstOfList(line: number, findings: readonly LogFinding[]): LogFinding | undefined {
  const at = findings.findIndex(({ logLine, problem }) => logLine === line && problem !== undefined);
  let first = findings[at];
  const severity = first?.problem?.severity;
  for (let other = at - 1; other >= 0; other--) {
    const one = findings[other];
    if (first === undefined || one === undefined) break;
    const most = one.path === first.path ? MAX_IN_FILE : MAX_BETWEEN_FILES;
    if (first.logLine - one.logLine > most) break;
    if (one.problem?.severity === severity) first = one;
  }
  return first;
}
