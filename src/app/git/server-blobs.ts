import type { Client } from '../../api/client';
import { getRawFile } from '../../api/endpoints/repository';
import type { CommittedPath } from '../shared/git-port';

/**
 * The ids of blobs as the server tells them, one request each: in a header, so the bytes of the files are not read.
 * Undefined where it doesn't tell. Ends at the first request that fails, because the others would fail as well.
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
  } catch {
    // Without an id it stays unsure whether a file has changed, and the file stays in the list.
  }
  return files.map((_file, index) => ids[index]);
}
