import { abortReason } from '../../base/abort';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Shares one run among all who ask for the same key while it is under way. Each has an end of its own: who gives up
 * leaves the others alone, and the run is given up with the last of them.
 */
export class SharedFlight<K, T> {
  readonly #running = new Map<K, Flight<T>>();

  async run(key: K, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted === true) throw abortReason(signal);
    const flight = this.#running.get(key) ?? this.#start(key, start);
    flight.waiting++;
    // A signal of its own: one look waits for many flights, and a signal with many listeners looks like a leak.
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

  /** Resolves when the run of a key that is under way has ended, in whatever; at once where there is none. */
  async ended(key: K): Promise<void> {
    const flight = this.#running.get(key);
    if (flight === undefined) return;
    await flight.result.catch(() => undefined);
    // Those who wait for it may hear of its end later: nobody joins what is over.
    if (this.#running.get(key) === flight) this.#running.delete(key);
  }

  #start(key: K, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const result = start(stop.signal);
    // Whoever waits gets the failure; the last one may have left before it came.
    result.catch(() => undefined);
    const flight: Flight<T> = { result, stop, waiting: 0 };
    this.#running.set(key, flight);
    return flight;
  }
}
