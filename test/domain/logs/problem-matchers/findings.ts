import assert from 'node:assert/strict';
import { LogParser } from '../../../../src/domain/logs/parser';
import { findingsIn } from '../../../../src/domain/logs/problem-matchers/problems';
import { ProblemScan } from '../../../../src/domain/logs/problem-matchers/scan';
import type { LogFinding } from '../../../../src/domain/logs/problem-matchers/shapes';

/** Lines as a tool writes them, and what is found in them, in their order. */
export type Told = readonly [tool: string, lines: readonly string[], found: readonly string[]];

export const readOf =
  (lines: readonly string[]) =>
  (line: number): string =>
    lines[line] ?? '';

export const findings = (lines: readonly string[]): LogFinding[] =>
  lines.flatMap((_, line) => findingsIn(line, readOf(lines)));

export const short = ({ path, line, column, problem }: LogFinding): string =>
  `${path}:${line}:${String(column ?? '-')} ${problem === undefined ? 'place' : `${problem.severity} ${problem.message}`}`;

/** What is found in a log that comes line by line, and is read after each; of both kinds, in the order of its lines. */
function scanned(lines: readonly string[], everyLine: boolean): string[] {
  const trace = new LogParser();
  const scan = new ProblemScan(trace, undefined);
  for (const line of lines) {
    trace.push(Buffer.from(`${line}\n`));
    if (everyLine) scan.step(false, () => false);
  }
  assert.ok(scan.step(true, () => false));
  return [...scan.problems, ...scan.places]
    .sort((one, other) => one.logLine - other.logLine || one.start - other.start)
    .map(short);
}

/** The same is found in all lines at once and in a log that grows. */
export function itFinds([tool, lines, found]: Told): void {
  it(`are found in the output of ${tool}`, () => {
    assert.deepEqual(scanned(lines, false), found);
    assert.deepEqual(scanned(lines, true), found);
  });
}
