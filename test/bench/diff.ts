// Measures the diff parser in comparison with others. Prints ratios to baselines of the same run; asserts
// nothing.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parsePatch } from 'diff';
import parseDiff from 'parse-diff';
import type { readPatch } from '../../src/domain/changes/patch-reader';
import { benchTree } from './diff-tree';
import { measure, type Subject } from './measure';
import { checkRead, patchOf } from './patches';

const MEGABYTE = 1_000_000;
const FILES = 3_000;

export async function bench(): Promise<void> {
  await benchReader(await shippedReader());
  await benchTree(FILES, 30 * MEGABYTE);
  const host = spawn(process.execPath, ['scripts/integration.mjs', '--suite', 'test/bench/diff-host'], {
    stdio: 'inherit',
    env: { ...process.env, SWITCHYARD_TEST_TIMEOUT_MS: '900000' },
  });
  await once(host, 'exit');
}

/** Bundles the parser as in the package, because the loader for TypeScript sources slows it down. */
async function shippedReader(): Promise<typeof readPatch> {
  const outfile = path.resolve('out/bench/patch-reader.mjs');
  const options = ['--bundle', '--minify', '--format=esm', '--target=node20', '--log-level=error'];
  const entry = 'src/domain/changes/patch-reader.ts';
  execFileSync(path.resolve('node_modules/.bin/esbuild'), [entry, ...options, `--outfile=${outfile}`]);
  const bundled = (await import(pathToFileURL(outfile).href)) as { readPatch: typeof readPatch };
  return bundled.readPatch;
}

async function benchReader(read: typeof readPatch): Promise<void> {
  const patch = patchOf(FILES, 30 * MEGABYTE);
  const { text } = patch;
  checkRead(patch, read(text));
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-bench-'));
  try {
    const file = path.join(folder, 'big.patch');
    await writeFile(file, text);
    const subject = (name: string, once: () => unknown): Subject => ({
      name,
      run: async (times) => {
        for (let count = 0; count < times; count++) await once();
      },
    });
    const numstat = (): Promise<unknown> =>
      promisify(execFile)('git', ['apply', '--numstat', file], { cwd: folder, maxBuffer: 64 * MEGABYTE });
    const measured = await measure(
      [
        // Includes the start of the process and reading the file.
        subject('git apply --numstat', numstat),
        subject('our reader', () => read(text)),
        subject('diff (jsdiff)', () => parsePatch(text)),
        subject('parse-diff', () => parseDiff(text)),
      ],
      1,
      5,
    );
    const jsdiff = measured[2]?.ms ?? Number.NaN;
    const size = text.length / MEGABYTE;
    console.log(
      `Diff of ${FILES} files, ${size.toFixed(0)} MB: speed (goal of the reader: at least 2 x jsdiff and 1 x git)`,
    );
    for (const { name, ms, ratio } of measured) {
      const speed = `${((size * 1_000) / ms).toFixed(0)} MB/s`.padStart(11);
      const ofGit = `${(1 / ratio).toFixed(2)} x git`.padStart(14);
      console.log(
        `  ${name.padEnd(28)}${speed}${ofGit}${`${(jsdiff / ms).toFixed(2)} x jsdiff`.padStart(17)}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
