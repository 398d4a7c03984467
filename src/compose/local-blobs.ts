import { blobIdsInClones } from '../app/git/blob-ids';
import type { CommittedPath } from '../app/shared/git-port';
import { editorGit } from '../editor/git/show';
import { GitWork } from '../editor/git/work';

/** Loaded when two versions with binary files are compared. */
export const localBlobs = (files: readonly CommittedPath[]): Promise<readonly (string | undefined)[]> =>
  blobIdsInClones(new GitWork(editorGit), files);
