import { type BranchAt, GitFailedError, safeRef, safeSha } from '../../../app/shared/git-port';
import type { GitProgram } from './program';
import { localBranch } from './reading';

/**
 * Deletes a branch with its settings. Returns false, and deletes nothing, if the branch is at another commit or is
 * checked out. Git compares the commit while the branch is locked.
 */
export async function deleteBranchAt(
  { read, change, tryChange }: GitProgram,
  { name, sha }: BranchAt,
): Promise<boolean> {
  const local = await localBranch(read, name);
  if (local === undefined || local.sha !== sha || local.worktree !== undefined) return false;
  const { code, message } = await tryChange([
    'update-ref',
    '-d',
    `refs/heads/${safeRef(name)}`,
    safeSha(sha),
  ]);
  if (code !== 0) {
    if ((await localBranch(read, name))?.sha === sha) throw new GitFailedError(message);
    return false;
  }
  // Fails if the branch has no settings.
  await change(['config', '--local', '--remove-section', `branch.${name}`], NO_SECTION);
  return true;
}

const NO_SECTION = 128;
