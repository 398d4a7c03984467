import { blobIdsInClones } from '../../../app/git/blob-ids';
import { titlesInClones } from '../../../app/git/commit-titles';
import type { LocalTitles } from '../../../app/pipelines/titles';
import type { CommittedPath, GitRemote } from '../../../app/shared/git-port';
import { editorGit } from './show';
import { GitWork } from './work';

/** Git without the tokens of accounts, for reading clones. */
export const localGit = new GitWork(editorGit);

/** Loaded when pipelines are first shown. */
export const localTitles: LocalTitles = (shas, signal) => titlesInClones(localGit, shas, signal);

/** Loaded when no remote of a repository is on a known server. */
export const localRemotes = (repository: string): Promise<readonly GitRemote[]> =>
  localGit.effectiveRemotes(repository);

/** Loaded when two versions with binary files are compared. */
export const localBlobs = (files: readonly CommittedPath[]): Promise<readonly (string | undefined)[]> =>
  blobIdsInClones(localGit, files);
