import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { StateKey } from './stored-state';
import type { KeyValueStore } from './stores';

/** Base class of stores for a single value that is stored between sessions, with a change event. */
export abstract class StoredValue<T> implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #key: StateKey;
  readonly #parse: (stored: unknown) => T;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<T>();
  /** The current value, and the stored value from which it was parsed. */
  #known: { readonly stored: unknown; readonly value: T } | undefined;

  /** Also fires after the user signed out of a server, even if the value is the same. */
  readonly onDidChange = this.#changed.event;

  /** `parse` validates the stored value. It returns a default for undefined and invalid values. */
  constructor(memory: KeyValueStore, key: StateKey, parse: (stored: unknown) => T) {
    this.#memory = memory;
    this.#key = key;
    this.#parse = parse;
    this.#subscription = memory.onDidForget(() => {
      this.#known = undefined;
      this.fire();
    });
  }

  /** Parses the stored value only if it is another object than before. */
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

  /** Sets the value and fires before it is stored. The value is in effect even if storing fails. */
  protected async set(value: T): Promise<void> {
    const written = this.#memory.set(this.#key, value);
    this.#known = { stored: this.#memory.get(this.#key), value };
    this.fire();
    await written;
  }

  /** Stores a value without firing. The current value is then what the memory returns, which may be less. */
  protected write(stored: unknown): Promise<void> {
    return this.#memory.set(this.#key, stored);
  }

  protected fire(): void {
    this.#changed.fire(this.current);
  }
}
