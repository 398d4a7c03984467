import { ChangesStashed, GitFailed, type GitPort, type Stash } from '../shared/git-port';

type Git = Pick<GitPort, 'stash' | 'unstash' | 'checkout' | 'current' | 'resolve'>;

/**
 * Checks out a branch, or a commit without a branch. With `stashName`, stashes uncommitted changes first, and restores
 * them if nothing was checked out. Rejects with `ChangesStashed` if they can't be restored. Returns the stash; undefined
 * if there is none.
 */
export async function checkoutWithStash(
  git: Git,
  repository: string,
  branchOrSha: string,
  stashName: string | undefined,
): Promise<Stash | undefined> {
  const stash = stashName === undefined ? undefined : await git.stash(repository, stashName);
  try {
    await git.checkout(repository, branchOrSha);
  } catch (error) {
    // If a hook fails, git fails after it has switched.
    if (await isAt(git, repository, branchOrSha).catch(() => false)) return stash;
    if (stash !== undefined) await restore(git, repository, stash, error);
    throw error;
  }
  return stash;
}

/** True if a branch, or a commit without a branch, is checked out. */
async function isAt(git: Git, repository: string, branchOrSha: string): Promise<boolean> {
  const branch = await git.current(repository);
  return (branch ?? (await git.resolve(repository, 'HEAD'))) === branchOrSha;
}

async function restore(git: Git, repository: string, stash: Stash, reason: unknown): Promise<void> {
  try {
    await git.unstash(repository, stash.sha);
  } catch (error) {
    const output = reason instanceof GitFailed ? reason.output : String(reason);
    throw new ChangesStashed(output, stash, error);
  }
}
