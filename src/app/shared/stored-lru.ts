import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { LruMap } from '../../base/lru-map';
import type { StateKey } from './stored-state';
import type { KeyValueStore } from './stores';

interface StoredLruOptions<T> {
  readonly key: StateKey;
  /** Maximum number of values. Those that were set the longest time ago are removed first. */
  readonly max: number;
  /** Validates the stored list, oldest first. Returns an empty list for undefined and invalid values. */
  readonly parse: (stored: unknown) => readonly (readonly [id: string, value: T])[];
  /** Returns a value as it is stored. */
  readonly entryOf: (id: string, value: T) => readonly unknown[];
}

/**
 * Values by ID that are stored between sessions as a list, in the order in which they were set. Cached, because rows
 * need them.
 */
export class StoredLru<T> implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #options: StoredLruOptions<T>;
  readonly #subscription: Disposable;
  #values: LruMap<string, T> | undefined;

  constructor(memory: KeyValueStore, options: StoredLruOptions<T>) {
    this.#memory = memory;
    this.#options = options;
    this.#subscription = memory.onDidForget(() => {
      this.#values = undefined;
    });
  }

  get(id: string): T | undefined {
    return this.#read().peek(id);
  }

  /** The value can be read immediately, before it is stored. */
  async set(id: string, value: T): Promise<void> {
    const { key, entryOf } = this.#options;
    const values = this.#read();
    values.set(id, value);
    await this.#memory.set(
      key,
      values.entries().map(([name, each]) => entryOf(name, each)),
    );
  }

  /** Reads the stored values again, which another window may have changed. Returns the IDs of those that differ. */
  reload(): readonly string[] {
    const before = this.#values;
    this.#values = undefined;
    if (before === undefined) return [];
    const after = this.#read();
    const ids = new Set([...before.entries(), ...after.entries()].map(([id]) => id));
    return [...ids].filter((id) => !deepEqual(before.peek(id), after.peek(id)));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #read(): LruMap<string, T> {
    if (this.#values !== undefined) return this.#values;
    const { key, max, parse } = this.#options;
    this.#values = new LruMap(max);
    for (const [id, value] of parse(this.#memory.get(key))) this.#values.set(id, value);
    return this.#values;
  }
}
