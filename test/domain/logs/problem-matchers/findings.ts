import assert from 'node:assert/strict';
import { LogParser } from '../../../../src/domain/logs/parser';
import { findingsIn } from '../../../../src/domain/logs/problem-matchers/problems';
import { ProblemScan } from '../../../../src/domain/logs/problem-matchers/scan';
import type { LogFinding } from '../../../../src/domain/logs/problem-matchers/shapes';

/** Lines of a tool's output, and the expected findings in order. */
export type ToolCase = readonly [tool: string, lines: readonly string[], found: readonly string[]];

export const readOf =
  (lines: readonly string[]) =>
  (line: number): string =>
    lines[line] ?? '';

export const findings = (lines: readonly string[]): LogFinding[] =>
  lines.flatMap((_, line) => findingsIn(line, readOf(lines)));

export const short = ({ path, line, column, problem }: LogFinding): string =>
  `${path}:${line}:${String(column ?? '-')} ${problem === undefined ? 'place' : `${problem.severity} ${problem.message}`}`;

/** Scans a log at the end or after each added line. Returns problems and places, in line order. */
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

/** Defines a test: the findings are the same for a complete and for a growing log. */
export function itFinds([tool, lines, found]: ToolCase): void {
  it(`are found in the output of ${tool}`, () => {
    assert.deepEqual(scanned(lines, false), found);
    assert.deepEqual(scanned(lines, true), found);
  });
}
