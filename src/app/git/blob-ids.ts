import type { CommittedPath, GitPort } from '../shared/git-port';

/**
 * Returns the blob IDs of files, with one git process per clone; undefined if no open clone has the commit.
 */
export async function blobIdsInClones(
  git: Pick<GitPort, 'clones' | 'blobIds'>,
  files: readonly CommittedPath[],
): Promise<readonly (string | undefined)[]> {
  let found: readonly (string | undefined)[] = files.map(() => undefined);
  for (const { repository } of await git.clones()) {
    // Skips damaged clones.
    const known = await git.blobIds(repository, files).catch(() => []);
    found = found.map((id, index) => id ?? known[index]);
    if (!found.includes(undefined)) break;
  }
  return found;
}
