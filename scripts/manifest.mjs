// Writes what is generated from the definitions in src/manifest: commands, menus, and settings in package.json, their
// texts in package.nls.json, the command names, and the tables of the user guide.
//
//   npm run manifest
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { formatted } from './lib/format.mjs';
import { ROOT } from './lib/paths.mjs';

const { commandNamesSource, generateManifest, generateTexts } = await tsImport(
  '../src/manifest/generate.ts',
  import.meta.url,
);

for (const [name, generate] of [
  ['package.json', generateManifest],
  ['package.nls.json', generateTexts],
]) {
  const file = path.join(ROOT, name);
  const source = JSON.stringify(generate(JSON.parse(await readFile(file, 'utf8'))), undefined, 2);
  await writeFile(file, await formatted(file, source));
}
const { commandsPage, settingsPage } = await tsImport('../src/manifest/reference-pages.ts', import.meta.url);
await writeFile(path.join(ROOT, 'docs/user-guide/commands.md'), commandsPage());
await writeFile(path.join(ROOT, 'docs/user-guide/settings.md'), settingsPage());
await writeFile(path.join(ROOT, 'src/presentation/shared/command-names.ts'), commandNamesSource());
