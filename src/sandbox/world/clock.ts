/** The world's own time in Unix milliseconds: real time times a speed, plus what was skipped by hand. */
export interface WorldClock {
  now(): number;
  /** Lets time pass at once; with `still`, the only way in which it passes. */
  advance(ms: number): void;
}

/** A clock that starts at the real time. `speed` 0 stands still. */
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
