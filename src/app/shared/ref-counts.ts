import { type Disposable, onDispose } from '../../base/disposable';

/** Counts who has an interest in a thing; the thing is held as long as somebody has. */
export class RefCounts<T> {
  readonly #held = new Map<string, { readonly thing: T; count: number }>();
  readonly #idOf: (thing: T) => string;

  constructor(idOf: (thing: T) => string) {
    this.#idOf = idOf;
  }

  retain(thing: T): Disposable {
    const id = this.#idOf(thing);
    const entry = this.#held.get(id) ?? { thing, count: 0 };
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
    return [...this.#held.values()].map(({ thing }) => thing);
  }
}
