import { type Disposable, onDispose } from '../../base/disposable';

/** Reference counts. A thing is retained until all of its references are disposed. */
export class RefCounts<T> {
  readonly #held = new Map<string, { readonly item: T; count: number }>();
  readonly #idOf: (item: T) => string;

  constructor(idOf: (item: T) => string) {
    this.#idOf = idOf;
  }

  retain(item: T): Disposable {
    const id = this.#idOf(item);
    const entry = this.#held.get(id) ?? { item, count: 0 };
    entry.count++;
    this.#held.set(id, entry);
    return onDispose(() => {
      entry.count--;
      if (entry.count === 0) this.#held.delete(id);
    });
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  all(): readonly T[] {
    return [...this.#held.values()].map(({ item }) => item);
  }
}
