// Runs test/workbench: mouse and keyboard in a real workbench with the packaged extension. Each group of tests has a separate
// window with a new profile, a new clone, and new demo data. Groups with the same token share a server, because its start
// takes longer than that of a window. Screenshots are written to out/screenshots, and the results to out/ui-report.json.
//
//   node scripts/ui.mjs [--grep TEXT] [--full] [--all-themes] [--no-build] [--shuffle [SEED]] [--repeat COUNT] [[--file] FILE...]
//
// --full also runs the files in test/workbench/full, and all files in all themes. Files that are named run with all their
// tests; some tests of the others run only with --full. --shuffle runs the files, and the tests and
// groups of each block, in a random order that depends on SEED; without SEED, the seed is random. --repeat runs everything
// COUNT times, each time with the next seed.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { buildAll } from './lib/build.mjs';
import { prepareHost } from './lib/host.mjs';
import { readOptions } from './lib/options.mjs';
import { OUT_DIR, ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { step } from './lib/progress.mjs';
import { seedOf, shuffled } from './lib/tests/shuffle.mjs';
import { runFiles } from './lib/tests/test-files.mjs';
import { installedExtensions, packageExtension } from './lib/vsix.mjs';

const SOURCES = path.join(ROOT, 'test/workbench');
const HARNESS = path.join(SOURCES, 'harness.mjs');
const TIMEOUT_MS = 360_000;

const { values, positionals } = readOptions({
  args: withSeed(process.argv.slice(2)),
  options: {
    grep: { type: 'string' },
    full: { type: 'boolean' },
    'all-themes': { type: 'boolean' },
    'no-build': { type: 'boolean' },
    shuffle: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    file: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});

await main(async () => {
  const repeats = countOf('repeat');
  const seeds = Array.from({ length: repeats }, (_, index) => seedOfRun(index));
  const order = values.shuffle === undefined ? '' : ` (seed ${seeds.join(', ')})`;
  if (order !== '') console.log(`Running in random order${order}`);
  const host = await prepareHost();
  await findBrowser();
  await step('Building and packaging the extension', async () => {
    if (!values['no-build']) await buildAll();
    await installedExtensions(host, await packageExtension());
  });

  const chosen = [...positionals, ...values.file];
  if (values.full || chosen.length > 0) process.env.SWITCHYARD_ALL_CASES = '1';
  const files = chosen.length > 0 ? chosen : await allFiles();
  const tests = [];
  for (const seed of seeds)
    tests.push(...(await runAll(seed === undefined ? files : shuffled(files, seed), seed)));
  await mkdir(OUT_DIR, { recursive: true });
  await writeFile(path.join(OUT_DIR, 'ui-report.json'), JSON.stringify({ tests }, null, 2));
  const failed = tests.filter(({ passed }) => !passed).length;
  console.log(`${tests.length - failed} passing, ${failed} failing${order}`);
  if (failed > 0 || tests.length === 0) process.exitCode = 1;
});

/** Adds an empty seed to `--shuffle` without one, because options of `parseArgs` need a value. */
function withSeed(args) {
  return args.flatMap((arg, index) =>
    arg === '--shuffle' && !/^\d*$/.test(args[index + 1] ?? '-') ? [arg, ''] : [arg],
  );
}

function countOf(name) {
  const count = Number(values[name]);
  if (!(Number.isInteger(count) && count >= 1))
    throw new Problem(`--${name} must be an integer of at least 1.`);
  return count;
}

/** Returns the seed of a run, or undefined if the order isn't random. */
function seedOfRun(index) {
  if (values.shuffle === undefined) return undefined;
  values.shuffle = String(seedOf(values.shuffle));
  const seed = Number(values.shuffle) + index;
  if (!Number.isInteger(seed)) throw new Problem('--shuffle must be an integer.');
  return seed;
}

/** Runs files in one process. Returns the results of all tests. */
async function runAll(files, seed) {
  const results = await runFiles(files, {
    args: [
      ...['--setup', HARNESS, '--timeout', String(TIMEOUT_MS)],
      ...(values.grep === undefined ? [] : ['--grep', values.grep]),
      ...(seed === undefined ? [] : ['--shuffle', String(seed)]),
    ],
    env: {
      ...process.env,
      SWITCHYARD_ALL_THEMES: values.full || values['all-themes'] ? '1' : '',
    },
    onLine: console.log,
    // With --grep, most files have no matching tests.
    mayBeEmpty: values.grep !== undefined,
  });
  for (const { file, seconds, tests } of results)
    console.log(`${file}: ${tests.length} tests, ${seconds.toFixed(0)} s`);
  return results.flatMap(({ tests }) => tests);
}

/**
 * Returns the files of `npm test`, or with --full all test files. The largest are first, because they take longest.
 */
async function allFiles() {
  const folders = values.full ? [SOURCES, path.join(SOURCES, 'full')] : [SOURCES];
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => path.join(folder, name))),
  );
  const files = names.flat().filter((name) => name.endsWith('.test.mjs'));
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size])));
  return files.sort((one, other) => sizes.get(other) - sizes.get(one));
}
