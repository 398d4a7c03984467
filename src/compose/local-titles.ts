import type { CommitsByTitle } from '../app/branch/find-by-text';
import { commitsInClones, titlesInClones } from '../app/git/commit-titles';
import type { LocalTitles } from '../app/pipelines/titles';
import type { Projects } from '../app/projects/projects';
import { editorGit } from '../editor/git/show';
import { GitWork } from '../editor/git/work';

/** Loaded when pipelines are first shown. */
export const localTitles: LocalTitles = (shas, signal) =>
  titlesInClones(new GitWork(editorGit), shas, signal);

/** Searches the clones of a project. */
export const localCommits =
  (projects: Pick<Projects, 'clonesOf'>): CommitsByTitle =>
  (project, search) =>
    commitsInClones(new GitWork(editorGit), projects.clonesOf(project), search);
