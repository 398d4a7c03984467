// Measures, side by side in one run, and prints ratios to a baseline. Nothing passes or fails.
//
//   node scripts/bench.mjs [api|diff|list|log|tree]
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';

const BENCHES = ['api', 'diff', 'list', 'log', 'tree'];

await main(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !BENCHES.includes(name));
  if (unknown !== undefined) {
    throw new Problem(`There is nothing to measure named "${unknown}": choose from ${BENCHES.join(', ')}.`);
  }
  for (const name of chosen.length > 0 ? chosen : BENCHES) {
    const file = pathToFileURL(path.join(ROOT, `test/bench/${name}.ts`)).href;
    const { bench } = await tsImport(file, import.meta.url);
    await bench();
  }
});
