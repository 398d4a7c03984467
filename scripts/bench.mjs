// Runs benchmarks and prints ratios to a baseline that is measured in the same run. Doesn't check the results.
//
//   node scripts/bench.mjs [api|diff|files|list|log|review|texts|tree]
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';

const BENCHES = ['api', 'diff', 'files', 'list', 'log', 'review', 'texts', 'tree'];

await main(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !BENCHES.includes(name));
  if (unknown !== undefined) {
    throw new Problem(`Unknown benchmark "${unknown}". Choose from: ${BENCHES.join(', ')}.`);
  }
  for (const name of chosen.length > 0 ? chosen : BENCHES) {
    const file = pathToFileURL(path.join(ROOT, `test/bench/${name}.ts`)).href;
    const { bench } = await tsImport(file, import.meta.url);
    await bench();
  }
});
