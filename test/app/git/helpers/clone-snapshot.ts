import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** Paths that every fetch changes, or to which git only adds: objects, and the branches of remotes. */
const FETCHED = /^\.git\/(?:objects|refs\/remotes|logs\/refs\/remotes|FETCH_HEAD)(?:\/|$)/;

/** Returns the paths of all files of a clone, including those of git, with their modes and the hashes of their bytes. */
export async function snapshotOf(clone: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const name of await readdir(clone, { recursive: true })) {
    if (FETCHED.test(name)) continue;
    const file = path.join(clone, name);
    const stat = await lstat(file);
    if (stat.isDirectory()) continue;
    const bytes = stat.isSymbolicLink() ? await readlink(file) : await readFile(file);
    found[name] = `${stat.mode.toString(8)} ${createHash('sha256').update(bytes).digest('hex')}`;
  }
  return found;
}
