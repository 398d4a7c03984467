/** Shares the result of a running operation among all callers with the same key. */
export class SingleFlight<K, T> {
  readonly #running = new Map<K, Promise<T>>();

  has(key: K): boolean {
    return this.#running.has(key);
  }

  run(key: K, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = start().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
