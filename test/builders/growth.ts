const ROUNDS = 2;
const GROWTH_ROUNDS = 3;

/** Microseconds of the processor that the work takes in the best of a few rounds: to be compared within one run only. */
export function cpu(work: () => unknown, rounds = ROUNDS): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, user + system);
  }
  return best;
}

/** How much more input the second measurement takes: far enough apart that noise is not taken for growth. */
const TIMES_LARGER = 4;

/** Measured anew while the result is clearly above what linear work costs: garbage may be collected meanwhile. */
const ATTEMPTS = 4;
const LINEAR = 1.4 * TIMES_LARGER;

/** How many times more CPU four times the input costs: about 4 for work that is linear, 16 for what is quadratic. */
export function growthOf<T>(input: (size: number) => T, size: number, work: (input: T) => unknown): number {
  const [small, large] = [input(size), input(TIMES_LARGER * size)];
  // Once before, so that none of what is measured is compiled meanwhile.
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
