import { reportFailure } from './background';
import { type Disposable, onDispose } from './disposable';

/** Subscribes a listener; dispose the result to unsubscribe. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A list of listeners: `event` adds a listener, and `fire` calls all of them. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A new function for each subscription, so that a listener that is subscribed twice is called twice.
    const entry = (value: T): void => {
      listener(value);
    };
    this.#listeners.add(entry);
    return onDispose(() => this.#listeners.delete(entry));
  };

  /**
   * Calls all listeners. A listener that throws affects neither the others nor the caller; its error is logged as
   * a failure of background work.
   */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        reportFailure(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
