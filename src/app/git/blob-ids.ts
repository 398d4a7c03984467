import type { Client } from '../../api/client';
import { getRawFile } from '../../api/endpoints/repository';
import { ignoreError } from '../../base/background';
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

/**
 * Reads blob IDs from the server, with one request per file. The ID is in a header, so the content isn't downloaded.
 * Undefined if the server doesn't return it. Stops at the first failure, because other requests would probably fail
 * too.
 */
export async function serverBlobIds(
  client: Client,
  project: number | string,
  files: readonly CommittedPath[],
): Promise<readonly (string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  try {
    for (const { sha, path } of files) {
      const args = { id: project, file_path: path, ref: sha };
      const stream = await client.stream(getRawFile, args, { priority: 'background' });
      stream.cancel();
      ids.push(stream.blobId);
    }
  } catch (error) {
    ignoreError(error);
    // Without an ID, the file may have changed and stays in the list.
  }
  return files.map((_file, index) => ids[index]);
}
