import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../base/parse-json';
import { type DemoRecord, demoRecordSchema } from '../../schemas/demo';
import { DEMO_PREFIX } from './location';

const RECORD = 'demo.json';

/** The folder that is opened in the window of a demo. */
export const cloneIn = (root: string): string => path.join(root, 'storefront');

/** Creates a folder for a demo that only this user can read. */
export async function createDemoRoot(storage: string): Promise<string> {
  await mkdir(storage, { recursive: true });
  return mkdtemp(path.join(storage, DEMO_PREFIX));
}

/** Undefined if nothing was stored, or it can't be read. */
export async function readDemoRecord(root: string): Promise<DemoRecord | undefined> {
  const text = await readFile(path.join(root, RECORD), 'utf8').catch(() => '');
  const read = demoRecordSchema.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

export async function writeDemoRecord(root: string, record: DemoRecord): Promise<void> {
  await writeFile(path.join(root, RECORD), JSON.stringify(record), { mode: 0o600 });
}

/** Removes a demo with its clone. On Windows, files that are open in the window stay. */
export async function removeDemo(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the demos that no running extension host owns. Returns the URLs that their servers had. */
export async function removeEndedDemos(storage: string): Promise<readonly string[]> {
  const names = await readdir(storage).catch(() => []);
  const urls: string[] = [];
  for (const name of names.filter((each) => each.startsWith(DEMO_PREFIX))) {
    const root = path.join(storage, name);
    const record = await readDemoRecord(root);
    // Without a record, another window may be creating it at the moment.
    if (record === undefined || isRunning(record.owner)) continue;
    urls.push(record.url);
    await removeDemo(root).catch(() => undefined);
  }
  return urls;
}

/** Signal 0 only checks whether the process exists. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user exists, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
