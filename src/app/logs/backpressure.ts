import type { Clock } from '../../base/clock';

/** Reading waits while what was read and is not shown yet is more than this, in bytes: the first screen goes first. */
const MAX_BYTES = 2_000_000;
const CHECK_AGAIN_MS = 10;
/** Who takes nothing for so many checks takes nothing any more. */
const MAX_CHECKS = 100;

/** What was read of a log and is not shown yet. */
export class Backpressure {
  readonly #clock: Clock;
  /** Its bytes; undefined where nobody shows the log. */
  bytes: (() => number) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits until all but a rest is shown. */
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
