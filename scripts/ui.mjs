// Runs test/ui: mouse and keyboard in a real workbench with the packaged extension. Screenshots are written to
// out/screenshots. Files run in parallel, each in a separate process with its own windows. The output of a file is printed
// when the file has finished.
//
//   node scripts/ui.mjs [--grep TEXT] [--lanes COUNT] [--all-themes] [--no-build] [FILE...]
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { buildAll } from './lib/build.mjs';
import { prepareHost } from './lib/host.mjs';
import { readOptions } from './lib/options.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { start } from './lib/processes.mjs';
import { step } from './lib/progress.mjs';
import { installedExtensions, packageExtension } from './lib/vsix.mjs';

const SOURCES = path.join(ROOT, 'test/ui');
const RUNNER = path.join(ROOT, 'scripts/lib/ui-tests.mjs');

const { values, positionals } = readOptions({
  options: {
    grep: { type: 'string' },
    lanes: { type: 'string', default: '2' },
    'all-themes': { type: 'boolean' },
    'no-build': { type: 'boolean' },
  },
  allowPositionals: true,
});

await main(async () => {
  const lanes = Number(values.lanes);
  if (!(lanes >= 1)) throw new Problem('--lanes must be the number of files to run in parallel, at least 1.');
  const host = await prepareHost();
  await findBrowser();
  await step('Building and packaging the extension', async () => {
    if (!values['no-build']) await buildAll();
    await installedExtensions(host, await packageExtension());
  });

  const waiting = positionals.length > 0 ? [...positionals] : await allFiles();
  const sum = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { passed, failed } = await runFile(file);
      sum.passed += passed;
      sum.failed += failed;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  console.log(`${sum.passed} passing, ${sum.failed} failing`);
  if (sum.failed > 0) process.exitCode = 1;
});

/** Runs a test file. It counts as one failure if it ends without totals or without any test. */
async function runFile(file) {
  const grep = values.grep === undefined ? [] : ['--grep', values.grep];
  const lines = [];
  const child = start(process.execPath, [RUNNER, ...grep, file], {
    cwd: ROOT,
    env: { ...process.env, SWITCHYARD_ALL_THEMES: values['all-themes'] ? '1' : '' },
    onLine: (line) => lines.push(line),
  });
  const code = await child.exited;
  const sums = lines.map((line) => /^(\d+) passing, (\d+) failing$/.exec(line));
  const [, passed, failed] = sums.findLast((found) => found !== null) ?? [];
  const empty = Number(passed ?? 0) + Number(failed ?? 0) === 0;
  // With --grep, most files have no matching tests.
  if (!empty || grep.length === 0) console.log(`\n${path.relative(ROOT, file)}\n${lines.join('\n')}`);
  const alone = (code !== 0 && Number(failed ?? 0) === 0) || (empty && grep.length === 0);
  return { passed: Number(passed ?? 0), failed: alone ? 1 : Number(failed ?? 0) };
}

/** Returns all test files, largest first, because they take longest. */
async function allFiles() {
  const names = await readdir(SOURCES, { recursive: true });
  const files = names.filter((name) => name.endsWith('.test.mjs')).map((name) => path.join(SOURCES, name));
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size])));
  return files.sort((one, other) => sizes.get(other) - sizes.get(one));
}
