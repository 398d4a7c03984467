import assert from 'node:assert/strict';
import { LogParser } from '../../../../src/domain/logs/parser';
import { ProblemScan } from '../../../../src/domain/logs/problem-matchers/scan';

describe('problem scan of a growing log', () => {
  const log = Array.from({ length: 400 }, (_, n) =>
    n % 7 === 0 ? `src/f${n}.ts(${n + 1},1): error TS1: x` : `line ${n}`,
  );

  it('finds the same regardless of interruptions, and reads the last line only when it is final', () => {
    const trace = new LogParser();
    const scan = new ProblemScan(trace, undefined);
    for (const [index, line] of log.entries()) {
      trace.push(Buffer.from(`${line}\n`));
      if (index % 13 === 0) scan.step(false, () => true);
    }
    trace.push(Buffer.from('src/z.ts(1,1): error TS1: last'));
    while (!scan.step(false, () => true));
    assert.equal(scan.problems.at(-1)?.path, 'src/f399.ts');
    assert.ok(scan.step(true, () => false));
    assert.equal(scan.problems.at(-1)?.path, 'src/z.ts');
    assert.equal(scan.problems.length, 59);
  });

  it('returns a limited number of findings', () => {
    const trace = new LogParser();
    trace.push(Buffer.from('a.ts(1,1): error TS1: x\nsee src/a.ts:1\n'.repeat(12_000)));
    const scan = new ProblemScan(trace, undefined);
    while (!scan.step(true, () => true));
    assert.deepEqual([scan.problems.length, scan.places.length], [2_000, 5_000]);
  });

  it('reports a line once the following lines that determine its meaning exist or the log ends', () => {
    const trace = new LogParser();
    const scan = new ProblemScan(trace, undefined);
    const messages = (): (string | undefined)[] => scan.problems.map(({ problem }) => problem?.message);
    trace.push(Buffer.from('CMake Error at CMakeLists.txt:3 (include):\n'));
    assert.ok(scan.step(false, () => false));
    assert.deepEqual(messages(), []);
    trace.push(Buffer.from('  could not find\n'));
    assert.ok(scan.step(false, () => false));
    assert.deepEqual(messages(), []);
    trace.push(Buffer.from('\nCMake Error at CMakeLists.txt:9 (include):\n'));
    assert.ok(scan.step(false, () => false));
    assert.deepEqual(messages(), ['could not find']);
    assert.ok(scan.step(true, () => false));
    assert.deepEqual(messages(), ['could not find', 'include']);
  });

  it('turns a place into a problem when a later line reports the failure, and keeps the line order', () => {
    const trace = new LogParser();
    const scan = new ProblemScan(trace, undefined);
    const lines = (): number[][] =>
      [scan.problems, scan.places].map((all) => all.map(({ logLine }) => logLine));
    trace.push(Buffer.from('=== RUN   TestA\n    a_test.go:7: no stock\na.ts(1,1): error TS1: x\nend\n'));
    assert.ok(scan.step(false, () => false));
    assert.deepEqual(lines(), [[2], [1]]);
    trace.push(Buffer.from('--- FAIL: TestA (0.00s)\nend\n'));
    assert.ok(scan.step(false, () => false));
    assert.deepEqual(lines(), [[1, 2], []]);
  });

  it('is fast for Go tests with a lot of output and for many failures', () => {
    const logged = '    a_test.go:7: no stock\n';
    for (const log of [
      `=== RUN   TestA\n${logged.repeat(5_000)}--- FAIL: TestA (0.00s)\n`,
      `--- FAIL: TestA (0.00s)\n${logged}`.repeat(3_000),
      `--- FAIL: TestA (0.00s)\n`.repeat(1_000),
    ]) {
      const trace = new LogParser();
      trace.push(Buffer.from(log));
      const scan = new ProblemScan(trace, undefined);
      assert.ok(scan.step(true, () => false));
      assert.ok(scan.problems.length <= 2_000);
    }
  });
});
