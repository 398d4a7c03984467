import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { StoredMap } from '../../../src/app/shared/stored-map';
import { heldMemory } from '../../builders/stores';

const KEY = 'mergeMessages';
const schema = z.catch(z.record(z.string(), z.string()), {});

describe('a stored map', () => {
  const mapOn = (memory: ReturnType<typeof heldMemory>, max = 3) =>
    new StoredMap(memory, { key: KEY, parse: (stored) => schema.parse(stored), max });

  it('returns what was set, also after a restart', async () => {
    const memory = heldMemory();
    await mapOn(memory).set('a', 'one');
    assert.equal(mapOn(memory).get('a'), 'one');
    assert.equal(mapOn(memory).get('constructor'), undefined);
  });

  it('removes what was set first if there are too many', async () => {
    const memory = heldMemory();
    const map = mapOn(memory);
    for (const id of ['a', 'b', 'c']) await map.set(id, id);
    await map.set('a', 'again');
    await map.set('d', 'd');
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((id) => map.get(id)),
      ['again', undefined, 'c', 'd'],
    );
  });

  it('replaces other values with the same write', async () => {
    const memory = heldMemory();
    const map = mapOn(memory);
    await map.set('draft', 'text');
    await map.set('sent', 'text', ['draft']);
    assert.deepEqual(memory.held.get(KEY), { sent: 'text' });
  });

  it('deletes values, and writes nothing for unknown ones', async () => {
    const memory = heldMemory();
    const map = mapOn(memory);
    await map.set('a', 'one');
    const before = memory.held.get(KEY);
    await map.delete('b', 'c');
    assert.equal(memory.held.get(KEY), before);
    await map.delete('b', 'a');
    assert.deepEqual(memory.held.get(KEY), {});
  });

  it('is empty if the stored value is invalid', () => {
    const memory = heldMemory();
    memory.held.set(KEY, [1, 2]);
    assert.equal(mapOn(memory).get('0'), undefined);
  });
});
