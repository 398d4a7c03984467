export interface LruMapOptions<K> {
  /** Entries for which this returns true are never evicted and don't count. */
  readonly isHeld?: (key: K) => boolean;
}

/** A map with a maximum number of entries. Evicts the entry that was least recently set or got. */
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

  /** Returns a value without making it the most recently used one. */
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

  /** Least recently used first, as are the entries. */
  values(): readonly V[] {
    return [...this.#entries.values()];
  }

  entries(): readonly (readonly [K, V])[] {
    return [...this.#entries];
  }

  /** A map keeps its keys in the order in which they were inserted. */
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
