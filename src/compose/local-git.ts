import type { CommitsByTitle } from '../app/branch/find-by-text';
import { blobIdsInClones } from '../app/git/blob-ids';
import { commitsInClones, titlesInClones } from '../app/git/commit-titles';
import type { LocalTitles } from '../app/pipelines/titles';
import type { Projects } from '../app/projects/projects';
import type { CommittedPath, GitRemote } from '../app/shared/git-port';
import { editorGit } from '../ui/git/editor/show';
import { GitWork } from '../ui/git/editor/work';

/** Git without the tokens of accounts, for reading clones. */
export const localGit = new GitWork(editorGit);

/** Loaded when pipelines are first shown. */
export const localTitles: LocalTitles = (shas, signal) => titlesInClones(localGit, shas, signal);

/** Loaded when no remote of a repository is on a known server. */
export const localRemotes = (repository: string): Promise<readonly GitRemote[]> =>
  localGit.effectiveRemotes(repository);

/** Searches the clones of a project. */
export const localCommits =
  (projects: Pick<Projects, 'clonesOf'>): CommitsByTitle =>
  (project, search) =>
    commitsInClones(localGit, projects.clonesOf(project), search);

/** Loaded when two versions with binary files are compared. */
export const localBlobs = (files: readonly CommittedPath[]): Promise<readonly (string | undefined)[]> =>
  blobIdsInClones(localGit, files);
