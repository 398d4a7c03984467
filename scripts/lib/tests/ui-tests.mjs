// Runs files of test/workbench in this process. Requires a build. The last line of output is the total. The results are written to
// the file in --report.
//
//   node scripts/lib/tests/ui-tests.mjs [--grep TEXT] [--shuffle SEED] [--report REPORT] FILE...
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import Mocha from 'mocha';
import { ROOT } from '../paths.mjs';
import { main } from '../problem.mjs';
import { shuffleSuite } from './shuffle.mjs';

const TIMEOUT_MS = 360_000;

const { values, positionals } = parseArgs({
  options: { grep: { type: 'string' }, shuffle: { type: 'string' }, report: { type: 'string' } },
  allowPositionals: true,
});

await main(async () => {
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: TIMEOUT_MS, color: false });
  if (values.grep !== undefined) mocha.grep(values.grep);
  for (const file of positionals) mocha.addFile(path.resolve(file));
  await mocha.loadFilesAsync();
  if (values.shuffle !== undefined) shuffleSuite(mocha.suite, Number(values.shuffle));
  const ended = [];
  const stats = await new Promise((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
    runner.on('pass', (test) => ended.push({ test }));
    runner.on('fail', (test, error) => ended.push({ test, error }));
  });
  // Hooks that run after a failure add its details, so the results are collected at the end.
  const tests = ended.map(({ test, error }) => ({
    file: path.relative(ROOT, test.file ?? positionals[0]).replaceAll(path.sep, '/'),
    title: test.fullTitle(),
    passed: error === undefined,
    ms: test.duration ?? 0,
    ...(error === undefined ? {} : { error: stripVTControlCharacters(error.stack ?? String(error)) }),
    ...test.details,
  }));
  if (values.report !== undefined) await writeFile(values.report, JSON.stringify({ tests }, null, 2));
  const { closeBrowser } = await import('../../../test/workbench/harness.mjs');
  await closeBrowser();
  console.log(`${stats.passes} passing, ${stats.failures} failing`);
  if (stats.failures > 0) process.exitCode = 1;
});
