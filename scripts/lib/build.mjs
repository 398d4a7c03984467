// Builds the bundles. A build takes about 0.1 s, which is less than checking whether it is necessary.
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

export async function buildAll() {
  await run(process.execPath, [path.join(ROOT, 'esbuild.mjs')], { cwd: ROOT, what: 'The build' });
}
