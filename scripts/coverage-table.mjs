// Writes docs/api-coverage.md from the rows that the contract tests drive.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { tsImport } from 'tsx/esm/api';

const file = fileURLToPath(new URL('../docs/api-coverage.md', import.meta.url));
const { coveragePage } = await tsImport('../test/contract/coverage.ts', import.meta.url);
await writeFile(file, await format(coveragePage(), { ...(await resolveConfig(file)), filepath: file }));
