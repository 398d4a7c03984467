import { ChangesStashedError, GitFailedError, type GitPort, type Stash } from '../shared/git-port';

type Git = Pick<GitPort, 'stash' | 'findStash' | 'unstash' | 'checkout' | 'current' | 'resolve'>;

/**
 * Checks out a branch, or a commit without a branch. With `stashName`, stashes uncommitted changes first, and restores
 * them if nothing was checked out. Rejects with `ChangesStashedError` if they can't be restored. Returns the stash; undefined
 * if there is none.
 */
export async function checkoutWithStash(
  git: Git,
  repository: string,
  branchOrSha: string,
  stashName: string | undefined,
): Promise<Stash | undefined> {
  const stash = stashName === undefined ? undefined : await stashed(git, repository, stashName);
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

/** Git can also fail between creating the stash and listing it. */
async function stashed(git: Git, repository: string, name: string): Promise<Stash | undefined> {
  try {
    return await git.stash(repository, name);
  } catch (error) {
    const left = error instanceof ChangesStashedError ? undefined : await git.findStash(repository, name);
    throw left === undefined ? error : new ChangesStashedError(outputOf(error), left);
  }
}

const outputOf = (error: unknown): string => (error instanceof GitFailedError ? error.output : String(error));

/** True if a branch, or a commit without a branch, is checked out. */
async function isAt(git: Git, repository: string, branchOrSha: string): Promise<boolean> {
  const branch = await git.current(repository);
  return (branch ?? (await git.resolve(repository, 'HEAD'))) === branchOrSha;
}

async function restore(git: Git, repository: string, stash: Stash, reason: unknown): Promise<void> {
  try {
    await git.unstash(repository, stash.sha);
  } catch (error) {
    throw new ChangesStashedError(outputOf(reason), stash, error);
  }
}
