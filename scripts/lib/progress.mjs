// Progress of scripts: prints a line when a step starts and when it ends.

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a step and prints its duration. With `quiet`, prints it only if the step was slow. */
export async function step(what, body, { quiet = false } = {}) {
  const began = performance.now();
  if (!quiet) say(`${what} ...`);
  const result = await body();
  if (!quiet || performance.now() - began > 1000) say(`${what}: done in ${seconds(began)}`);
  return result;
}

/** Prints progress to stderr, so that stdout only contains the results of a script. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
