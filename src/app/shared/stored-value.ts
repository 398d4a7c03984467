import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { StateKey } from './stored-state';
import type { KeyValueStore } from './stores';

/** Base class of stores for one value that is kept between sessions, with an event for its changes. */
export abstract class StoredValue<T> implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #key: StateKey;
  readonly #parse: (stored: unknown) => T;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<T>();
  /** The value in use, and what the memory returned for it. */
  #known: { readonly stored: unknown; readonly value: T } | undefined;

  /** Also fires when the account of a server ended, even if the value is the same. */
  readonly onDidChange = this.#changed.event;

  /** `parse` validates what is stored. It returns a default for undefined and for everything that it rejects. */
  constructor(memory: KeyValueStore, key: StateKey, parse: (stored: unknown) => T) {
    this.#memory = memory;
    this.#key = key;
    this.#parse = parse;
    this.#subscription = memory.onDidForget(() => {
      this.#known = undefined;
      this.fire();
    });
  }

  /** Parses only what is not the same object as before. */
  get current(): T {
    const stored = this.#memory.get(this.#key);
    if (this.#known === undefined || this.#known.stored !== stored)
      this.#known = { stored, value: this.#parse(stored) };
    return this.#known.value;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Uses the value and fires without waiting for the write. It stays in use even if it can't be stored. */
  protected async set(value: T): Promise<void> {
    const written = this.#memory.set(this.#key, value);
    this.#known = { stored: this.#memory.get(this.#key), value };
    this.fire();
    await written;
  }

  /** Writes without an event. What is in use afterwards is what the memory returns, which may be less. */
  protected write(stored: unknown): Promise<void> {
    return this.#memory.set(this.#key, stored);
  }

  protected fire(): void {
    this.#changed.fire(this.current);
  }
}
