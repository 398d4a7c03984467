import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { StackTrace } from '../../domain/errors/stack-trace';

export interface PastedTrace {
  readonly id: string;
  /** The caught error first, then its causes. */
  readonly traces: readonly StackTrace[];
  /** Unix milliseconds. */
  readonly at: number;
}

const MAX_KEPT = 20;

/** Stack traces that the user pasted in this window, newest first. Not stored elsewhere. */
export class PastedTraces implements Disposable {
  readonly #changed = new Emitter<void>();
  #all: readonly PastedTrace[] = [];
  #count = 0;

  readonly onDidChange = this.#changed.event;

  list(): readonly PastedTrace[] {
    return this.#all;
  }

  get(id: string): PastedTrace | undefined {
    return this.#all.find((each) => each.id === id);
  }

  add(traces: readonly StackTrace[], at: number): PastedTrace {
    const added = { id: String(++this.#count), traces, at };
    this.#all = [added, ...this.#all].slice(0, MAX_KEPT);
    this.#changed.fire();
    return added;
  }

  remove(id: string): void {
    this.#all = this.#all.filter((each) => each.id !== id);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
