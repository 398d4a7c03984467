import assert from 'node:assert/strict';
import { background, onBackgroundFailure } from '../../src/base/background';

describe('work in the background', () => {
  it('hands its failure to the listener, also that of a promise of another library', async () => {
    const heard: unknown[] = [];
    const listening = onBackgroundFailure((error) => heard.push(error));
    const rejected = new Error('The first one failed.');
    // As the editor's own: it can be waited for, but is no Promise.
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
    assert.equal(heard[0], rejected);
    assert.deepEqual(
      heard.map((error) => (error instanceof Error ? error.message : error)),
      ['The first one failed.', 'The second one failed.'],
    );
  });
});
