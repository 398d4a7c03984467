import { isAbort } from '../../base/abort';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';

/** How soon to look again: something is moving, or nothing is. */
export type Pace = 'live' | 'idle';

/** Milliseconds between the end of one look and the start of the next. */
export const PACE_MS: Readonly<Record<Pace, number>> = { live: 3_000, idle: 60_000 };

/** Who watches for longer is in less of a hurry: from so many milliseconds on, so many times the pace. */
const STRETCH: readonly (readonly [afterMs: number, times: number])[] = [
  [10 * 60_000, 3],
  [2 * 60_000, 5 / 3],
  [0, 1],
];

/** Time for each request of a look: looking takes at most half of what a server is asked in a minute. */
const MS_A_REQUEST = 400;

export interface PollerDeps {
  readonly clock: Clock;
  /** `all` reads everything again, changed or not. */
  readonly poll: (signal: AbortSignal, all: boolean) => Promise<void>;
  /** Asked before every wait. */
  readonly pace: () => Pace;
  /** Milliseconds between looks while something moves; 0: never by itself. Default `PACE_MS.live`. */
  readonly interval?: () => number;
  /** Counts all requests that looks took so far. */
  readonly requests?: () => number;
}

/** Looks again and again while it is on, never twice at the same time. Failures are told and do not end it. */
export class Poller implements Disposable {
  readonly #deps: PollerDeps;
  readonly #checked = new Emitter<unknown>();
  #running: AbortController | undefined;
  #waiting: AbortController | undefined;
  #lastPoll: number | undefined;
  #lastSuccess: number | undefined;
  /** Numbers of the last look that was started, and of the one whose outcome holds. */
  #started = 0;
  #applied = 0;
  #failures = 0;
  #cost = 0;
  /** Since when a person has done nothing but watch. */
  #watchedSince = 0;
  /** The run before, which may still be ending. */
  #before: Promise<void> = Promise.resolve();

  /** After each look: what it failed with, or undefined. */
  readonly onDidPoll = this.#checked.event;

  constructor(deps: PollerDeps) {
    this.#deps = deps;
  }

  /** When all was up to date; undefined before the first look. */
  get lastSuccess(): number | undefined {
    return this.#lastSuccess;
  }

  /** Switches looking on or off. Switched on again, it looks at once if it is time. */
  set on(wanted: boolean) {
    if (wanted === (this.#running !== undefined)) return;
    if (wanted) {
      // Whatever is shown for the first time is read by whoever shows it.
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

  /** Tells that the pace may be another one now. */
  reschedule(): void {
    this.#waiting?.abort();
  }

  /** Tells that a person did something: what follows from it is of interest. */
  markActive(): void {
    this.#watchedSince = this.#deps.clock.now();
    this.reschedule();
  }

  /** Looks at everything at once, whether it is on or not. Rejects with what it failed with. */
  async refresh(signal: AbortSignal): Promise<void> {
    this.markActive();
    const failure = await this.#poll(signal, true);
    if (failure !== undefined) throw failure;
  }

  dispose(): void {
    this.on = false;
    this.#checked.dispose();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = (this.#lastPoll ?? 0) + this.#rest() - this.#deps.clock.now();
      // However long it is to wait, settings may change meanwhile.
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
    // Twice as long after each failure, up to the idle pace: a server in trouble is not asked as before.
    const patient = Math.min(usual * 2 ** this.#failures, Math.max(PACE_MS.idle, live));
    return Math.max(patient, this.#cost * MS_A_REQUEST);
  }

  /** Resolves with what it failed with. */
  async #poll(signal: AbortSignal, all: boolean): Promise<Error | undefined> {
    const before = this.#deps.requests?.() ?? 0;
    const number = ++this.#started;
    let failure: Error | undefined;
    try {
      await this.#deps.poll(signal, all);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    // A look that was broken off saw nothing; one that a later one has overtaken says nothing about this moment.
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
