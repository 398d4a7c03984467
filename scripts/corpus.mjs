// Reads the job logs in test/corpus, and prints for how many of them the failing line and the problems are right.
// Lists the logs that aren't, except those of test/corpus/sealed.
//
//   node scripts/corpus.mjs                 all sets except the sealed one
//   node scripts/corpus.mjs --set NAME      one of them: corpus, field, real
//   node scripts/corpus.mjs --sealed        the sealed one, only the numbers
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { readOptions } from './lib/options.mjs';
import { ROOT } from './lib/paths.mjs';
import { main } from './lib/problem.mjs';

await main(async () => {
  const { values } = readOptions({ options: { set: { type: 'string' }, sealed: { type: 'boolean' } } });
  const file = pathToFileURL(path.join(ROOT, 'test/corpus/report.ts')).href;
  const { report } = await tsImport(file, import.meta.url);
  report(values);
});
