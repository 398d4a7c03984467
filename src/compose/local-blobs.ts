import { blobIds, type BlobAsk } from '../app/blob-ids';
import { editorGit } from '../editor/git-show';
import { GitWork } from '../editor/git-work';

/** Loaded when two versions with files that are no text are compared. */
export const localBlobs = (asks: readonly BlobAsk[]): Promise<readonly (string | undefined)[]> =>
  blobIds(new GitWork(editorGit), asks);
