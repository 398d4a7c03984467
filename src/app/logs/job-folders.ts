import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { AddedProject } from '../projects/added-projects';
import type { JobFolders } from '../shared/file-finder';
import type { Repository } from '../shared/stores';

/** What is open, and what was added to it by hand. */
export interface Workspace {
  readonly repositories: readonly Repository[];
  readonly added: readonly AddedProject[];
}

/**
 * Folders of the workspace that hold the files of a job: clones of its project. `page` is the job's page on the server,
 * `https://host/group/project/-/jobs/5012`.
 */
export function jobFolders(base: string, page: string | null | undefined, workspace: Workspace): JobFolders {
  const [, path] = /^https?:\/\/[^/]+\/(.+?)\/-\/jobs\/\d+/.exec(page ?? '') ?? [];
  if (path === undefined) return { roots: [], project: undefined };
  // A server below a sub-path has it in front of every project's path.
  const folder = new URL(base).pathname.replace(/^\/|\/$/g, '');
  const project = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return projectFolders(base, project, workspace);
}

/**
 * Folders of the workspace that hold the files of a project, by the full path that it has on the server: first the
 * repository that it was bound to, then its clones by their remotes.
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
