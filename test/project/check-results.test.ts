import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { CheckResults } from '../../scripts/lib/tests/check-results.mjs';

describe('results of checks', () => {
  let printed: string[];
  beforeEach(() => {
    printed = [];
    mock.method(console, 'log', (line: string) => printed.push(line));
  });
  afterEach(() => {
    mock.restoreAll();
  });
  const result = (title: string, passed: boolean) => ({ file: 'test/a.test.ts', title, passed, ms: 1 });
  const added = (): CheckResults => {
    const results = new CheckResults();
    for (const check of ['lint', 'unit']) results.begin(check);
    results.addCheck('lint', { passed: true, lines: ['no problems'] });
    results.addTests('unit', [result('one', true), result('two', false), result('three', false)]);
    return results;
  };

  it('count checks and tests', () => {
    const results = added();
    assert.deepEqual([results.passed, results.failed], [2, 2]);
    assert.deepEqual(
      [results.hasPassed('lint'), results.hasPassed('unit'), results.hasPassed('ui')],
      [true, false, false],
    );
  });

  it('are printed in the form that a landing reads', () => {
    added();
    assert.match(printed[0] ?? '', /^✔ lint \(\d+\.\d s\)$/);
    assert.match(printed[1] ?? '', /^✘ unit: 1 passed, 2 failed \(\d+\.\d s\)$/);
  });

  it('count a test that passes when its file is repeated as passed and flaky', async () => {
    const results = added();
    await results.repeatFailed('unit', () => Promise.resolve([result('three', false)]));
    assert.deepEqual([results.passed, results.failed], [3, 1]);
    assert.deepEqual(results.flaky, [{ file: 'test/a.test.ts', title: 'two' }]);
  });

  it('keep the failures of a file that could not be repeated', async () => {
    const results = added();
    await results.repeatFailed('unit', () => Promise.resolve(undefined));
    assert.deepEqual([results.failed, results.flaky], [2, []]);
  });

  it('end with the failures and a table of checks, tests, and seconds', () => {
    const results = added();
    results.begin('types');
    results.addCheck('types', { passed: false, lines: ['src/a.ts(1,1): error'] });
    assert.deepEqual(results.failures()[0], ['✘ test/a.test.ts > two', '']);
    assert.deepEqual(results.failures().at(-1), ['types:', 'src/a.ts(1,1): error']);
    const rows = results
      .table()
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    assert.deepEqual(
      rows.map(([check, tests]) => [check, tests]),
      [
        ['check', 'tests'],
        ['lint', '1'],
        ['unit', '3'],
        ['types', '1'],
      ],
    );
  });

  it('count files that take too long as failed', () => {
    const results = added();
    results.addSlowFiles([result('takes at most 8 s', false)]);
    assert.equal(results.failed, 3);
  });
});
