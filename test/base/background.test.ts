import assert from 'node:assert/strict';
import { background, ignoreFailure, onBackgroundFailure, orUndefined } from '../../src/base/background';

describe('background', () => {
  it('reports failures to the listener, including those of thenables', async () => {
    const reported: unknown[] = [];
    const listening = onBackgroundFailure((error) => reported.push(error));
    const rejected = new Error('The first one failed.');
    // Like the thenables of VS Code, which can be awaited but aren't promises.
    const thenable: PromiseLike<never> = {
      then: (done, failed) => Promise.reject(new Error('The second one failed.')).then(done, failed),
    };
    try {
      background(Promise.reject(rejected));
      background(thenable);
      background(Promise.resolve());
      background(undefined);
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      listening.dispose();
    }
    assert.equal(reported[0], rejected);
    assert.deepEqual(
      reported.map((error) => (error instanceof Error ? error.message : error)),
      ['The first one failed.', 'The second one failed.'],
    );
  });

  it('reports ignored failures separately', async () => {
    const reported: [string, unknown][] = [];
    const listening = onBackgroundFailure(
      (error) => reported.push(['failed', error]),
      (error) => reported.push(['ignored', error]),
    );
    const [refresh, part] = [new Error('The refresh failed.'), new Error('The part failed.')];
    try {
      ignoreFailure(Promise.reject(refresh));
      ignoreFailure(Promise.resolve());
      assert.equal(await orUndefined(Promise.reject<number>(part)), undefined);
      assert.equal(await orUndefined(Promise.resolve(1)), 1);
    } finally {
      listening.dispose();
    }
    assert.deepEqual(reported, [
      ['ignored', refresh],
      ['ignored', part],
    ]);
    // Without a listener, as in unit tests, an ignored failure isn't an unhandled rejection.
    ignoreFailure(Promise.reject(refresh));
    assert.equal(await orUndefined(Promise.reject<number>(part)), undefined);
  });
});
