import { access, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ignoreError } from '../../../base/background';
import { demoGit } from './git';
import { cloneIn, RECORD } from './location';

/** Content of a demo that it didn't contain when it was created. */
export interface OwnWork {
  /** Commits that no branch of the server had at a start, also if only the reflog contains them. */
  readonly commits: number;
  /** Changed, untracked, and ignored files of the clone and its worktrees, and other files next to the clone. */
  readonly files: number;
  readonly stashes: number;
}

const NO_WORK: OwnWork = { commits: 0, files: 0, stashes: 0 };

export const hasWork = ({ commits, files, stashes }: OwnWork): boolean => commits + files + stashes > 0;

/**
 * The user's work in the folder of a demo. `known`: the commits that the server had at its starts. Undefined if Git
 * can't determine it.
 */
export async function ownWork(
  root: string,
  known: readonly string[] | undefined,
): Promise<OwnWork | undefined> {
  const clone = cloneIn(root);
  try {
    if (await isMissing(clone)) return { ...NO_WORK, files: (await filesBeside(root, [])).length };
    if (known === undefined) return undefined;
    const worktrees = await worktreesOf(clone);
    const changed = await Promise.all(worktrees.map(changedFiles));
    const beside = await filesBeside(root, worktrees);
    const stashes = await linesOf(clone, ['stash', 'list', '--format=%H %P']);
    return {
      commits: await commitCount(clone, known, stashes),
      files: changed.reduce((sum, count) => sum + count, beside.length),
      stashes: stashes.length,
    };
  } catch (error) {
    ignoreError(error);
    return undefined;
  }
}

async function linesOf(folder: string, args: readonly string[], input?: string): Promise<readonly string[]> {
  const out = await demoGit({ folder, args, purpose: 'read', input });
  return out.split('\n').filter((line) => line !== '');
}

/** Returns the folders of the clone and its worktrees that exist. */
async function worktreesOf(clone: string): Promise<readonly string[]> {
  const lines = await linesOf(clone, ['worktree', 'list', '--porcelain']);
  const folders = lines.flatMap((line) => /^worktree (.+)$/.exec(line)?.[1] ?? []);
  const missing = await Promise.all(folders.map(isMissing));
  return Promise.all(folders.filter((_, index) => missing[index] === false).map((each) => realpath(each)));
}

async function changedFiles(folder: string): Promise<number> {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '--ignored'];
  const out = await demoGit({ folder, args, purpose: 'read' });
  return out.split('\0').filter((entry) => entry !== '').length;
}

/** Returns what is next to the clone, without the record of the demo and without worktrees. */
async function filesBeside(root: string, worktrees: readonly string[]): Promise<readonly string[]> {
  const real = await realpath(root);
  const own = [RECORD, path.basename(cloneIn(root))];
  const names = await readdir(root);
  return names.filter((name) => !own.includes(name) && !worktrees.includes(path.join(real, name)));
}

/** Stashes are commits too, which are counted separately. Each consists of a commit and its parents but the first. */
async function commitCount(
  clone: string,
  known: readonly string[],
  stashes: readonly string[],
): Promise<number> {
  const input = known.map((sha) => `^${sha}\n`).join('');
  // Commits of earlier starts may be missing.
  const args = ['rev-list', '--ignore-missing', '--all', '--reflog', '--stdin'];
  const commits = await linesOf(clone, args, input);
  const stashed = new Set(
    stashes.flatMap((line) => {
      const [stash = '', , ...parents] = line.split(' ');
      return [stash, ...parents];
    }),
  );
  return commits.filter((sha) => !stashed.has(sha)).length;
}

const isMissing = (folder: string): Promise<boolean> =>
  access(folder).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  );
