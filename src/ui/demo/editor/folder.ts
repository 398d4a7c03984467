import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { orUndefined } from '../../../base/background';
import { parseJson } from '../../../base/parse-json';
import { type DemoRecord, demoRecordSchema } from '../../../schemas/demo';
import { cloneIn, DEMO_PREFIX, RECORD } from './location';
import { hasWork, type OwnWork, ownWork } from './own-work';

/** Creates a folder for a demo that only the user can read. */
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

/** Removes a demo with its clone. On Windows, files that are open in the window can't be removed. */
export async function removeDemo(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true, maxRetries: 3 });
}

/** A demo without a running window that contains the user's work. */
export interface KeptDemo {
  /** The folder that is opened. */
  readonly clone: string;
  /** Undefined if Git can't determine it. */
  readonly work: OwnWork | undefined;
  /** When its server was last started, in ISO 8601. */
  readonly lastUsed: string;
}

interface EndedDemos {
  /** The former URLs of the removed demos' servers. */
  readonly urls: readonly string[];
  readonly kept: readonly KeptDemo[];
}

/** Removes the demos of extension hosts that are no longer running, unless they contain the user's work. */
export async function removeEndedDemos(storage: string): Promise<EndedDemos> {
  const names = await readdir(storage).catch(() => []);
  const urls: string[] = [];
  const kept: KeptDemo[] = [];
  for (const name of names.filter((each) => each.startsWith(DEMO_PREFIX))) {
    const root = path.join(storage, name);
    const record = await readDemoRecord(root);
    // Without a record, another window may be creating it at the moment.
    if (record === undefined || isRunning(record.owner)) continue;
    const clone = cloneIn(root);
    const work = await ownWork(root, record.commits);
    if (work === undefined || hasWork(work)) {
      const { mtime } = await stat(path.join(root, RECORD));
      kept.push({ clone, work, lastUsed: mtime.toISOString() });
    } else {
      urls.push(record.url);
      await orUndefined(removeDemo(root));
    }
  }
  return { urls, kept };
}

/** Signal 0 only checks whether the process exists. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
