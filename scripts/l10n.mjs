// Writes the strings for translators to l10n/bundle.l10n.json. Each English string is the key of its translation.
//
//   npm run l10n
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatted } from './lib/format.mjs';
import { readOptions } from './lib/options.mjs';
import { ROOT } from './lib/paths.mjs';
import { main } from './lib/problem.mjs';
import { translatedStrings } from './lib/strings.mjs';

readOptions({});

await main(async () => {
  const texts = new Set(translatedStrings().map(({ text }) => text));
  const entries = [...texts]
    .filter((text) => text !== undefined)
    .sort()
    .map((text) => [text, text]);
  const file = path.join(ROOT, 'l10n/bundle.l10n.json');
  await mkdir(path.dirname(file), { recursive: true });
  const source = JSON.stringify(Object.fromEntries(entries));
  await writeFile(file, await formatted(file, source));
  console.log(`${entries.length} strings written to l10n/bundle.l10n.json.`);
});
