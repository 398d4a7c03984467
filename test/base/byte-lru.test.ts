import assert from 'node:assert/strict';
import { ByteLru } from '../../src/base/byte-lru';

describe('ByteLru', () => {
  it('evicts the least recently used value', () => {
    const cache = new ByteLru<string, number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    assert.equal(cache.get('a'), 1);
    cache.set('c', 3, 4);
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes], [1, undefined, 3, 8]);
  });

  it("doesn't store a value over its limit, and removes the old one", () => {
    const cache = new ByteLru<string, number>(10);
    cache.set('a', 1, 4);
    cache.set('a', 2, 11);
    assert.deepEqual([cache.get('a'), cache.bytes], [undefined, 0]);
  });

  it('counts a replaced value once, and evicts values when its limit decreases', () => {
    const cache = new ByteLru<string, number>(10);
    cache.set('a', 1, 8);
    cache.set('a', 2, 5);
    cache.set('b', 3, 5);
    assert.equal(cache.bytes, 10);
    cache.limit = 5;
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.bytes], [undefined, 3, 5]);
    cache.clear();
    assert.deepEqual([cache.get('b'), cache.bytes], [undefined, 0]);
  });
});
