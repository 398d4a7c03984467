import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { StoredLru } from '../../../src/app/shared/stored-lru';
import { heldMemory } from '../../builders/stores';

const KEY = 'seen-merge-requests';
const schema = z.catch(z.array(z.tuple([z.string(), z.number()])), []);

describe('a stored list of values by ID', () => {
  const listOn = (memory: ReturnType<typeof heldMemory>, max = 3) =>
    new StoredLru<number>(memory, {
      key: KEY,
      max,
      parse: (stored) => schema.parse(stored),
      entryOf: (id, value) => [id, value],
    });

  it('returns a value before it is stored, and after a restart', async () => {
    const memory = heldMemory();
    const list = listOn(memory);
    const stored = list.set('a', 1);
    assert.equal(list.get('a'), 1);
    await stored;
    assert.deepEqual(memory.held.get(KEY), [['a', 1]]);
    assert.equal(listOn(memory).get('a'), 1);
  });

  it('removes the values that were set first', async () => {
    const memory = heldMemory();
    const list = listOn(memory);
    for (const [value, id] of ['a', 'b', 'c', 'a', 'd'].entries()) await list.set(id, value);
    assert.deepEqual(memory.held.get(KEY), [
      ['c', 2],
      ['a', 3],
      ['d', 4],
    ]);
  });

  it('is empty if the stored value is invalid', () => {
    const memory = heldMemory();
    memory.held.set(KEY, { a: 1 });
    assert.equal(listOn(memory).get('a'), undefined);
  });
});
