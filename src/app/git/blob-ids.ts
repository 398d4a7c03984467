import type { CommittedPath, GitPort } from '../shared/git-port';

/**
 * The names of what files hold, as git's objects tell them; undefined where no clone that is open has the commit. One
 * run of git for each clone, however many files.
 */
export async function blobIdsInClones(
  git: Pick<GitPort, 'clones' | 'blobIds'>,
  files: readonly CommittedPath[],
): Promise<readonly (string | undefined)[]> {
  let found: readonly (string | undefined)[] = files.map(() => undefined);
  for (const { repository } of await git.clones()) {
    // A clone that is broken knows nothing.
    const known = await git.blobIds(repository, files).catch(() => []);
    found = found.map((id, index) => id ?? known[index]);
    if (!found.includes(undefined)) break;
  }
  return found;
}
