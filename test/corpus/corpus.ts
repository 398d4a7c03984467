import { FailingLine } from '../../src/domain/logs/failing-line';
import { failingPart } from '../../src/domain/logs/failing-part';
import { LogParser } from '../../src/domain/logs/parser';
import { ProblemScan } from '../../src/domain/logs/problem-matchers/scan';
import type { LogFinding } from '../../src/domain/logs/problem-matchers/shapes';
import type { ExpectedLine, ExpectedProblem, FailedCase, PassedCase, ToolCase } from './cases';
import { withTimestamps } from './job-log';

/** A line where a log can be opened, compared with those that were expected. */
export interface Opened {
  readonly text: string;
  readonly isExact: boolean;
  /** True if it is the best of the expected lines. */
  readonly isBest: boolean;
  readonly isNear: boolean;
}

/** The result for a failed log. */
export interface FailedResult {
  readonly id: string;
  readonly kind: string;
  /** Text of the best line. */
  readonly expected: string;
  readonly opened: Opened;
  /** The last line of the script, for comparison. */
  readonly lastLine: Opened;
  /** Number of expected problems. */
  readonly located: number;
  /** Expected problems that weren't found, as `path:line message`. */
  readonly missing: readonly string[];
}

/** Maximum distance at which the expected line is in view, next to the one that is shown. */
const NEAR = 3;

/** True if the log opens at the same line with timestamps. */
export const isSameWithTimes = ({ log }: FailedCase): boolean =>
  openedAt(parsed(log)) === openedAt(parsed(withTimestamps(log)));

export function tryFailed({ id, kind, log, expect, problems }: FailedCase): FailedResult {
  const trace = parsed(log);
  const lines = expect.map((line) => linesWith(trace, line, id));
  return {
    id,
    kind,
    expected: textOf(expect[0]),
    opened: opened(trace, openedAt(trace), lines),
    lastLine: opened(trace, lastLineOfScript(trace), lines),
    located: problems.length,
    missing: missingProblems(trace, problems),
  };
}

/** Expected problems that weren't found, as `path:line message`. */
export const missingOfTool = ({ log, problems }: ToolCase): readonly string[] =>
  missingProblems(parsed(log), problems);

/** Errors that are found in a log of a job that passed, as `path:line message`. */
export function falseAlarms({ log }: PassedCase): readonly string[] {
  return allProblems(parsed(log))
    .filter(({ problem }) => problem?.severity === 'error')
    .map((one) => `${one.path}:${one.line} ${one.problem?.message ?? ''}`);
}

/** Expected lines without a position whose text is in several lines. */
export function ambiguousLines({ id, log, expect }: FailedCase): readonly string[] {
  const trace = parsed(log);
  return expect
    .filter((line) => typeof line === 'string' && linesContaining(trace, line).length !== 1)
    .map((line) => `${id}: ${textOf(line)}`);
}

function opened(trace: LogParser, line: number, expected: readonly (readonly number[])[]): Opened {
  const all = expected.flat();
  return {
    text: trace.text(line, line + 1),
    isExact: all.includes(line),
    isBest: expected[0]?.includes(line) === true,
    isNear: all.some((one) => Math.abs(one - line) <= NEAR),
  };
}

function openedAt(trace: LogParser): number {
  const scan = new ProblemScan(trace, undefined, failingPart(trace));
  while (!scan.step(true, () => false));
  const search = new FailingLine(trace, scan.problems);
  while (!search.step(() => false));
  return search.line;
}

/** The last line with content of the script's section, or, without sections, before the runner's message. */
function lastLineOfScript(trace: LogParser): number {
  const script = trace.sections.findLast(({ name }) => name === 'step_script');
  let line = script?.last ?? trace.lineCount - 1;
  const isContent = (text: string): boolean => text.trim() !== '' && !text.startsWith('ERROR: Job failed');
  while (line > 0 && !isContent(trace.text(line, line + 1))) line--;
  return line;
}

function missingProblems(trace: LogParser, expected: readonly ExpectedProblem[]): readonly string[] {
  const found = allProblems(trace);
  return expected
    .filter((one) => !found.some((other) => isSame(one, other)))
    .map((one) => `${one.path}:${one.line} ${one.message}`);
}

const slashed = (file: string): string => file.replaceAll('\\', '/');

const isSame = (expected: ExpectedProblem, { path: file, line, problem }: LogFinding): boolean =>
  slashed(file).endsWith(slashed(expected.path)) &&
  line === expected.line &&
  problem?.message.toLowerCase().includes(expected.message.toLowerCase()) === true;

function parsed(log: string): LogParser {
  const trace = new LogParser();
  trace.push(Buffer.from(log));
  trace.end();
  return trace;
}

function allProblems(trace: LogParser): readonly LogFinding[] {
  const scan = new ProblemScan(trace, undefined);
  while (!scan.step(true, () => false));
  return scan.problems;
}

const textOf = (line: ExpectedLine | undefined): string =>
  typeof line === 'string' ? line : (line?.text ?? '');

/** The lines that begin with the text, or if there are none, those that contain it. */
function linesWith(trace: LogParser, expected: ExpectedLine, id: string): readonly number[] {
  const text = textOf(expected);
  const containing = linesContaining(trace, text);
  if (containing.length === 0) throw new Error(`The log of ${id} doesn't contain "${text}".`);
  if (typeof expected !== 'string') {
    const line = containing.at(expected.at);
    if (line === undefined) throw new Error(`The log of ${id} doesn't contain "${text}" that often.`);
    return [line];
  }
  const starting = containing.filter((line) => trace.text(line, line + 1).startsWith(text));
  return starting.length > 0 ? starting : containing;
}

function linesContaining(trace: LogParser, text: string): readonly number[] {
  const lines: number[] = [];
  for (let line = 0; line < trace.lineCount; line++) {
    if (trace.text(line, line + 1).includes(text)) lines.push(line);
  }
  return lines;
}
