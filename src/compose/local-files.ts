import { Clones } from '../app/git/clones';
import { fileInClones } from '../app/git/file-in-clones';
import type { ProjectKey } from '../app/shared/keys';
import { editorGit } from '../ui/git/editor/show';
import { GitWork } from '../ui/git/editor/work';
import { workspaceFiles } from '../ui/shared/editor/workspace-files';
import type { Core } from './core';

/** Finds files in the clones of a project. */
export const localFiles =
  ({ added, clientFor, moves }: Pick<Core, 'added' | 'clientFor' | 'moves'>) =>
  (project: ProjectKey, path: string): Promise<string | undefined> =>
    fileInClones(new Clones(new GitWork(editorGit), clientFor, moves, added), workspaceFiles, project, path);
