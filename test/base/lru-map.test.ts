import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LruMap } from '../../src/base/lru-map';

describe('LruMap', () => {
  it('evicts the least recently used entry', () => {
    const map = new LruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    assert.equal(map.get('a'), 1);
    map.set('c', 3);
    assert.deepEqual(map.entries(), [
      ['a', 1],
      ['c', 3],
    ]);
  });

  it("doesn't count a peek as a use", () => {
    const map = new LruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    assert.equal(map.peek('a'), 1);
    map.set('c', 3);
    assert.deepEqual([map.has('a'), map.values(), map.size], [false, [2, 3], 2]);
  });

  it('keeps held entries in addition to the maximum, and evicts them once they are released', () => {
    const held = new Set(['a', 'b']);
    const map = new LruMap<string, number>(1, { isHeld: (key) => held.has(key) });
    for (const key of ['a', 'b', 'c', 'd']) map.set(key, 0);
    assert.deepEqual(
      map.entries().map(([key]) => key),
      ['a', 'b', 'd'],
    );
    held.clear();
    map.set('e', 0);
    assert.deepEqual(
      map.entries().map(([key]) => key),
      ['e'],
    );
  });

  it('matches a list model for any sequence of operations', () => {
    const key = fc.integer({ min: 0, max: 7 });
    const step = fc.record({ key, act: fc.constantFrom('set', 'get', 'peek', 'delete') });
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 1, max: 5 }), fc.uniqueArray(key), (steps, max, held) => {
        const map = new LruMap<number, number>(max, { isHeld: (each) => held.includes(each) });
        let model: number[] = [];
        for (const { key: used, act } of steps) {
          const isThere = model.includes(used);
          if (act === 'peek') assert.equal(map.peek(used), isThere ? used : undefined);
          if (act === 'get') assert.equal(map.get(used), isThere ? used : undefined);
          if (act === 'set') map.set(used, used);
          if (act === 'delete') assert.equal(map.delete(used), isThere);
          if (act === 'delete' || act === 'set' || (act === 'get' && isThere))
            model = model.filter((each) => each !== used);
          if (act === 'set' || (act === 'get' && isThere)) model.push(used);
          const unheld = model.filter((each) => !held.includes(each));
          const gone = act === 'set' ? unheld.slice(0, Math.max(0, unheld.length - max)) : [];
          model = model.filter((each) => !gone.includes(each));
          assert.deepEqual(map.values(), model);
        }
      }),
    );
  });
});
