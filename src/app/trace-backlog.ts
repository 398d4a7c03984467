import type { Clock } from '../base/clock';

/** Reading waits while what was read and is not shown yet is more than this, in bytes: the first screen goes first. */
const MOST_BEHIND = 2_000_000;
const LOOK_AGAIN_MS = 10;
/** Who takes nothing for so many looks takes nothing any more. */
const MOST_LOOKS = 100;

/** Waits until what was read is shown but for a rest; false where whoever shows it takes nothing any more. */
export async function caughtUp(behind: () => number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  let least = Infinity;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const now = behind();
    if (now <= MOST_BEHIND) return true;
    if (now < least) looks = 0;
    least = Math.min(least, now);
    await clock.wait(LOOK_AGAIN_MS, signal);
  }
  return false;
}
