import assert from 'node:assert/strict';
import { inBulk } from '../../../src/app/shared/bulk-actions';

/** Returns work that ends when the test calls `open`. */
function gated() {
  const started: number[] = [];
  const gates = new Map<number, () => void>();
  const act = (item: number): Promise<number> =>
    new Promise((resolve) => {
      started.push(item);
      gates.set(item, () => {
        resolve(item * 10);
      });
    });
  const open = async (item: number): Promise<void> => {
    gates.get(item)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun: started, act, open };
}

describe('inBulk', () => {
  it('starts a limited number of items at a time, in order', async () => {
    const { begun: started, act, open } = gated();
    const all = inBulk([1, 2, 3, 4, 5], act, { atOnce: 2 });
    assert.deepEqual(started, [1, 2]);
    await open(2);
    assert.deepEqual(started, [1, 2, 3]);
    for (const item of [1, 3, 4, 5]) await open(item);
    const { done, failed, stopped } = await all;
    assert.deepEqual(
      done.map(({ item, result }) => [item, result]),
      [1, 2, 3, 4, 5].map((item) => [item, item * 10]),
    );
    assert.deepEqual([failed, stopped], [[], []]);
  });

  it('continues after a failed item and returns its error', async () => {
    const error = new Error('no');
    const act = (item: number): Promise<number> =>
      item === 2 ? Promise.reject(error) : Promise.resolve(item);
    const { done, failed } = await inBulk([1, 2, 3], act);
    assert.deepEqual(failed, [{ item: 2, error }]);
    assert.deepEqual(
      done.map(({ item }) => item),
      [1, 3],
    );
  });

  it('reports the progress from start to end', async () => {
    const seen: string[] = [];
    await inBulk([1, 2, 3], (item) => Promise.resolve(item), {
      onProgress: (ended, of) => seen.push(`${ended}/${of}`),
    });
    assert.deepEqual(seen, ['0/3', '1/3', '2/3', '3/3']);
  });

  it('starts no other items after it is canceled, and waits for running ones', async () => {
    const { begun: started, act, open } = gated();
    const controller = new AbortController();
    const all = inBulk([1, 2, 3, 4], act, { atOnce: 2, signal: controller.signal });
    controller.abort();
    await open(1);
    await open(2);
    const { done, stopped } = await all;
    assert.deepEqual(started, [1, 2]);
    assert.deepEqual(
      done.map(({ item }) => item),
      [1, 2],
    );
    assert.deepEqual(stopped, [3, 4]);
  });

  it('returns an empty result for no items', async () => {
    assert.deepEqual(await inBulk([], () => Promise.resolve(1)), { done: [], failed: [], stopped: [] });
  });
});
