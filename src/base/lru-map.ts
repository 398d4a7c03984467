export interface LruMapOptions<K> {
  /** Entries for which this returns true are never evicted and don't count toward the maximum. */
  readonly isHeld?: (key: K) => boolean;
}

/** A map with a maximum number of entries. Evicts the least recently used entries. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;
  readonly #isHeld: ((key: K) => boolean) | undefined;

  constructor(max: number, { isHeld }: LruMapOptions<K> = {}) {
    this.#max = max;
    this.#isHeld = isHeld;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#append(key, value);
    return value;
  }

  /** Returns a value without marking it as recently used. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#append(key, value);
    if (this.#entries.size > this.#max) this.#evict();
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Returns the values, least recently used first. `entries` has the same order. */
  values(): readonly V[] {
    return [...this.#entries.values()];
  }

  entries(): readonly (readonly [K, V])[] {
    return [...this.#entries];
  }

  /** Moves the key to the end, because a `Map` iterates in insertion order. */
  #append(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }

  #evict(): void {
    const isHeld = this.#isHeld ?? (() => false);
    let excess = this.#entries.size - this.#max;
    if (this.#isHeld !== undefined) for (const key of this.#entries.keys()) if (isHeld(key)) excess--;
    for (const key of this.#entries.keys()) {
      if (excess <= 0) return;
      if (isHeld(key)) continue;
      this.#entries.delete(key);
      excess--;
    }
  }
}
