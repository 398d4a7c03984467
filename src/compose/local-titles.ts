import { titlesInClones } from '../app/git/commit-titles';
import type { LocalTitles } from '../app/pipelines/titles';
import { editorGit } from '../editor/git/show';
import { GitWork } from '../editor/git/work';

/** Loaded when the first pipelines are shown. */
export const localTitles: LocalTitles = (shas, signal) =>
  titlesInClones(new GitWork(editorGit), shas, signal);
