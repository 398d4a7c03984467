import type { Client } from '../../api/client';
import { abortReason } from '../../base/abort';
import { ignoreFailure } from '../../base/background';

/** The server that is read; usually its client. */
export type CountsWrites = Pick<Client, 'writeNumber'>;

/** For data that no write changes, such as the files of a commit. */
export const NO_WRITES: CountsWrites = { writeNumber: 0 };

interface Flight<T> {
  readonly writeNumber: number;
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Shares one run among all concurrent callers with the same key, unless a write was sent to the server or
 * ended since the run began: then the next caller starts another run. Each caller can abort without affecting
 * the others. The run is aborted after the last caller has aborted.
 */
export class SharedFlight<K, T> {
  readonly #running = new Map<K, Flight<T>>();

  async run(
    key: K,
    { writeNumber }: CountsWrites,
    start: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (signal?.aborted === true) throw abortReason(signal);
    const running = this.#running.get(key);
    const flight = running?.writeNumber === writeNumber ? running : this.#start(key, writeNumber, start);
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

  #start(key: K, writeNumber: number, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const result = start(stop.signal);
    // Callers handle the error. If all of them have left, it must not be reported as unhandled.
    ignoreFailure(result);
    const flight: Flight<T> = { writeNumber, result, stop, waiting: 0 };
    this.#running.set(key, flight);
    return flight;
  }
}
