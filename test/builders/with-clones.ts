import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder of a test, and git in it, as of `withGitFolder`. */
interface GitFolder {
  readonly git: (...args: string[]) => Promise<string>;
  readonly inFolder: (name: string) => string;
}

/** Clones a repository of the sandbox into a folder. `options`: options of `git clone`. */
type Clone = (url: string, name: string, ...options: readonly string[]) => Promise<void>;

/**
 * Returns a function that clones repositories of a sandbox. A clone with the same branches and options is copied, because
 * that takes a fraction of the time.
 */
export function withClones(
  world: { readonly hasSameBranches: boolean },
  { git, inFolder }: GitFolder,
): Clone {
  let root = '';
  const known = new Map<string, string>();
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'switchyard-clones-'));
  });
  after(async () => {
    known.clear();
    await rm(root, { recursive: true, force: true });
  });
  return async (url, name, ...options) => {
    const key = [url, ...options].join('\0');
    const hasSameBranches = world.hasSameBranches;
    const copy = hasSameBranches ? known.get(key) : undefined;
    if (copy === undefined) {
      await git('clone', '--quiet', ...options, '--', url, name);
      if (!hasSameBranches) return;
      const made = path.join(root, String(known.size));
      await cp(inFolder(name), made, { recursive: true, verbatimSymlinks: true });
      known.set(key, made);
    } else {
      await cp(copy, inFolder(name), { recursive: true, verbatimSymlinks: true });
      // The index contains the times of the files.
      await git('-C', name, 'status');
    }
  };
}
