import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { AccountMemory } from '../../../src/app/accounts/account-state';
import type { StateKey } from '../../../src/app/shared/stored-state';
import { StoredValue } from '../../../src/app/shared/stored-value';
import type { KeyValueStore } from '../../../src/app/shared/stores';
import { storedList } from '../../../src/schemas/stored/stored-value';
import { heldMemory } from '../../builders/stores';

const KEY = 'offered-clean-ups' satisfies StateKey;
const BASE = 'https://git.example.com';
const OTHER = 'https://other.example.com';
const schema = storedList(z.string());

class Names extends StoredValue<readonly string[]> {
  readonly parsed: unknown[];

  constructor(memory: KeyValueStore) {
    const parsed: unknown[] = [];
    super(memory, KEY, (stored) => {
      parsed.push(stored);
      return schema.parse(stored);
    });
    this.parsed = parsed;
  }

  override set(names: readonly string[]): Promise<void> {
    return super.set(names);
  }

  override write(stored: unknown): Promise<void> {
    return super.write(stored);
  }

  override fire(): void {
    super.fire();
  }
}

/** Returns the store and the values of its events. */
function namesIn(memory: KeyValueStore) {
  const names = new Names(memory);
  const fired: (readonly string[])[] = [];
  names.onDidChange((value) => fired.push(value));
  return { names, fired };
}

/** Returns a store that applies writes but rejects them. */
const refusing = (): KeyValueStore => {
  const memory = heldMemory();
  return {
    ...memory,
    set: async (key, value) => memory.set(key, value).then(() => Promise.reject(new Error('disk full'))),
  };
};

describe('StoredValue', () => {
  it('returns the default if nothing is stored, and drops what the schema rejects', () => {
    const memory = heldMemory();
    assert.deepEqual(new Names(memory).current, []);
    for (const [stored, expected] of [
      ['x', []],
      [null, []],
      [
        ['a', 1, 'b'],
        ['a', 'b'],
      ],
    ] as const) {
      memory.held.set(KEY, stored);
      assert.deepEqual(new Names(memory).current, expected);
    }
  });

  it('parses the value again only if another one is stored', () => {
    const memory = heldMemory();
    const names = new Names(memory);
    assert.deepEqual([names.current, names.current], [[], []]);
    assert.equal(names.parsed.length, 1);
    memory.held.set(KEY, ['by another window']);
    assert.deepEqual(names.current, ['by another window']);
    assert.equal(names.current, names.current);
    assert.equal(names.parsed.length, 2);
  });

  it('uses a new value immediately after `set`, which fires before the write ends, and stores it', async () => {
    const memory = heldMemory();
    const { names, fired } = namesIn(memory);
    const written = names.set(['a']);
    assert.deepEqual([names.current, fired], [['a'], [['a']]]);
    await written;
    assert.deepEqual(fired, [['a']]);
    assert.deepEqual(new Names(memory).current, ['a']);
  });

  it("uses a new value even if it can't be stored", async () => {
    for (const memory of [
      refusing(),
      { ...heldMemory(), set: () => Promise.reject(new Error('disk full')) },
    ]) {
      const { names, fired } = namesIn(memory);
      await assert.rejects(names.set(['a']), /disk full/);
      assert.deepEqual([names.current, fired], [['a'], [['a']]]);
    }
  });

  it("doesn't fire for `write`", async () => {
    const memory = heldMemory();
    const { names, fired } = namesIn(memory);
    await names.set(['a']);
    await names.write(['b', 2]);
    assert.deepEqual([names.current, fired], [['b'], [['a']]]);
    names.fire();
    assert.deepEqual(fired, [['a'], ['b']]);
    assert.deepEqual(new Names(memory).current, ['b']);
  });

  it('uses the given value after `set` and the stored value after `write` if these differ', async () => {
    const memory = new AccountMemory(heldMemory());
    await memory.forget(BASE);
    const names = new Names(memory);
    await names.set([BASE, OTHER]);
    assert.deepEqual(names.current, [BASE, OTHER]);
    assert.deepEqual(new Names(memory).current, [OTHER]);
    await names.write([BASE, OTHER]);
    assert.deepEqual(names.current, [OTHER]);
  });

  it('reads the value again and fires when an account is removed', async () => {
    const memory = new AccountMemory(heldMemory());
    const { names, fired } = namesIn(memory);
    await names.set([BASE, OTHER]);
    await memory.forget(BASE);
    assert.deepEqual([names.current, fired], [[OTHER], [[BASE, OTHER], [OTHER]]]);
    await names.set([BASE]);
    await memory.forget(OTHER);
    assert.deepEqual(names.current, [], 'what was not stored is gone, too');
  });

  it("doesn't fire after it is disposed", async () => {
    const memory = new AccountMemory(heldMemory());
    const { names, fired } = namesIn(memory);
    names.dispose();
    await names.set([BASE]);
    await memory.forget(BASE);
    assert.deepEqual(fired, []);
  });
});
