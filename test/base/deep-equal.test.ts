import assert from 'node:assert/strict';
import fc from 'fast-check';
import { deepEqual } from '../../src/base/deep-equal';

describe('deepEqual', () => {
  it('returns true for a copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // JSON has no negative zero.
        const text = JSON.stringify(value);
        assert.ok(deepEqual(JSON.parse(text), JSON.parse(text)));
      }),
    );
  });

  it('returns false for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b] = [one, other].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
        if (JSON.stringify(a) !== JSON.stringify(b) && !isReordered(a, b)) assert.ok(!deepEqual(a, b));
      }),
    );
    assert.ok(!deepEqual({ a: undefined }, {}));
    assert.ok(!deepEqual([], {}));
    assert.ok(!deepEqual({ a: 1 }, { b: 1 }));
    assert.ok(deepEqual({ a: 1, b: [2] }, { b: [2], a: 1 }), 'in whichever order');
  });

  const isReordered = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);
  const sorted = (value: unknown): string => JSON.stringify(value).split(/(?:)/u).sort().join('');
});
