import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { errorOrderSchema } from '../../schemas/sentry-error';
import { errorFilterSchema } from '../../schemas/stored-errors';
import type { KeyValueStore } from '../shared/stores';
import type { ErrorQuestion } from './calls';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'error-filter';
export const ERROR_ORDERS = errorOrderSchema.options;
const MAX_SEARCH_LENGTH = 200;

/** Which errors a person wants to see in this workspace, and in which order. */
export class ErrorFilter implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<ErrorQuestion>();
  #current: ErrorQuestion | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#current = undefined;
      this.#changed.fire(this.current);
    });
  }

  get current(): ErrorQuestion {
    return (this.#current ??= read(this.#memory.get(MEMORY_KEY)));
  }

  async change(changes: Partial<ErrorQuestion>): Promise<void> {
    const { search, order } = { ...this.current, ...changes };
    this.#current = { search: search.trim().slice(0, MAX_SEARCH_LENGTH), order };
    this.#changed.fire(this.#current);
    await this.#memory.set(MEMORY_KEY, this.#current);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Reads what was remembered; anything unexpected counts as not chosen. */
function read(held: unknown): ErrorQuestion {
  const { search, order } = errorFilterSchema.parse(held);
  return { search: search.slice(0, MAX_SEARCH_LENGTH), order };
}
