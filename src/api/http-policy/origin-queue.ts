import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Priority } from '../transport';
import type { TrafficCounters } from './counters';

const MINUTE_MS = 60_000;

export interface QueueLimits {
  /** The most requests under way. */
  readonly inFlight: number;
  /** The most requests that start within a minute. */
  readonly perMinute: number;
  /** A request does not wait for the end of a longer pause, in milliseconds: it fails and says how long. */
  readonly longestPauseMs: number;
}

/** What became of waiting: a turn, which has to be given back; too long a pause; nobody waits any more. */
export type Turn =
  | { readonly kind: 'turn'; readonly done: () => void }
  | { readonly kind: 'held'; readonly ms: number }
  | { readonly kind: 'aborted' };

interface Waiting {
  readonly settle: (turn: Turn) => void;
}

/** The requests that wait for one origin, and when the next may start. */
export class OriginQueue implements Disposable {
  readonly #clock: Clock;
  readonly #limits: () => QueueLimits;
  readonly #counted: ReturnType<TrafficCounters['of']>;
  readonly #waiting: Readonly<Record<Priority, Set<Waiting>>> = {
    foreground: new Set(),
    background: new Set(),
  };
  /** When the requests of the last minute started; oldest first. */
  #starts: number[] = [];
  #inFlight = 0;
  #heldUntil = 0;
  #timer: AbortController | undefined;

  constructor(clock: Clock, limits: () => QueueLimits, counted: ReturnType<TrafficCounters['of']>) {
    this.#clock = clock;
    this.#limits = limits;
    this.#counted = counted;
  }

  /** Waits for a turn. Never rejects. */
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

  /** Nothing more starts for so long. A hold never makes an earlier one shorter. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
    this.#counted.heldUntil = this.#heldUntil;
    this.#go();
  }

  /** Everybody who waits is sent away. */
  dispose(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.settle({ kind: 'aborted' });
    this.#go();
  }

  /** Who waits longest in the foreground, or else in the background. */
  #next(): Waiting | undefined {
    for (const line of [this.#waiting.foreground, this.#waiting.background]) {
      for (const entry of line) return entry;
    }
    return undefined;
  }

  /** Starts what may start, and waits for the time at which the next one may. */
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
      const wait = Math.max(held, this.#untilRoom(now));
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

  /** How long until fewer requests than the ceiling started within the last minute. */
  #untilRoom(now: number): number {
    // A clock that was set back says nothing about the last minute.
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
      // Another look was taken before.
      () => undefined,
    );
  }
}
