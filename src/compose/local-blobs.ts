import { type BlobAsk, blobIdsInClones } from '../app/git/blob-ids';
import { editorGit } from '../editor/git/show';
import { GitWork } from '../editor/git/work';

/** Loaded when two versions with files that are no text are compared. */
export const localBlobs = (asks: readonly BlobAsk[]): Promise<readonly (string | undefined)[]> =>
  blobIdsInClones(new GitWork(editorGit), asks);
