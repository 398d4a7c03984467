import { access } from 'node:fs/promises';
import { demoGit } from './git';

/** The content of a clone that isn't on any server. */
export interface OwnWork {
  /** Commits of local branches, tags, and HEAD that no remote-tracking branch has. */
  readonly commits: number;
  /** Files with uncommitted changes, and untracked files that aren't ignored. */
  readonly files: number;
  readonly stashes: number;
}

const NO_WORK: OwnWork = { commits: 0, files: 0, stashes: 0 };

export const hasWork = ({ commits, files, stashes }: OwnWork): boolean => commits + files + stashes > 0;

/** The user's work in a clone. Undefined if Git can't determine it. */
export async function ownWork(clone: string): Promise<OwnWork | undefined> {
  if (await isMissing(clone)) return NO_WORK;
  const lines = async (...args: readonly string[]): Promise<number> =>
    (await demoGit({ folder: clone, args, purpose: 'read' })).split('\n').filter((line) => line !== '')
      .length;
  try {
    return {
      commits: await lines('rev-list', 'HEAD', '--branches', '--tags', '--not', '--remotes'),
      files: await lines('status', '--porcelain', '--untracked-files=all'),
      stashes: await lines('stash', 'list'),
    };
  } catch {
    return undefined;
  }
}

const isMissing = (folder: string): Promise<boolean> =>
  access(folder).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  );
