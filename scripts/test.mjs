// Runs all checks and tests. A failed check doesn't stop the others. The last line of output is the total.
//
//   node scripts/test.mjs [--full] [--busy] [--shuffle SEED] [--only types,unit,...]
//
// --full also runs slow checks: the integration tests in the oldest supported host, the UI tests in all themes, and all
// cases of slow properties. --busy runs two processes beside the checks that keep two cores busy.
//
// --shuffle runs the integration and UI tests in a random order that depends on the seed.
//
// Files with failed integration and UI tests run once more at the end, each alone. Tests that pass then are printed as flaky
// and written to out/flaky.json. More than two flaky tests fail the run.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from './lib/browser.mjs';
import { prepareHost } from './lib/host.mjs';
import { readOptions } from './lib/options.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { start } from './lib/processes.mjs';
import { CHECKS, STAGES } from './lib/tests/checks.mjs';
import { seedOf } from './lib/tests/shuffle.mjs';
import {
  describeFailure,
  failedTests,
  findFlaky,
  MAX_FLAKY,
  reportFlaky,
} from './lib/tests/test-reports.mjs';

const BUSY = path.join(ROOT, 'scripts/lib/tests/busy.mjs');

const { values } = readOptions({
  options: {
    full: { type: 'boolean' },
    busy: { type: 'boolean' },
    shuffle: { type: 'string' },
    only: { type: 'string' },
  },
});
/** The seed of a random order. Files that run once more run in their listed order. */
const SEED = values.shuffle === undefined ? undefined : seedOf(values.shuffle);
const sum = { passed: 0, failed: 0 };
/**
 * True if this run has built the files that tests in an editor load. Another build would change them while
 * the tests are running.
 */
let built = false;
/** The last lines of a failed run, which describe what failed. */
const MAX_REPEATED_LINES = 110;
/** Lines about each failed check that has no report. */
const failures = [];
/** Failed tests of the checks that have a report, by check. */
const failedByCheck = new Map();

await main(async () => {
  const chosen =
    values.only?.split(',') ?? Object.keys(CHECKS).filter((name) => values.full || !CHECKS[name].full);
  const unknown = chosen.find((name) => !(name in CHECKS));
  if (unknown !== undefined) {
    throw new Problem(`Unknown check "${unknown}". Choose from: ${Object.keys(CHECKS).join(', ')}.`);
  }
  // Downloads test hosts and the browser during the first checks. If this fails, the step that needs them
  // reports it.
  const hosts = new Set(chosen.flatMap((name) => CHECKS[name].host ?? []));
  const fetching =
    hosts.size > 0
      ? Promise.allSettled([findBrowser(), ...[...hosts].map((host) => prepareHost(host))])
      : undefined;

  const isRandom = SEED !== undefined && chosen.some((name) => CHECKS[name].random);
  if (isRandom) console.log(`Order of the tests in an editor: --shuffle ${SEED}`);
  const load = values.busy ? [1, 2].map(() => start(process.execPath, [BUSY])) : [];
  for (const [index, lanes] of STAGES.entries()) {
    if (index > 0) await fetching;
    await Promise.all(
      lanes.map(async (lane) => {
        for (const step of lane)
          await Promise.all([step].flat().map((name) => chosen.includes(name) && runCheck(name)));
      }),
    );
  }
  await Promise.all(load.map((each) => each.stop()));
  const flaky = await rerunFailed();
  const blocks = [...failures, ...[...failedByCheck.values()].flat().map(describeFailure)];
  const each = Math.max(3, Math.floor(MAX_REPEATED_LINES / Math.max(1, blocks.length)) - 1);
  for (const lines of blocks) console.log(`\n${lines.slice(0, each).join('\n')}`);
  for (const line of await reportFlaky(flaky)) console.log(line);
  if (flaky.length > MAX_FLAKY) {
    console.log(`More than ${MAX_FLAKY} tests are flaky, so the run failed.`);
    sum.failed += 1;
  }
  if (isRandom && sum.failed > 0) console.log(`Order of the tests in an editor: --shuffle ${SEED}`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
});

/** Returns the arguments of a check, with the seed if there is one and the check supports it. */
function argsOf(name) {
  const { args, random = false } = CHECKS[name];
  return random && SEED !== undefined ? [...args, '--shuffle', String(SEED)] : args;
}

async function runCheck(name) {
  const { fullArgs = [], tests = false, live = false, host, report } = CHECKS[name];
  const args = [
    ...argsOf(name),
    ...(values.full ? fullArgs : []),
    ...(built && host !== undefined ? ['--no-build'] : []),
  ];
  const began = performance.now();
  const lines = [];
  if (live) console.log(`\n${name} ...`);
  const child = start(process.execPath, args, {
    cwd: ROOT,
    env: values.full ? { ...process.env, SWITCHYARD_ALL_CASES: '1' } : process.env,
    onLine(line) {
      if (live) console.log(line);
      lines.push(line);
    },
  });
  const code = await child.exited;
  const { passed, failed } = tests
    ? countTests(lines, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  if (name === 'build' && code === 0) built = true;
  sum.passed += passed;
  sum.failed += failed;

  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const counts = tests ? `: ${passed} passed, ${failed} failed` : '';
  console.log(`${failed === 0 ? '✔' : '✘'} ${name}${counts} (${seconds})`);
  if (failed > 0 && !live) console.log(`${lines.join('\n').trimEnd()}\n`);
  if (failed === 0) return;
  const reported = report === undefined ? [] : await failedTests(report);
  if (reported.length > 0) failedByCheck.set(name, reported);
  else failures.push([`${name}:`, ...toRepeat(lines, { tests })]);
}

/** Runs the files of failed tests once more. Returns the tests that passed, which then count as passed. */
async function rerunFailed() {
  const flaky = [];
  for (const [name, tests] of failedByCheck) {
    const { args, rerunArgs, report } = CHECKS[name];
    const found = await findFlaky(tests, async (file) => {
      console.log(`\n${file} once more ...`);
      const child = start(process.execPath, [...args, ...rerunArgs(file), '--no-build'], {
        cwd: ROOT,
        onLine: (line) => console.log(line),
      });
      const code = await child.exited;
      const again = await failedTests(report);
      // Without a report, the runner itself failed.
      return code !== 0 && again.length === 0 ? tests : again;
    });
    const isFlaky = ({ file, title }) => found.some((each) => each.file === file && each.title === title);
    failedByCheck.set(
      name,
      tests.filter((test) => !isFlaky(test)),
    );
    sum.failed -= found.length;
    sum.passed += found.length;
    flaky.push(...found);
  }
  return flaky;
}

/** Returns the failed tests, or the last lines of output if there are none. */
function toRepeat(lines, { tests }) {
  const found = tests ? linesOfFailedTests(lines) : [];
  return found.length > 0 ? found : lines.slice(-MAX_REPEATED_LINES);
}

/**
 * Returns the output for failed tests: after "N failing" of Mocha, and below each "✘" of the integration
 * tests.
 */
function linesOfFailedTests(lines) {
  const found = [];
  let inside = false;
  for (const line of lines.map((text) => stripVTControlCharacters(text).trimEnd())) {
    if (/^\s*(?:\d+ failing|✘ .*)$/.test(line)) inside = true;
    else if (/^\s*(?:✔ .*|\d+ passing, \d+ failing|test\/.*\.mjs)$/.test(line)) inside = false;
    if (inside && line !== '' && found.length < MAX_REPEATED_LINES) found.push(line);
  }
  return found;
}

/**
 * Returns the counts in the last "N passing" and "N failing" of the output. Counts one failure if the runner
 * failed without a failing test.
 */
function countTests(lines, code) {
  const text = stripVTControlCharacters(lines.join('\n'));
  const last = (pattern) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
  const passed = last(/^\s*(\d+) passing\b/gm);
  const failed = last(/^\s*(?:\d+ passing, )?(\d+) failing\b/gm);
  const nothingRan = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothingRan) ? 1 : failed };
}
