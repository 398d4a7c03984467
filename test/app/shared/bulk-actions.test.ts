import assert from 'node:assert/strict';
import { inBulk } from '../../../src/app/shared/bulk-actions';

/** Work that ends when the test says so. */
function gated() {
  const begun: number[] = [];
  const gates = new Map<number, () => void>();
  const act = (item: number): Promise<number> =>
    new Promise((resolve) => {
      begun.push(item);
      gates.set(item, () => {
        resolve(item * 10);
      });
    });
  const open = async (item: number): Promise<void> => {
    gates.get(item)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, act, open };
}

describe('several at a time', () => {
  it('are begun a few at a time, in their order', async () => {
    const { begun, act, open } = gated();
    const all = inBulk([1, 2, 3, 4, 5], act, { atOnce: 2 });
    assert.deepEqual(begun, [1, 2]);
    await open(2);
    assert.deepEqual(begun, [1, 2, 3]);
    for (const item of [1, 3, 4, 5]) await open(item);
    const { done, failed, stopped } = await all;
    assert.deepEqual(
      done.map(({ item, result }) => [item, result]),
      [1, 2, 3, 4, 5].map((item) => [item, item * 10]),
    );
    assert.deepEqual([failed, stopped], [[], []]);
  });

  it('go on after one that failed, and tell it', async () => {
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

  it('are told how many are over, from the start to the end', async () => {
    const seen: string[] = [];
    await inBulk([1, 2, 3], (item) => Promise.resolve(item), {
      onProgress: (ended, of) => seen.push(`${ended}/${of}`),
    });
    assert.deepEqual(seen, ['0/3', '1/3', '2/3', '3/3']);
  });

  it('begin no more once stopped; what is under way comes to its end', async () => {
    const { begun, act, open } = gated();
    const controller = new AbortController();
    const all = inBulk([1, 2, 3, 4], act, { atOnce: 2, signal: controller.signal });
    controller.abort();
    await open(1);
    await open(2);
    const { done, stopped } = await all;
    assert.deepEqual(begun, [1, 2]);
    assert.deepEqual(
      done.map(({ item }) => item),
      [1, 2],
    );
    assert.deepEqual(stopped, [3, 4]);
  });

  it('are none where there are none', async () => {
    assert.deepEqual(await inBulk([], () => Promise.resolve(1)), { done: [], failed: [], stopped: [] });
  });
});
