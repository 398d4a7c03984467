import { failedCases, falseAlarms, NEAR, passedCases, tryFailed } from './corpus';

/** Prints how many logs of the corpus are read right, and lists the others. */
export function report(): void {
  const failed = failedCases();
  const results = failed.map((one) => tryFailed(one));
  const near = results.filter(({ distance }) => distance <= NEAR);
  const located = failed.filter(({ problems = [] }) => problems.length > 0).length;
  const incomplete = results.filter(({ missing }) => missing.length > 0);
  const passed = passedCases();
  const alarms = passed.map((one) => ({ tool: one.tool, found: falseAlarms(one) }));
  const noisy = alarms.filter(({ found }) => found.length > 0);
  for (const { tool, shown, expected, distance } of results) {
    if (distance > NEAR) console.log(`✘ ${tool}: opens at "${shown.trim()}" instead of "${expected.trim()}"`);
  }
  for (const { tool, missing } of incomplete) console.log(`✘ ${tool}: not found: ${missing.join(', ')}`);
  for (const { tool, found } of noisy) console.log(`✘ ${tool}, passed: ${found.join(', ')}`);
  console.log(`Failing line: ${share(near.length, results.length)}`);
  console.log(`Problems: ${share(located - incomplete.length, located)}`);
  console.log(`Passed jobs without a false error: ${share(passed.length - noisy.length, passed.length)}`);
}

const share = (right: number, all: number): string =>
  `${right} of ${all}${all === 0 ? '' : ` (${Math.round((right / all) * 1_000) / 10} %)`}`;
