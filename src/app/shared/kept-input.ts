/** Everything that was typed belongs to who was signed in. */
const all = new Set<Map<string, unknown>>();

/** Forgets what was typed: somebody else may be signed in now. */
export function forgetKeptInput(): void {
  for (const kept of all) kept.clear();
}

/**
 * What was typed for a write that wasn't confirmed or was refused. It's there again when the command is used the next
 * time, and only then: who gives it up doesn't want it.
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

  /** Keeps what was typed until `send` succeeds. */
  async during<R>(id: string, typed: T, send: () => Promise<R>): Promise<R> {
    this.#kept.set(id, typed);
    const sent = await send();
    this.#kept.delete(id);
    return sent;
  }
}
