/** An object with a resource that must be released. */
export interface Disposable {
  dispose(): void;
}

/** Returns a disposable that calls `end` on the first call of `dispose` only. */
export function onDispose(end: () => void): Disposable {
  let open = true;
  return {
    dispose() {
      if (!open) return;
      open = false;
      end();
    },
  };
}

/** Disposes its items in reverse order. Disposes an item immediately if it is added after `dispose`. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (let item = this.#items.pop(); item !== undefined; item = this.#items.pop()) item.dispose();
  }
}
