import type { Clock } from '../base/clock';

/** Reading waits while what was read and is not shown yet is more than this, in bytes: the first screen goes first. */
const MOST_BYTES = 2_000_000;
const LOOK_AGAIN_MS = 10;
/** Who takes nothing for so many looks takes nothing any more. */
const MOST_LOOKS = 100;

/** What was read of a log and is not shown yet. */
export class Backlog {
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
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const now = this.bytes();
      if (now <= MOST_BYTES) return;
      if (now < least) looks = 0;
      least = Math.min(least, now);
      await this.#clock.wait(LOOK_AGAIN_MS, signal);
    }
    this.bytes = undefined;
  }
}
