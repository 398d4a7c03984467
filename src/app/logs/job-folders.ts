import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { AddedProject } from '../projects/added-projects';
import type { JobFolders } from '../shared/file-finder';
import type { Repository } from '../shared/stores';

/** The repositories of the workspace, and the projects that the user added. */
export interface Workspace {
  readonly repositories: readonly Repository[];
  readonly added: readonly AddedProject[];
}

/**
 * Folders of the workspace that contain the files of a job: clones of its project. `page` is the URL of the
 * job's page, `https://host/group/project/-/jobs/5012`.
 */
export function jobFolders(base: string, page: string | null | undefined, workspace: Workspace): JobFolders {
  const [, path] = /^https?:\/\/[^/]+\/(.+?)\/-\/jobs\/\d+/.exec(page ?? '') ?? [];
  if (path === undefined) return { roots: [], project: undefined };
  // On a server below a path, the paths of projects start with that path.
  const folder = new URL(base).pathname.replace(/^\/|\/$/g, '');
  const project = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return projectFolders(base, project, workspace);
}

/**
 * Folders of the workspace that contain the files of a project, which is specified by its full path on the
 * server: first the repository bound to it, then clones according to their remotes.
 */
export function projectFolders(
  base: string,
  project: string,
  { repositories, added }: Workspace,
): JobFolders {
  const isIt = (path: string | undefined): boolean => path?.toLowerCase() === project.toLowerCase();
  const bound = new Set(
    added.flatMap(({ key, path, bound: to }) =>
      key.base === base && isIt(path) && to !== undefined ? [to.repository] : [],
    ),
  );
  const leads = ({ remotes }: Repository): boolean =>
    remotes.some(({ url }) => {
      const address = parseRemote(url);
      return address !== undefined && isIt(projectPathOn(base, address));
    });
  const clones = [
    ...repositories.filter(({ id }) => bound.has(id)),
    ...repositories.filter((repository) => !bound.has(repository.id) && leads(repository)),
  ];
  return { roots: clones.map(({ id }) => id), project };
}
