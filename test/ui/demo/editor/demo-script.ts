import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Creates a folder for each test, and bundles the sandbox into one file like in the package. */
export function withDemoScript() {
  const found = { script: '', storage: '' };
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'switchyard-demo-script-'));
    found.script = path.join(folder, 'sandbox.js');
    await build({
      entryPoints: [fileURLToPath(new URL('../../../../src/sandbox/main.ts', import.meta.url))],
      outfile: found.script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    });
  });
  beforeEach(async () => {
    found.storage = await mkdtemp(path.join(folder, 'storage-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return {
    found,
    /** Writes another program that replaces the sandbox. */
    otherScript: async (source: string): Promise<string> => {
      const file = path.join(found.storage, 'other.js');
      await writeFile(file, source);
      return file;
    },
  };
}

/** True if a server accepts connections at the URL. */
export const isReachable = (url: string): Promise<boolean> =>
  fetch(`${url}/api/v4/version`).then(
    () => true,
    () => false,
  );

/** Runs a function while no program can be found. */
export async function withoutPrograms<T>(work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env;
  process.env['PATH'] = '/nowhere';
  try {
    return await work();
  } finally {
    process.env['PATH'] = PATH;
  }
}
