import { isAbort } from '../base/abort';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';

/** How soon to look again: something is moving, or nothing is. */
export type Pace = 'live' | 'idle';

/** Milliseconds between the end of one look and the start of the next. */
export const PACE_MS: Readonly<Record<Pace, number>> = { live: 3_000, idle: 60_000 };

export interface PollerPorts {
  readonly clock: Clock;
  readonly look: (signal: AbortSignal) => Promise<void>;
  /** Asked before every wait. */
  readonly pace: () => Pace;
}

/** Looks again and again while it is on, never twice at the same time. Failures are told and do not end it. */
export class Poller implements Disposable {
  readonly #ports: PollerPorts;
  readonly #looked = new Emitter<unknown>();
  #running: AbortController | undefined;
  #waiting: AbortController | undefined;
  #lastLook: number | undefined;
  #failures = 0;
  /** The run before, which may still be ending. */
  #before: Promise<void> = Promise.resolve();

  /** After each look: what it failed with, or undefined. */
  readonly onDidLook = this.#looked.event;

  constructor(ports: PollerPorts) {
    this.#ports = ports;
  }

  /** Switches looking on or off. Switched on again, it looks at once if it is time. */
  set on(wanted: boolean) {
    if (wanted === (this.#running !== undefined)) return;
    if (wanted) {
      // Whatever is shown for the first time is read by whoever shows it.
      this.#lastLook ??= this.#ports.clock.now();
      this.#running = new AbortController();
      const { signal } = this.#running;
      this.#before = this.#before.then(() => this.#run(signal));
    } else {
      this.#running?.abort();
      this.#running = undefined;
    }
  }

  /** Tells that the pace may be another one now. */
  nudge(): void {
    this.#waiting?.abort();
  }

  dispose(): void {
    this.on = false;
    this.#looked.dispose();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = (this.#lastLook ?? 0) + this.#rest() - this.#ports.clock.now();
      if (due > 0) await this.#wait(due, signal);
      else await this.#look(signal);
    }
  }

  /** Twice as long after each failure, up to the idle pace: a server in trouble is not asked as before. */
  #rest(): number {
    return Math.min(PACE_MS[this.#ports.pace()] * 2 ** this.#failures, PACE_MS.idle);
  }

  async #look(signal: AbortSignal): Promise<void> {
    let failure: unknown;
    try {
      await this.#ports.look(signal);
    } catch (error) {
      failure = error;
    }
    // A look that was broken off saw nothing.
    if (signal.aborted) return;
    this.#lastLook = this.#ports.clock.now();
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
    this.#looked.fire(failure);
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    try {
      await this.#ports.clock.wait(ms, AbortSignal.any([signal, waiting.signal]));
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }
}
