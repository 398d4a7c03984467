import assert from 'node:assert/strict';
import { settleAll } from '../../../src/app/shared/settle-all';
import { AbortError } from '../../../src/base/abort';

describe('waiting for several promises', () => {
  it('returns what some of them return although others fail', async () => {
    const late = new Promise<number>((resolve) => setImmediate(() => resolve(3)));
    const failure = new Error('no');
    const settled = await settleAll([1, Promise.reject<number>(failure), late]);
    assert.deepEqual(settled, { values: [1, 3], failures: [failure], failure });
  });

  it('reports nothing if none fails', async () => {
    assert.deepEqual(await settleAll([]), { values: [], failures: [], failure: undefined });
  });

  it('reports a failure rather than a cancellation, and a cancellation rather than nothing', async () => {
    const [ended, failure] = [new AbortError(), new Error('no')];
    assert.equal((await settleAll([Promise.reject(ended), Promise.reject(failure)])).failure, failure);
    assert.equal((await settleAll([Promise.resolve(1), Promise.reject(ended)])).failure, ended);
  });

  it('reports what is no error as one', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what a foreign library may do
    const { failure } = await settleAll([Promise.reject('text')]);
    assert.equal(failure?.message, 'text');
  });
});
