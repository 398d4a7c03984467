// Runs test/ui: mouse and keyboard in a real workbench with the packaged extension. Pictures go to out/screenshots.
//
//   node scripts/ui.mjs [--grep TEXT] [FILE...]
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { buildAll } from './lib/build.mjs';
import { prepareHost } from './lib/host.mjs';
import { ROOT } from './lib/paths.mjs';
import { main } from './lib/problem.mjs';
import { step } from './lib/progress.mjs';
import { installedExtensions, packageExtension } from './lib/vsix.mjs';

const SOURCES = path.join(ROOT, 'test/ui');
const TIMEOUT_MS = 120_000;

const { values, positionals } = parseArgs({
  options: { grep: { type: 'string' } },
  allowPositionals: true,
});

await main(async () => {
  const host = await prepareHost();
  await step('Building and packaging the extension', async () => {
    await buildAll();
    await installedExtensions(host, await packageExtension());
  });

  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: TIMEOUT_MS });
  if (values.grep !== undefined) mocha.grep(values.grep);
  for (const file of await files()) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const stats = await new Promise((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
  });
  const { closeBrowser } = await import('../test/ui/harness.mjs');
  await closeBrowser();
  console.log(`${stats.passes} passing, ${stats.failures} failing`);
  if (stats.failures > 0) process.exitCode = 1;
});

async function files() {
  if (positionals.length > 0) return positionals.map((file) => path.resolve(file));
  const names = await readdir(SOURCES, { recursive: true });
  return names
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => path.join(SOURCES, name));
}
