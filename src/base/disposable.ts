/** Something that holds a resource until it is told to let go. */
export interface Disposable {
  dispose(): void;
}

/** A disposable that runs `end` once, however often it is disposed. */
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

/** Holds disposables and ends them together, last first. What is added after the end is ended at once. */
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
