/**
 * The world's time in Unix milliseconds: real time multiplied by a speed, plus the time added by `advance`.
 */
export interface WorldClock {
  now(): number;
  /** Advances the time immediately. With `still`, time only changes this way. */
  advance(ms: number): void;
}

/** Creates a clock that starts at the current time. With a `speed` of 0, it is stopped. */
export function worldClock(speed: number, realNow: () => number = Date.now): WorldClock {
  const start = realNow();
  let skipped = 0;
  return {
    now: () => Math.round(start + (realNow() - start) * speed) + skipped,
    advance(ms) {
      skipped += ms;
    },
  };
}
