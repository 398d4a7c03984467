import { Uri, workspace } from 'vscode';
import type { Projects } from '../../../app/projects/projects';
import type { ProjectKey } from '../../../app/shared/keys';

/** Returns the workspace folder whose settings apply to a project; undefined if no folder belongs to it. */
export type ProjectFolder = (project: ProjectKey) => Uri | undefined;

/** Returns the workspace folder that contains a clone of the project or is inside one. */
export function projectFolder(projects: Pick<Projects, 'clonesOf'>, project: ProjectKey): Uri | undefined {
  for (const clone of projects.clonesOf(project)) {
    const root = Uri.parse(clone, true);
    const folder =
      workspace.getWorkspaceFolder(root) ??
      workspace.workspaceFolders?.find(({ uri }) => uri.toString().startsWith(`${root.toString()}/`));
    if (folder !== undefined) return folder.uri;
  }
  return undefined;
}
