// Progress of scripts: prints a line when a step starts and when it ends.

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one step and says how long it took. A fast step (`quiet`) is mentioned only when it turned out slow. */
export async function step(what, body, { quiet = false } = {}) {
  const began = performance.now();
  if (!quiet) say(`${what} ...`);
  const result = await body();
  if (!quiet || performance.now() - began > 1000) say(`${what}: done in ${seconds(began)}`);
  return result;
}

/** Progress goes to stderr, so that stdout holds only what a script gives. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
