import assert from 'node:assert/strict';
import { settleAll } from '../../../src/app/shared/settle-all';
import { AbortError } from '../../../src/base/abort';

describe('settleAll', () => {
  it('returns the values of fulfilled promises even if others reject', async () => {
    const late = new Promise<number>((resolve) => setImmediate(() => resolve(3)));
    const failure = new Error('no');
    const settled = await settleAll([1, Promise.reject<number>(failure), late]);
    assert.deepEqual(settled, { values: [1, 3], failures: [failure], failure });
  });

  it('returns no failure if none rejects', async () => {
    assert.deepEqual(await settleAll([]), { values: [], failures: [], failure: undefined });
  });

  it('prefers an error to a cancellation, and a cancellation to no failure', async () => {
    const [ended, failure] = [new AbortError(), new Error('no')];
    assert.equal((await settleAll([Promise.reject(ended), Promise.reject(failure)])).failure, failure);
    assert.equal((await settleAll([Promise.resolve(1), Promise.reject(ended)])).failure, ended);
  });

  it('converts other rejection values to errors', async () => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- libraries may do this
    const { failure } = await settleAll([Promise.reject('text')]);
    assert.equal(failure?.message, 'text');
  });
});
