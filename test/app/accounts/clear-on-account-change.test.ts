import assert from 'node:assert/strict';
import { clearOnAccountChange } from '../../../src/app/accounts/clear-on-account-change';
import { Emitter } from '../../../src/base/emitter';

describe('clearOnAccountChange', () => {
  it('clears the caches when an account changes, until it is disposed', () => {
    const changed = new Emitter<string>();
    const caches = [new Map([[1, 1]]), new Map([[2, 2]])];
    const subscription = clearOnAccountChange({ onDidChange: changed.event }, caches);
    assert.deepEqual(
      caches.map(({ size }) => size),
      [1, 1],
    );
    changed.fire('https://git.example.com');
    assert.deepEqual(
      caches.map(({ size }) => size),
      [0, 0],
    );
    caches[0]?.set(1, 1);
    subscription.dispose();
    changed.fire('https://git.example.com');
    assert.equal(caches[0]?.size, 1);
  });
});
