// Writes docs/api-coverage.md from the rows of the contract tests.
//
//   npm run coverage-table
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { formatted } from './lib/format.mjs';

const file = fileURLToPath(new URL('../docs/api-coverage.md', import.meta.url));
const { coveragePage } = await tsImport('../test/contract/coverage.ts', import.meta.url);
await writeFile(file, await formatted(file, coveragePage()));
