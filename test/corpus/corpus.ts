import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { failingLine } from '../../src/domain/logs/failing-line';
import { failingPart } from '../../src/domain/logs/failing-part';
import { LogParser } from '../../src/domain/logs/parser';
import { ProblemScan, scanOfEnd } from '../../src/domain/logs/problem-matchers/scan';
import type { LogFinding } from '../../src/domain/logs/problem-matchers/shapes';
import { jobLog } from './job-log';

const place = z.strictObject({ path: z.string(), line: z.number(), message: z.string() });

const failedCase = z.strictObject({
  tool: z.string(),
  /** The lines of the script's section; lines that begin with `$ ` are commands. */
  log: z.array(z.string()),
  /** The line that an engineer would choose: its text, or a part that only this line contains. */
  line: z.string(),
  /** Problems that must be found, with a part of their message; in any order. */
  problems: z.array(place).optional(),
  /** Message of the runner at the end, by default a failure of the script. */
  verdict: z.string().optional(),
});

const passedCase = z.strictObject({ tool: z.string(), log: z.array(z.string()) });

export type FailedCase = z.infer<typeof failedCase>;
export type PassedCase = z.infer<typeof passedCase>;

export const failedCases = (): readonly FailedCase[] => casesIn('failed', failedCase);
export const passedCases = (): readonly PassedCase[] => casesIn('passed', passedCase);

function casesIn<T>(folder: string, schema: z.ZodType<T>): readonly T[] {
  const root = path.join(import.meta.dirname, folder);
  return readdirSync(root)
    .toSorted()
    .flatMap((file) => z.array(schema).parse(JSON.parse(readFileSync(path.join(root, file), 'utf8'))));
}

/** The result for a failed log. */
export interface FailedResult {
  readonly tool: string;
  /** The text of the line where the log opens, and of the line that was expected. */
  readonly shown: string;
  readonly expected: string;
  /** Number of lines between them. */
  readonly distance: number;
  /** Expected problems that weren't found, as `path:line message`. */
  readonly missing: readonly string[];
}

const TIME = '2026-05-08T09:28:43.725057Z 01O ';

/** The same log with a timestamp before each line. */
const stamped = (log: string): string =>
  log
    .split('\n')
    .map((line) => `${TIME}${line}`)
    .join('\n');

/** True if a log with timestamps opens at the same line. */
export function isSameWithTimes({ log, verdict }: FailedCase): boolean {
  const written = jobLog(log, { verdict: verdict ?? 'exit code 1' });
  return openedAt(parsed(written)) === openedAt(parsed(stamped(written)));
}

/** Maximum distance at which the expected line is in view, next to the one that is shown. */
export const NEAR = 3;

export function tryFailed({ tool, log, line, problems = [], verdict }: FailedCase): FailedResult {
  const trace = parsed(jobLog(log, { verdict: verdict ?? 'exit code 1' }));
  const chosen = openedAt(trace);
  const wanted = lineWith(trace, line, tool);
  const found = allProblems(trace);
  return {
    tool,
    shown: trace.text(chosen, chosen + 1),
    expected: line,
    distance: Math.abs(chosen - wanted),
    missing: problems
      .filter((one) => !found.some((other) => isSame(one, other)))
      .map((one) => `${one.path}:${one.line} ${one.message}`),
  };
}

function openedAt(trace: LogParser): number {
  const scan = scanOfEnd(trace, failingPart(trace), undefined);
  while (!scan.step(true, () => false));
  return failingLine(trace, scan.problems);
}

/** Errors that are found in a log of a job that passed, as `path:line message`. */
export function falseAlarms({ log }: PassedCase): readonly string[] {
  return allProblems(parsed(jobLog(log, { verdict: undefined })))
    .filter(({ problem }) => problem?.severity === 'error')
    .map((one) => `${one.path}:${one.line} ${one.problem?.message ?? ''}`);
}

const isSame = (expected: z.infer<typeof place>, { path: file, line, problem }: LogFinding): boolean =>
  file.endsWith(expected.path) &&
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

/** The last line that contains the text. */
function lineWith(trace: LogParser, text: string, tool: string): number {
  for (let line = trace.lineCount - 1; line >= 0; line--) {
    if (trace.text(line, line + 1).includes(text)) return line;
  }
  throw new Error(`The log of ${tool} doesn't contain "${text}".`);
}
