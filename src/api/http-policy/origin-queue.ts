import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Priority } from '../transport';
import type { TrafficCounters } from './counters';

const MINUTE_MS = 60_000;

export interface QueueLimits {
  /** Maximum number of concurrent requests. */
  readonly inFlight: number;
  /** Maximum number of requests that start within a minute. */
  readonly perMinute: number;
  /** If a pause is longer than this, in milliseconds, requests fail with the duration instead of waiting. */
  readonly longestPauseMs: number;
}

/**
 * The result of waiting: a slot, which has to be released; a pause that is too long; or no more interest in
 * the result.
 */
export type Turn =
  | { readonly kind: 'turn'; readonly done: () => void }
  | { readonly kind: 'held'; readonly ms: number }
  | { readonly kind: 'aborted' };

interface Waiting {
  readonly settle: (turn: Turn) => void;
}

/** The queued requests of one origin, and when the next one may start. */
export class OriginQueue implements Disposable {
  readonly #clock: Clock;
  readonly #limits: () => QueueLimits;
  readonly #counted: ReturnType<TrafficCounters['of']>;
  readonly #waiting: Readonly<Record<Priority, Set<Waiting>>> = {
    foreground: new Set(),
    background: new Set(),
  };
  /** Start times of the requests of the last minute; oldest first. */
  #starts: number[] = [];
  #inFlight = 0;
  #heldUntil = 0;
  #timer: AbortController | undefined;

  constructor(clock: Clock, limits: () => QueueLimits, counted: ReturnType<TrafficCounters['of']>) {
    this.#clock = clock;
    this.#limits = limits;
    this.#counted = counted;
  }

  /** Waits for a slot. Never rejects. */
  turn(priority: Priority, signal: AbortSignal | undefined): Promise<Turn> {
    if (signal?.aborted === true) return Promise.resolve({ kind: 'aborted' });
    return new Promise((resolve) => {
      const line = this.#waiting[priority];
      const onAbort = (): void => {
        entry.settle({ kind: 'aborted' });
        this.#go();
      };
      const entry: Waiting = {
        settle: (turn) => {
          signal?.removeEventListener('abort', onAbort);
          if (line.delete(entry)) this.#counted.waiting -= 1;
          resolve(turn);
        },
      };
      line.add(entry);
      this.#counted.waiting += 1;
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#go();
    });
  }

  /** Pauses for this long. Never shortens an earlier pause. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
    this.#counted.heldUntil = this.#heldUntil;
    this.#go();
  }

  /** Cancels all queued requests. */
  dispose(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.settle({ kind: 'aborted' });
    this.#go();
  }

  /** The longest waiting foreground request, or else background request. */
  #next(): Waiting | undefined {
    for (const line of [this.#waiting.foreground, this.#waiting.background]) {
      for (const entry of line) return entry;
    }
    return undefined;
  }

  /** Starts what can be started, and schedules the next start. */
  #go(): void {
    this.#timer?.abort();
    this.#timer = undefined;
    const { inFlight, longestPauseMs } = this.#limits();
    for (;;) {
      const next = this.#next();
      if (next === undefined) return;
      const now = this.#clock.now();
      const held = this.#heldUntil - now;
      if (held > longestPauseMs) {
        next.settle({ kind: 'held', ms: held });
        continue;
      }
      if (this.#inFlight >= Math.max(1, inFlight)) return;
      const wait = Math.max(held, this.#rateLimitDelay(now));
      if (wait > 0) {
        this.#wakeIn(wait);
        return;
      }
      this.#starts.push(now);
      this.#inFlight += 1;
      this.#counted.inFlight += 1;
      next.settle({ kind: 'turn', done: this.#giveBack() });
    }
  }

  #giveBack(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#inFlight -= 1;
      this.#counted.inFlight -= 1;
      this.#go();
    };
  }

  /** Time until the number of requests within the last minute falls below the limit. */
  #rateLimitDelay(now: number): number {
    // If the clock was set back, the start times aren't comparable with the current time.
    if ((this.#starts.at(-1) ?? 0) > now) this.#starts = [];
    while ((this.#starts[0] ?? now) <= now - MINUTE_MS) this.#starts.shift();
    const blocking = this.#starts.at(-Math.max(1, this.#limits().perMinute));
    return blocking === undefined ? 0 : blocking + MINUTE_MS - now;
  }

  #wakeIn(ms: number): void {
    const timer = new AbortController();
    this.#timer = timer;
    this.#clock.wait(ms, timer.signal).then(
      () => {
        if (this.#timer === timer) this.#go();
      },
      // The timer was replaced or is no longer needed.
      () => undefined,
    );
  }
}
