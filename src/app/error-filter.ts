import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isRecord } from '../base/record';
import type { KeyValueStore } from './ports';
import type { ErrorOrder, ErrorQuestion } from './tracked-error-calls';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'error-filter';
export const ERROR_ORDERS = ['last_seen', 'first_seen', 'frequency'] as const satisfies readonly ErrorOrder[];
const LONGEST_SEARCH = 200;

/** Which errors a person wants to see in this workspace, and in which order. */
export class ErrorFilter implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<ErrorQuestion>();
  #current: ErrorQuestion | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  get current(): ErrorQuestion {
    return (this.#current ??= read(this.#memory.get(MEMORY_KEY)));
  }

  async change(changes: Partial<ErrorQuestion>): Promise<void> {
    const { search, order } = { ...this.current, ...changes };
    this.#current = { search: search.trim().slice(0, LONGEST_SEARCH), order };
    this.#changed.fire(this.#current);
    await this.#memory.set(MEMORY_KEY, this.#current);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Reads what was remembered; anything unexpected counts as not chosen. */
function read(held: unknown): ErrorQuestion {
  const { search, order } = isRecord(held) ? held : {};
  return {
    search: typeof search === 'string' ? search.slice(0, LONGEST_SEARCH) : '',
    order: ERROR_ORDERS.find((each) => each === order) ?? 'last_seen',
  };
}
