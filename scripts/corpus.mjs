// Reads the job logs in test/corpus, and prints for how many of them the failing line and the problems are right.
//
//   node scripts/corpus.mjs
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { readOptions } from './lib/options.mjs';
import { ROOT } from './lib/paths.mjs';
import { main } from './lib/problem.mjs';

await main(async () => {
  readOptions({});
  const file = pathToFileURL(path.join(ROOT, 'test/corpus/report.ts')).href;
  const { report } = await tsImport(file, import.meta.url);
  report();
});
