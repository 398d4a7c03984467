import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Priority } from '../transport';
import type { TrafficCounters } from './counters';
import { RequestPauses } from './request-pauses';

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
  | {
      readonly kind: 'turn';
      /** Called when the response arrives, with the pause that it requests. */
      readonly answered: (pauseMs: number | undefined) => void;
      /** Called when the request has ended. */
      readonly done: () => void;
    }
  | { readonly kind: 'held'; readonly ms: number }
  | { readonly kind: 'aborted' };

interface Waiting {
  readonly endpoint: string;
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
  readonly #holds = new RequestPauses();
  #timer: AbortController | undefined;

  constructor(clock: Clock, limits: () => QueueLimits, counted: ReturnType<TrafficCounters['of']>) {
    this.#clock = clock;
    this.#limits = limits;
    this.#counted = counted;
  }

  /** Waits for a slot for a request to an endpoint. Never rejects. */
  turn(endpoint: string, priority: Priority, signal: AbortSignal | undefined): Promise<Turn> {
    if (signal?.aborted === true) return Promise.resolve({ kind: 'aborted' });
    return new Promise((resolve) => {
      const line = this.#waiting[priority];
      const onAbort = (): void => {
        entry.settle({ kind: 'aborted' });
        this.#go();
      };
      const entry: Waiting = {
        endpoint,
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

  /** Cancels all queued requests. */
  dispose(): void {
    for (const entry of this.#inOrder()) entry.settle({ kind: 'aborted' });
    this.#go();
  }

  /** Foreground requests, then background requests, each in the order of their arrival. */
  *#inOrder(): Generator<Waiting> {
    yield* this.#waiting.foreground;
    yield* this.#waiting.background;
  }

  /** Starts what can be started, and schedules the next start. */
  #go(): void {
    this.#timer?.abort();
    this.#timer = undefined;
    const { inFlight, longestPauseMs } = this.#limits();
    const now = this.#clock.now();
    const arePaused = this.#holds.isActive(now);
    let wake = Infinity;
    for (const entry of this.#inOrder()) {
      const held = this.#holds.left(entry.endpoint, now);
      if (held > longestPauseMs) {
        entry.settle({ kind: 'held', ms: held });
        continue;
      }
      const isFull = this.#inFlight >= Math.max(1, inFlight) || this.#holds.isProbing;
      const wait = Math.max(held, isFull ? Infinity : this.#rateLimitDelay(now));
      if (wait <= 0) this.#start(entry, now);
      else wake = Math.min(wake, wait);
      // Without pauses, the following requests can't start either.
      if (wait > 0 && !arePaused) break;
    }
    if (wake < Infinity) this.#wakeIn(wake);
  }

  #start(entry: Waiting, now: number): void {
    this.#starts.push(now);
    this.#inFlight += 1;
    this.#counted.inFlight += 1;
    this.#holds.sent(entry);
    let isDone = false;
    entry.settle({
      kind: 'turn',
      answered: (pauseMs) => {
        this.#holds.answered(entry, entry.endpoint, pauseMs, this.#clock.now());
        if (this.#holds.originUntil > 0) this.#counted.heldUntil = this.#holds.originUntil;
        this.#counted.pausedUntil = this.#holds.until;
        this.#go();
      },
      done: () => {
        if (isDone) return;
        isDone = true;
        this.#inFlight -= 1;
        this.#counted.inFlight -= 1;
        this.#holds.failed(entry);
        this.#go();
      },
    });
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
