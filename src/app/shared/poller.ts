import { isAbort } from '../../base/abort';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';

/** Whether changes are expected soon. */
export type Pace = 'live' | 'idle';

/** Milliseconds between the end of a poll and the start of the next. */
export const PACE_MS: Readonly<Record<Pace, number>> = { live: 3_000, idle: 60_000 };

/** Factors for the interval, by milliseconds since the last user action. */
const STRETCH: readonly (readonly [afterMs: number, times: number])[] = [
  [10 * 60_000, 3],
  [2 * 60_000, 5 / 3],
  [0, 1],
];

/**
 * Minimum wait per request of the last poll, so that polling uses at most half of the requests per minute.
 */
const MS_A_REQUEST = 400;

export interface PollerDeps {
  readonly clock: Clock;
  /** `all` reads everything, even if no change is expected. */
  readonly poll: (signal: AbortSignal, all: boolean) => Promise<void>;
  /** Called before each wait. */
  readonly pace: () => Pace;
  /** Milliseconds between polls while changes are expected; 0 disables polling. Default: `PACE_MS.live`. */
  readonly interval?: () => number;
  /** Returns the number of requests sent by all polls so far. */
  readonly requests?: () => number;
}

/** Polls while it is on, never twice at the same time. Reports failures and continues. */
export class Poller implements Disposable {
  readonly #deps: PollerDeps;
  readonly #checked = new Emitter<unknown>();
  readonly #count = new Emitter<number>();
  #running: AbortController | undefined;
  #waiting: AbortController | undefined;
  #lastPoll: number | undefined;
  #lastSuccess: number | undefined;
  /** Numbers of the last started poll, and of the one whose result is in effect. */
  #started = 0;
  #applied = 0;
  /** Number of running polls. */
  #polls = 0;
  #failures = 0;
  #cost = 0;
  /** Time of the last user action. */
  #watchedSince = 0;
  /** The previous run, which may not have ended yet. */
  #before: Promise<void> = Promise.resolve();

  /** Fires after each poll, with its error or undefined. */
  readonly onDidPoll = this.#checked.event;
  /** Fires with the number of running polls whenever it changes. */
  readonly onDidChangeRunning = this.#count.event;

  constructor(deps: PollerDeps) {
    this.#deps = deps;
  }

  /** Time of the last successful poll; undefined before polling starts. */
  get lastSuccess(): number | undefined {
    return this.#lastSuccess;
  }

  /** Starts or stops polling. After a restart, polls immediately if a poll is due. */
  set on(wanted: boolean) {
    if (wanted === (this.#running !== undefined)) return;
    if (wanted) {
      // The first data is read by the code that shows it.
      const now = this.#deps.clock.now();
      this.#lastPoll ??= now;
      this.#lastSuccess ??= now;
      this.#watchedSince = now;
      this.#running = new AbortController();
      const { signal } = this.#running;
      this.#before = this.#before.then(() => this.#run(signal));
    } else {
      this.#running?.abort();
      this.#running = undefined;
    }
  }

  /** Recalculates the wait, because the pace may have changed. */
  reschedule(): void {
    this.#waiting?.abort();
  }

  /** Records a user action, after which polling is faster. */
  markActive(): void {
    this.#watchedSince = this.#deps.clock.now();
    this.reschedule();
  }

  /** Polls everything immediately, even if polling is off. Rejects with the error of the poll. */
  async refresh(signal: AbortSignal): Promise<void> {
    this.markActive();
    const failure = await this.#poll(signal, true);
    if (failure !== undefined) throw failure;
  }

  dispose(): void {
    this.on = false;
    this.#checked.dispose();
    this.#count.dispose();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = (this.#lastPoll ?? 0) + this.#rest() - this.#deps.clock.now();
      // Limits the wait, because settings can change meanwhile.
      if (due > 0) await this.#wait(Math.min(due, PACE_MS.idle), signal);
      else await this.#poll(signal, false);
    }
  }

  #rest(): number {
    const { clock, interval, pace } = this.#deps;
    const live = interval?.() ?? PACE_MS.live;
    if (live === 0) return Infinity;
    const watched = clock.now() - this.#watchedSince;
    const [, times = 1] = STRETCH.find(([afterMs]) => watched >= afterMs) ?? [];
    const usual = pace() === 'idle' ? PACE_MS.idle : live * times;
    // Doubles the wait after each failure, up to the idle interval, to reduce load on a failing server.
    const patient = Math.min(usual * 2 ** this.#failures, Math.max(PACE_MS.idle, live));
    return Math.max(patient, this.#cost * MS_A_REQUEST);
  }

  /** Resolves with the error. */
  async #poll(signal: AbortSignal, all: boolean): Promise<Error | undefined> {
    const before = this.#deps.requests?.() ?? 0;
    const number = ++this.#started;
    let failure: Error | undefined;
    this.#count.fire(++this.#polls);
    try {
      await this.#deps.poll(signal, all);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#count.fire(--this.#polls);
    }
    // Ignores the result of an aborted poll, and of one that ended after a later one.
    if (signal.aborted || number < this.#applied) return failure;
    this.#applied = number;
    this.#lastPoll = this.#deps.clock.now();
    this.#cost = (this.#deps.requests?.() ?? 0) - before;
    if (failure === undefined) this.#lastSuccess = this.#lastPoll;
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
    this.#checked.fire(failure);
    return failure;
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    try {
      await this.#deps.clock.wait(ms, AbortSignal.any([signal, waiting.signal]));
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }
}
