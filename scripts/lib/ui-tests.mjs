// Runs files of test/ui in this process. Requires a build. The last line of output is the total.
//
//   node scripts/lib/ui-tests.mjs [--grep TEXT] [--shuffle SEED] FILE...
import path from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { main } from './problem.mjs';
import { shuffleSuite } from './shuffle.mjs';

const TIMEOUT_MS = 360_000;

const { values, positionals } = parseArgs({
  options: { grep: { type: 'string' }, shuffle: { type: 'string' } },
  allowPositionals: true,
});

await main(async () => {
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: TIMEOUT_MS, color: false });
  if (values.grep !== undefined) mocha.grep(values.grep);
  for (const file of positionals) mocha.addFile(path.resolve(file));
  await mocha.loadFilesAsync();
  if (values.shuffle !== undefined) shuffleSuite(mocha.suite, Number(values.shuffle));
  const stats = await new Promise((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
  });
  const { closeBrowser } = await import('../../test/ui/harness.mjs');
  await closeBrowser();
  console.log(`${stats.passes} passing, ${stats.failures} failing`);
  if (stats.failures > 0) process.exitCode = 1;
});
