const ROUNDS = 2;
const GROWTH_ROUNDS = 3;

/**
 * Returns the CPU time of the work in microseconds, the best of several rounds. Compare only within one run.
 */
function cpu(work: () => unknown, rounds = ROUNDS): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, user + system);
  }
  return best;
}

/** The ratio of the two input sizes. Large enough to distinguish growth from noise. */
const TIMES_LARGER = 4;

/** The maximum number of measurements. Repeats them above linear growth, because of garbage collection. */
const ATTEMPTS = 8;
const LINEAR = 1.4 * TIMES_LARGER;

/**
 * Returns the ratio of the CPU times for inputs of four times the size: about 4 for linear work, 16 for
 * quadratic.
 */
export function growthOf<T>(input: (size: number) => T, size: number, work: (input: T) => unknown): number {
  const [small, large] = [input(size), input(TIMES_LARGER * size)];
  // Runs once first, so that compilation isn't measured.
  work(small);
  let [one, many] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS && (attempt === 0 || many / one > LINEAR); attempt++) {
    one = Math.min(
      one,
      cpu(() => work(small), GROWTH_ROUNDS),
    );
    many = Math.min(
      many,
      cpu(() => work(large), GROWTH_ROUNDS),
    );
  }
  return many / Math.max(one, 1);
}

/** More attempts than for growth: the compiler of Node.js can replace code that it optimized for earlier inputs. */
const COMPARISONS = 8;

/**
 * Returns the ratio of the CPU times of two functions. They are measured in turns, because other processes slow down
 * both. Repeats measurements from `enough` on, because of garbage collection.
 */
export function timesOf(work: () => unknown, other: () => unknown, enough = 5): number {
  let times = Infinity;
  for (let attempt = 0; attempt < COMPARISONS && times >= enough; attempt++) {
    const [one, base] = [cpu(work), cpu(other)];
    times = Math.min(times, one / Math.max(base, 1));
  }
  return times;
}
