import type { Clock } from '../../base/clock';

/**
 * Number of bytes that were read but not shown yet above which reading pauses, so that the first page is
 * shown early.
 */
const MAX_BYTES = 2_000_000;
const CHECK_AGAIN_MS = 10;
/** Number of checks without progress after which reading no longer waits. */
const MAX_CHECKS = 100;

/** Delays reading while too much of a log hasn't been shown yet. */
export class Backpressure {
  readonly #clock: Clock;
  /** Number of bytes not shown yet; undefined if the log isn't displayed. */
  bytes: (() => number) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits until at most `MAX_BYTES` haven't been shown. */
  async shrinks(signal: AbortSignal): Promise<void> {
    if (this.bytes === undefined) return;
    let least = Infinity;
    for (let checks = 0; checks < MAX_CHECKS; checks++) {
      const now = this.bytes();
      if (now <= MAX_BYTES) return;
      if (now < least) checks = 0;
      least = Math.min(least, now);
      await this.#clock.wait(CHECK_AGAIN_MS, signal);
    }
    this.bytes = undefined;
  }
}
