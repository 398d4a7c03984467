import assert from 'node:assert/strict';
import { describeFailure, findFlaky } from '../../scripts/lib/tests/test-reports.mjs';

const failed = (file: string, title: string) => ({ file, title, passed: false, ms: 1 });

describe('failed tests in an editor', () => {
  it('run once more by file, and are flaky if they pass then', async () => {
    const files: string[] = [];
    const tests = [failed('a', 'one'), failed('a', 'two'), failed('b', 'three')];
    const flaky = await findFlaky(tests, (file) => {
      files.push(file);
      return Promise.resolve(file === 'a' ? [failed('a', 'two')] : []);
    });
    assert.deepEqual(files, ['a', 'b']);
    assert.deepEqual(flaky, [
      { file: 'a', title: 'one' },
      { file: 'b', title: 'three' },
    ]);
  });

  it("aren't repeated if many files failed", async () => {
    const tests = Array.from({ length: 7 }, (_, index) => failed(`file${index}`, 'test'));
    const rerun = () => Promise.reject(new Error('repeated'));
    assert.deepEqual(await findFlaky(tests, rerun), []);
  });

  it('are described with their error, screenshot, and last requests', () => {
    const lines = describeFailure({
      ...failed('jobs/actions', 'retries a job'),
      error: 'Error: no job\n    at jobs.test.ts:12',
      screenshot: 'out/screenshots/failed.png',
      requests: Array.from({ length: 30 }, (_, index) => `GET /${index} 200`),
    });
    assert.deepEqual(lines.slice(0, 4), [
      '✘ jobs/actions > retries a job',
      'Error: no job',
      '    at jobs.test.ts:12',
      'screenshot: out/screenshots/failed.png',
    ]);
    assert.equal(lines.at(-1), 'request: GET /29 200');
    assert.ok(lines.length <= 20);
  });
});
