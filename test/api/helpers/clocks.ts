import { abortReason } from '../../../src/base/abort';
import type { Clock } from '../../../src/base/clock';

/** A clock on which every wait ends immediately. Records the duration of each wait. */
export class PassingClock implements Clock {
  readonly waits: number[] = [];
  time: number;

  constructor(time = Date.UTC(2026, 10, 5, 12)) {
    this.time = time;
  }

  now(): number {
    return this.time;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(abortReason(signal));
    this.waits.push(ms);
    this.time += ms;
    return Promise.resolve();
  }
}

const HOUR = 60 * 60_000;

/** A clock on which every wait ends immediately. Calls `over` after an hour. */
export class HourClock implements Clock {
  readonly #end: number;
  #time: number;
  over: () => void = () => undefined;

  constructor(time = Date.UTC(2026, 10, 5, 12)) {
    this.#time = time;
    this.#end = time + HOUR;
  }

  now(): number {
    return this.#time;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(abortReason(signal));
    this.#time += ms;
    if (this.#time >= this.#end) this.over();
    return Promise.resolve();
  }
}

/** A clock that only advances when `advance` is called. */
export class ManualClock implements Clock {
  #time = 0;
  #waiting: { readonly until: number; readonly done: () => void }[] = [];

  now(): number {
    return this.#time;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(abortReason(signal));
        return;
      }
      const entry = { until: this.#time + ms, done: resolve };
      this.#waiting.push(entry);
      signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        reject(abortReason(signal));
      });
    });
  }

  advance(ms: number): void {
    this.#time += ms;
    const due = this.#waiting.filter(({ until }) => until <= this.#time);
    this.#waiting = this.#waiting.filter(({ until }) => until > this.#time);
    for (const { done } of due) done();
  }
}
