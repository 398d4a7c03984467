// Runs test/workbench: mouse and keyboard in a real workbench with the packaged extension. Screenshots are written to
// out/screenshots. Each file runs in a separate process with separate windows, one after the other, or as many at the
// same time as --lanes says. The output of a file is printed when the file has finished. --shuffle runs the files, and
// the tests and groups of each block, in a random order that depends on SEED; without SEED, the seed is random. --repeat
// runs everything COUNT times, each time with the next seed. The results are written to out/ui-report.json.
//
//   node scripts/ui.mjs [--grep TEXT] [--lanes COUNT] [--all-themes] [--no-build]
//     [--shuffle [SEED]] [--repeat COUNT] [[--file] FILE...]
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { buildAll } from './lib/build.mjs';
import { prepareHost } from './lib/host.mjs';
import { readOptions } from './lib/options.mjs';
import { OUT_DIR, ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { start } from './lib/processes.mjs';
import { step } from './lib/progress.mjs';
import { seedOf, shuffled } from './lib/tests/shuffle.mjs';
import { installedExtensions, packageExtension } from './lib/vsix.mjs';

const SOURCES = path.join(ROOT, 'test/workbench');
const RUNNER = path.join(ROOT, 'scripts/lib/tests/ui-tests.mjs');

const { values, positionals } = readOptions({
  args: withSeed(process.argv.slice(2)),
  options: {
    grep: { type: 'string' },
    lanes: { type: 'string', default: '1' },
    'all-themes': { type: 'boolean' },
    'no-build': { type: 'boolean' },
    shuffle: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    file: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});

await main(async () => {
  const [lanes, repeats] = [countOf('lanes'), countOf('repeat')];
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
  const files = chosen.length > 0 ? chosen : await allFiles();
  const waiting = seeds.flatMap((seed) =>
    (seed === undefined ? files : shuffled(files, seed)).map((file) => ({ file, seed })),
  );
  const sum = { passed: 0, failed: 0 };
  const tests = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await runFile(next);
      sum.passed += result.passed;
      sum.failed += result.failed;
      tests.push(...result.tests);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await writeFile(path.join(OUT_DIR, 'ui-report.json'), JSON.stringify({ tests }, null, 2));
  console.log(`${sum.passed} passing, ${sum.failed} failing${order}`);
  if (sum.failed > 0) process.exitCode = 1;
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

/** Runs a test file. It counts as one failure if it ends without totals or without any test. */
async function runFile({ file, seed }) {
  const grep = values.grep === undefined ? [] : ['--grep', values.grep];
  const shuffle = seed === undefined ? [] : ['--shuffle', String(seed)];
  const began = performance.now();
  const lines = [];
  const name = path.relative(ROOT, path.resolve(file));
  const report = path.join(OUT_DIR, `ui-report-${path.basename(file)}-${seed ?? 'listed'}.json`);
  await mkdir(OUT_DIR, { recursive: true });
  await rm(report, { force: true });
  const child = start(process.execPath, [RUNNER, ...grep, ...shuffle, '--report', report, file], {
    cwd: ROOT,
    env: { ...process.env, SWITCHYARD_ALL_THEMES: values['all-themes'] ? '1' : '' },
    onLine: (line) => lines.push(line),
  });
  const code = await child.exited;
  const sums = lines.map((line) => /^(\d+) passing, (\d+) failing$/.exec(line));
  const [, passed, failed] = sums.findLast((found) => found !== null) ?? [];
  const empty = Number(passed ?? 0) + Number(failed ?? 0) === 0;
  const details = [
    `${((performance.now() - began) / 1000).toFixed(0)} s`,
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  // With --grep, most files have no matching tests.
  if (!empty || grep.length === 0) console.log(`\n${name} (${details.join(', ')})\n${lines.join('\n')}`);
  const alone = (code !== 0 && Number(failed ?? 0) === 0) || (empty && grep.length === 0);
  const { tests } = JSON.parse(await readFile(report, 'utf8').catch(() => '{"tests":[]}'));
  await rm(report, { force: true });
  if (alone) {
    const error = `The last lines were:\n${lines.slice(-20).join('\n')}`;
    tests.push({ file: name, title: 'the runner ended without results', passed: false, ms: 0, error });
  }
  return { passed: Number(passed ?? 0), failed: alone ? 1 : Number(failed ?? 0), tests };
}

/** Returns all test files, largest first, because they take longest. */
async function allFiles() {
  const names = await readdir(SOURCES, { recursive: true });
  const files = names.filter((name) => name.endsWith('.test.mjs')).map((name) => path.join(SOURCES, name));
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size])));
  return files.sort((one, other) => sizes.get(other) - sizes.get(one));
}
