interface BusyOptions<A, T> {
  /** Returns the error for an action that is rejected because of the one in progress. */
  readonly busy: (running: A) => Error;
  /** Called when the action has started and when it has ended. */
  readonly changed?: () => void;
  readonly act: () => Promise<T>;
}

/** Actions in progress, at most one for each key. Others are rejected. */
export class BusyMap<A> {
  readonly #actions = new Map<string, A>();

  has(key: string): boolean {
    return this.#actions.has(key);
  }

  /** The action in progress. */
  get(key: string): A | undefined {
    return this.#actions.get(key);
  }

  async run<T>(key: string, action: A, { busy, changed, act }: BusyOptions<A, T>): Promise<T> {
    const running = this.#actions.get(key);
    if (running !== undefined) throw busy(running);
    this.#actions.set(key, action);
    try {
      changed?.();
      return await act();
    } finally {
      this.#actions.delete(key);
      changed?.();
    }
  }
}
