import { abortReason } from '../../base/abort';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Shares one run among all concurrent callers with the same key. Each caller can abort without affecting the
 * others. The run is aborted after the last caller has aborted.
 */
export class SharedFlight<K, T> {
  readonly #running = new Map<K, Flight<T>>();

  async run(key: K, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted === true) throw abortReason(signal);
    const flight = this.#running.get(key) ?? this.#start(key, start);
    flight.waiting++;
    // A separate signal, because a poll waits for many runs, and Node.js warns about signals with many
    // listeners.
    const end = AbortSignal.any(signal === undefined ? [] : [signal]);
    let leave = (): void => undefined;
    try {
      const left = new Promise<never>((_, reject) => {
        leave = () => {
          reject(abortReason(end));
        };
        end.addEventListener('abort', leave, { once: true });
      });
      return await Promise.race([flight.result, left]);
    } finally {
      end.removeEventListener('abort', leave);
      flight.waiting--;
      if (flight.waiting === 0) {
        if (this.#running.get(key) === flight) this.#running.delete(key);
        flight.stop.abort();
      }
    }
  }

  /** Resolves when the current run of a key has ended, even if it failed; immediately if there is no run. */
  async ended(key: K): Promise<void> {
    const flight = this.#running.get(key);
    if (flight === undefined) return;
    await flight.result.catch(() => undefined);
    // Callers are notified asynchronously. Removes the finished run so that new callers don't join it.
    if (this.#running.get(key) === flight) this.#running.delete(key);
  }

  #start(key: K, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const result = start(stop.signal);
    // Callers handle the error. If all of them have left, it must not be reported as unhandled.
    result.catch(() => undefined);
    const flight: Flight<T> = { result, stop, waiting: 0 };
    this.#running.set(key, flight);
    return flight;
  }
}
