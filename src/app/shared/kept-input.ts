/** All stored inputs, which belong to the signed-in user. */
const all = new Set<Map<string, unknown>>();

/** Removes all stored inputs, because another user may be signed in. */
export function forgetKeptInput(): void {
  for (const kept of all) kept.clear();
}

/**
 * Stores the user's input for a write that failed or wasn't confirmed. The input is available when the
 * command is next used, and only then: canceling the command discards it.
 */
export class KeptInput<T> {
  readonly #kept = new Map<string, T>();

  constructor() {
    all.add(this.#kept);
  }

  take(id: string): T | undefined {
    const typed = this.#kept.get(id);
    this.#kept.delete(id);
    return typed;
  }

  /** Stores the input until `send` succeeds. */
  async during<R>(id: string, typed: T, send: () => Promise<R>): Promise<R> {
    this.#kept.set(id, typed);
    const sent = await send();
    this.#kept.delete(id);
    return sent;
  }
}
