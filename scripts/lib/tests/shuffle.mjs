// A repeatable random order of tests: the same seed gives the same order.

/** Returns a generator of numbers from 0 up to 1 that depend only on the seed (mulberry32). */
function numbersFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Returns the items in a random order. */
export function shuffled(items, seed) {
  const next = numbersFrom(seed);
  const left = [...items];
  for (let end = left.length - 1; end > 0; end--) {
    const at = Math.floor(next() * (end + 1));
    [left[end], left[at]] = [left[at], left[end]];
  }
  return left;
}

/** Shuffles the tests and the groups within each group of a Mocha suite. */
export function shuffleSuite(suite, seed) {
  suite.tests = shuffled(suite.tests, seed);
  suite.suites = shuffled(suite.suites, seed);
  suite.suites.forEach((child, index) => shuffleSuite(child, seed + index + 1));
}

/** Returns the seed in an option: a number, or a random one for an empty text. */
export const seedOf = (text) => (text === '' ? Math.floor(Math.random() * 1_000_000) : Number(text));
