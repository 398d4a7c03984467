import { abortReason } from './abort';

/** Limits the number of concurrent tasks. Other tasks wait in a first-in, first-out queue. */
export class Semaphore {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#running--;
      const [next] = this.#waiting;
      next?.();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(abortReason(signal));
    if (this.#running < this.#most) {
      this.#running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        this.#waiting.delete(begin);
        signal?.removeEventListener('abort', giveUp);
        this.#running++;
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(begin);
        reject(abortReason(signal));
      };
      this.#waiting.add(begin);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
