// Runs all checks and tests. The last line of output is the total.
//
//   node scripts/test.mjs [--full] [--all] [--busy] [--seed SEED] [--shuffle SEED] [--only types,unit,...]
//
// Checks and tests that need no editor run first. If one of them fails, the tests in an editor don't start; with --all, they
// run anyway. --full also runs slow tests: the integration tests in the oldest supported host, all window tests in all
// themes, and all cases of slow properties. --busy runs two processes beside the tests that keep two cores busy.
//
// Tests that choose some cases of many depend on the seed, which is random and printed; --seed repeats a run. The integration
// and window tests run in a random order that depends on another printed seed; --shuffle repeats an order.
//
// The results and durations of unit test files are written to out/unit-report.json. Files with failed tests run once more, each
// alone. Tests that pass then are printed as flaky and written to
// out/flaky.json. More than two flaky tests fail the run.
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { prepareHost } from './lib/host.mjs';
import { readOptions } from './lib/options.mjs';
import { OUT_DIR, ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { start } from './lib/processes.mjs';
import { CheckResults } from './lib/tests/check-results.mjs';
import { EDITOR_CHECKS, QUICK_CHECKS } from './lib/tests/checks.mjs';
import { runQueue } from './lib/tests/queue.mjs';
import { startSharedBrowser } from './lib/tests/shared-browser.mjs';
import { seedOf } from './lib/tests/shuffle.mjs';
import { MAX_FLAKY, removeReport, reportFlaky, testsIn } from './lib/tests/test-reports.mjs';
import { batchesOf, runUnitFiles, slowFiles, temporaryTestFolder } from './lib/tests/unit-tests.mjs';

const BUSY = path.join(ROOT, 'scripts/lib/tests/busy.mjs');
/** Number of the slowest files that are printed. */
const SLOWEST = 12;

const { values } = readOptions({
  options: {
    full: { type: 'boolean' },
    all: { type: 'boolean' },
    busy: { type: 'boolean' },
    seed: { type: 'string', default: '' },
    shuffle: { type: 'string', default: '' },
    only: { type: 'string' },
  },
});
const SEED = seedOf(values.seed);
/** The seed of the random order. Files that run once more run in their listed order. */
const ORDER = seedOf(values.shuffle);
const CHECKS = { ...QUICK_CHECKS, ...EDITOR_CHECKS };
const ENVIRONMENT = {
  ...process.env,
  SWITCHYARD_TEST_SEED: String(SEED),
  ...(values.full ? { SWITCHYARD_ALL_CASES: '1' } : {}),
};
const results = new CheckResults();

await main(async () => {
  const chosen =
    values.only?.split(',') ?? Object.keys(CHECKS).filter((name) => values.full || !CHECKS[name].full);
  const unknown = chosen.find((name) => !(name in CHECKS));
  if (unknown !== undefined) {
    throw new Problem(`Unknown check "${unknown}". Choose from: ${Object.keys(CHECKS).join(', ')}.`);
  }
  console.log(`Seed of the chosen cases: --seed ${SEED}`);
  // Downloads test hosts and the browser during the first checks. If this fails, the step that needs them
  // reports it.
  const hosts = new Set(chosen.flatMap((name) => CHECKS[name].host ?? []));
  const fetching =
    hosts.size > 0
      ? Promise.allSettled([findBrowser(), ...[...hosts].map((host) => prepareHost(host))])
      : undefined;
  const load = values.busy ? [1, 2].map(() => start(process.execPath, [BUSY])) : [];

  await runQuickChecks(chosen.filter((name) => name in QUICK_CHECKS));
  await fetching;
  const inEditor = chosen.filter((name) => name in EDITOR_CHECKS);
  if (results.failed === 0 || values.all) await runEditorChecks(inEditor);
  else if (inEditor.length > 0)
    console.log(`\nNot run, because the checks above failed (--all runs them): ${inEditor.join(', ')}`);

  await Promise.all(load.map((each) => each.stop()));
  for (const lines of results.failures()) console.log(`\n${lines.join('\n')}`);
  for (const line of await reportFlaky(results.flaky)) console.log(line);
  if (results.flaky.length > MAX_FLAKY)
    console.log(`More than ${MAX_FLAKY} tests are flaky, so the run failed.`);
  const failed = results.failed + (results.flaky.length > MAX_FLAKY ? 1 : 0);
  if (failed > 0) console.log(`Seed of the chosen cases: --seed ${SEED}`);
  console.log(`\n${results.table()}\n`);
  console.log(`${results.passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});

/** Runs the checks that need no editor, as many processes at the same time as there are cores. */
async function runQuickChecks(names) {
  const env = { ...ENVIRONMENT, TMPDIR: await temporaryTestFolder() };
  const files = [];
  let browser;
  const runTestFiles = async (batch, check) => {
    if (!CHECKS[check].browser) return runUnitFiles(batch, env);
    browser ??= startSharedBrowser();
    return runUnitFiles(batch, { ...env, SWITCHYARD_TEST_BROWSER: (await browser).endpoint });
  };
  const jobs = names.flatMap((check) => {
    const { args, after, files: testFiles } = CHECKS[check];
    if (testFiles === undefined) return [{ check, after, run: () => runCheck(check, args) }];
    const batches = batchesOf(testFiles, CHECKS[check]);
    const ended = [];
    return batches.map((batch) => ({
      check,
      after,
      run: async () => {
        results.begin(check);
        ended.push(await runTestFiles(batch, check));
        files.push(...ended.at(-1));
        if (ended.length === batches.length) results.addTests(check, testsOf(ended.flat()));
      },
    }));
  });
  await runQueue(jobs, availableParallelism());
  if (files.length > 0) {
    printSlowest(files);
    await writeFile(path.join(OUT_DIR, 'unit-report.json'), JSON.stringify({ files }, null, 2));
  }
  const hasLimit = !values.full && !values.busy;
  const checkOf = (file) => names.find((name) => CHECKS[name].files?.includes(file));
  if (hasLimit) results.addSlowFiles(await slowFiles(files, (file) => runTestFiles([file], checkOf(file))));
  for (const check of names.filter((name) => CHECKS[name].files !== undefined)) {
    await results.repeatFailed(check, async (file) => failedOf(await runTestFiles([file], check)));
  }
  await (await browser)?.close();
}

function printSlowest(files) {
  console.log('\nThe slowest files, in seconds:');
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)}  ${file}`);
}

function testsOf(files) {
  return files.flatMap(({ tests }) => tests);
}

function failedOf(files) {
  return testsOf(files).filter(({ passed }) => !passed);
}

/** Runs a check that has no results of tests. */
async function runCheck(check, args) {
  results.begin(check);
  const lines = [];
  const code = await run(args, (line) => lines.push(line));
  results.addCheck(check, { passed: code === 0, lines });
}

/** Runs the checks in an editor one after the other, and then the files of failed tests once more. */
async function runEditorChecks(names) {
  const isRandom = names.some((name) => CHECKS[name].random);
  if (isRandom) console.log(`Order of the tests in an editor: --shuffle ${ORDER}`);
  // Another build would change files while tests use them.
  const build = results.hasPassed('build') ? ['--no-build'] : [];
  for (const check of names) {
    const { args, fullArgs = [], random, report } = CHECKS[check];
    console.log(`\n${check} ...`);
    results.begin(check);
    const order = random ? ['--shuffle', String(ORDER)] : [];
    await removeReport(report);
    const code = await run([...args, ...(values.full ? fullArgs : []), ...build, ...order], console.log);
    const tests = await testsIn(report);
    results.addTests(
      check,
      code !== 0 && tests.every(({ passed }) => passed) ? [...tests, endOf(check)] : tests,
    );
  }
  for (const check of names) {
    const { args, rerunArgs, report } = CHECKS[check];
    await results.repeatFailed(check, async (file) => {
      await removeReport(report);
      const code = await run([...args, ...rerunArgs(file), '--no-build'], console.log);
      const failed = (await testsIn(report)).filter(({ passed }) => !passed);
      // Without a failed test, the runner itself failed, so no test of the file has passed.
      return code !== 0 && failed.length === 0 ? undefined : failed;
    });
  }
  if (isRandom && results.failed > 0) console.log(`Order of the tests in an editor: --shuffle ${ORDER}`);
}

/** The failed test of a runner that ended without a failed test. */
function endOf(check) {
  return { file: check, title: 'ends without an error', passed: false, ms: 0 };
}

/** Runs a script. Returns its exit code. */
function run(args, onLine) {
  return start(process.execPath, args, { cwd: ROOT, env: ENVIRONMENT, onLine }).exited;
}
