import type { CommitsByTitle } from '../app/branch/find-by-text';
import { blobIdsInClones } from '../app/git/blob-ids';
import { commitsInClones, titlesInClones } from '../app/git/commit-titles';
import type { LocalTitles } from '../app/pipelines/titles';
import type { Projects } from '../app/projects/projects';
import type { CommittedPath, GitRemote } from '../app/shared/git-port';
import { editorGit } from '../ui/git/editor/show';
import { GitWork } from '../ui/git/editor/work';

/** Loaded when pipelines are first shown. */
export const localTitles: LocalTitles = (shas, signal) =>
  titlesInClones(new GitWork(editorGit), shas, signal);

/** Loaded when no remote of a repository is on a known server. */
export const localRemotes = (repository: string): Promise<readonly GitRemote[]> =>
  new GitWork(editorGit).effectiveRemotes(repository);

/** Searches the clones of a project. */
export const localCommits =
  (projects: Pick<Projects, 'clonesOf'>): CommitsByTitle =>
  (project, search) =>
    commitsInClones(new GitWork(editorGit), projects.clonesOf(project), search);

/** Loaded when two versions with binary files are compared. */
export const localBlobs = (files: readonly CommittedPath[]): Promise<readonly (string | undefined)[]> =>
  blobIdsInClones(new GitWork(editorGit), files);
