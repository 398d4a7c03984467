import type { StateKey } from './stored-state';
import type { KeyValueStore } from './stores';

interface StoredMapOptions<T> {
  readonly key: StateKey;
  /** Validates the stored value. Returns an empty object for undefined and invalid values. */
  readonly parse: (stored: unknown) => Readonly<Record<string, T>>;
  /** Maximum number of values. Those that were set first are removed. */
  readonly max: number;
}

/** Values by ID that are stored between sessions, in the order in which they were set. */
export class StoredMap<T> {
  readonly #memory: KeyValueStore;
  readonly #options: StoredMapOptions<T>;

  constructor(memory: KeyValueStore, options: StoredMapOptions<T>) {
    this.#memory = memory;
    this.#options = options;
  }

  get(id: string): T | undefined {
    return this.#read().get(id);
  }

  /** Sets a value, and removes others, with one write. */
  async set(id: string, value: T, removed: readonly string[] = []): Promise<void> {
    const { key, max } = this.#options;
    const all = this.#read();
    for (const other of [id, ...removed]) all.delete(other);
    await this.#memory.set(key, Object.fromEntries([...all, [id, value] as const].slice(-max)));
  }

  /** Removes values. Writes nothing if there are none. */
  async delete(...ids: readonly string[]): Promise<void> {
    const all = this.#read();
    const found = ids.filter((id) => all.delete(id));
    if (found.length > 0) await this.#memory.set(this.#options.key, Object.fromEntries(all));
  }

  #read(): Map<string, T> {
    const { key, parse } = this.#options;
    return new Map(Object.entries(parse(this.#memory.get(key))));
  }
}
