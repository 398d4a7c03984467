import { randomInt } from 'node:crypto';

/** True in `npm run test:full`. */
const isComplete = process.env['SWITCHYARD_ALL_CASES'] === '1';

const SEED = Number(process.env['SWITCHYARD_TEST_SEED'] ?? randomInt(2 ** 31));
/** The names of the samples of this process. */
const sampled = new Set<string>();

/** Returns the number of cases of a slow property: some by default, all in `npm run test:full`. */
export const fuzzRuns = (all: number, usual: number): number => (isComplete ? all : usual);

/** Returns some cases in their order, chosen by the seed of this process. In `npm run test:full`, returns all. */
export function sampleOf<T>(cases: readonly T[], count: number, name: string): readonly T[] {
  if (isComplete || count >= cases.length) return cases;
  recordSample(name);
  const chosen = new Set(shuffled(cases.keys(), name).slice(0, count));
  return cases.filter((_, index) => chosen.has(index));
}

/**
 * Returns pairs of the items of two lists. In `npm run test:full`, returns all pairs. By default, the pairs contain each
 * item of `ones` once and, if there are enough of them, each item of `others`.
 */
export function samplePairs<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  name: string,
): readonly (readonly [One, Other])[] {
  if (isComplete) return ones.flatMap((one) => others.map((other) => [one, other] as const));
  recordSample(name);
  const order = shuffled(others, `${name}, second items`);
  return shuffled(ones.entries(), name)
    .flatMap(([index, one], rank) =>
      order
        .filter((_, place) => place === rank % order.length)
        .map((other) => ({ index, pair: [one, other] as const })),
    )
    .sort((one, other) => one.index - other.index)
    .map(({ pair }) => pair);
}

/** Returns how to repeat the samples of this process; undefined if there are none. */
export const samplesTaken = (): string | undefined =>
  sampled.size === 0
    ? undefined
    : `Repeat with SWITCHYARD_TEST_SEED=${SEED}, which chose the samples: ${[...sampled].join(', ')}.`;

/** Prints the seed once. */
function recordSample(name: string): void {
  if (sampled.size === 0) console.log(`Samples are chosen with SWITCHYARD_TEST_SEED=${SEED}.`);
  sampled.add(name);
}

/** Returns items in an order that depends on the seed and the name of the sample. */
function shuffled<T>(items: Iterable<T>, name: string): T[] {
  const next = randomOf(Buffer.from(name).reduce((hash, byte) => Math.imul(hash, 31) + byte, SEED));
  return [...items]
    .map((item) => ({ item, rank: next() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Pseudorandom numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
