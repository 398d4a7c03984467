// The bundles, made anew: that takes a tenth of a second, less than finding out whether it is needed.
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

export async function buildAll() {
  await run(process.execPath, [path.join(ROOT, 'esbuild.mjs')], { cwd: ROOT, what: 'The build' });
}
