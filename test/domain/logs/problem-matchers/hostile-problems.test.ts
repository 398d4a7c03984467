import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogParser } from '../../../../src/domain/logs/parser';
import { ProblemScan } from '../../../../src/domain/logs/problem-matchers/scan';
import { traceOf } from '../../../bench/traces';
import { growthOf, timesOf } from '../../../builders/growth';
import { HARD_TO_MATCH, lineOfParts, PARTS_OF_LINES } from '../../../builders/hostile-lines';
import { fuzzRuns, sampleOf } from '../../../fuzz-runs';

const BYTES = 500_000;
/** Maximum number of characters read for each character of the log, in addition to `FROM_START`. */
const MAX_READ = 10;
const FROM_START = 2_000_000;
/**
 * Maximum number of characters read before the time is checked: the longest context, in the longest lines.
 */
const MAX_OF_SLICE = 600_000;
/** Compared with an ordinary log that has at least as many bytes and lines. */
const MAX_TIMES_ORDINARY = 7;
/** For four times the lines: about 4 for linear cost, 16 for quadratic cost. */
const MAX_GROWTH = 8;

function traceFrom(log: string | Uint8Array): LogParser {
  const trace = new LogParser();
  trace.push(Buffer.from(log));
  trace.end();
  return trace;
}

/** Returns an ordinary log with at least as many bytes and lines as another one of `BYTES`. */
function ordinaryLike({ lineCount }: LogParser): LogParser {
  const ordinary = traceFrom(traceOf(BYTES));
  return lineCount <= ordinary.lineCount
    ? ordinary
    : traceFrom(traceOf(Math.ceil((BYTES * lineCount) / ordinary.lineCount)));
}

/**
 * Reads everything in steps of one line. Returns the scan and the maximum number of characters in one step.
 */
function scanned(trace: LogParser, scan = new ProblemScan(trace, undefined)) {
  let most = 0;
  let last = 0;
  const count = (): boolean => {
    most = Math.max(most, scan.checked - last);
    last = scan.checked;
    return true;
  };
  while (!scan.step(true, count));
  count();
  return { scan, most };
}

const filled = (line: string, bytes: number): string =>
  `${line}\n`.repeat(Math.ceil(bytes / (Buffer.byteLength(line) + 1)));

describe('job log lines that are hard to match', () => {
  for (const [name, make] of sampleOf(Object.entries(HARD_TO_MATCH), 6, 'lines that are hard to match')) {
    it(`take at most seven times as long as ordinary lines: ${name}`, () => {
      const trace = traceFrom(make(2 * BYTES));
      const { scan, most } = scanned(trace);
      assert.ok(scan.checked <= MAX_READ * trace.size() + FROM_START, `${scan.checked} characters were read`);
      assert.ok(most <= MAX_OF_SLICE, `${most} characters at a time`);
      const growth = growthOf((size) => traceFrom(make(size)), BYTES / 2, scanned);
      assert.ok(growth < MAX_GROWTH, `four times the lines cost ${growth.toFixed(1)} times as much`);
      const small = traceFrom(make(BYTES));
      const ordinary = ordinaryLike(small);
      const times = timesOf(
        () => scanned(small),
        () => scanned(ordinary),
      );
      assert.ok(times < MAX_TIMES_ORDINARY, `${times.toFixed(1)} times as much as ordinary lines`);
    });
  }

  it('are read in parts of limited size, for any content', () => {
    const block = fc.array(fc.constantFrom(...PARTS_OF_LINES), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 400 }),
        (lines, times) => {
          const trace = traceFrom(filled(lines.map((parts) => lineOfParts(parts)).join('\n'), times * 100));
          const { scan, most } = scanned(trace);
          assert.ok(scan.checked <= MAX_READ * trace.size() + FROM_START);
          assert.ok(most <= MAX_OF_SLICE);
        },
      ),
      { numRuns: fuzzRuns(150, 30) },
    );
  });

  it('are also read line by line at the end of a failed section', () => {
    const trace = traceFrom(filled('    --- FAIL: TestTable/case_1 (0.00s)', 200_000));
    const { scan, most } = scanned(
      trace,
      new ProblemScan(trace, undefined, { first: 0, last: trace.lineCount - 1 }),
    );
    assert.ok(most <= MAX_OF_SLICE);
    assert.ok(scan.checked <= MAX_READ * 3_001 * 40 + FROM_START);
  });

  it('include the output of Go tests that is far above the line with the failure', () => {
    const names = Array.from({ length: 300 }, (_, at) => `TestTable/case_${at}`);
    const log = [
      ...names.flatMap((name) => [`=== RUN   ${name}`, '    a_test.go:7: no stock']),
      ...names.map((name) => `    --- FAIL: ${name} (0.00s)`),
    ].join('\n');
    const { scan } = scanned(traceFrom(log));
    assert.equal(scan.problems.length, 300);
    assert.equal(scan.places.length, 0);
  });
});
