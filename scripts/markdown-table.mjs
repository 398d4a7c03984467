// Writes docs/markdown.md from the constructs in the tests.
//
//   npm run markdown-table
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { formatted } from './lib/format.mjs';

const file = fileURLToPath(new URL('../docs/markdown.md', import.meta.url));
const { constructsPage } = await tsImport(
  '../test/presentation/shared/markdown/constructs/page.ts',
  import.meta.url,
);
await writeFile(file, await formatted(file, constructsPage()));
