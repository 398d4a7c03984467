import { parseRemote, projectPathOn } from '../domain/remote-url';
import type { JobFolders } from './place-finder';
import type { Repository } from './ports';

/**
 * Folders of the workspace that hold the files of a job: clones of its project, by their remotes. `page` is the job's
 * page on the server, `https://host/group/project/-/jobs/5012`.
 */
export function jobFolders(
  base: string,
  page: string | null | undefined,
  repositories: readonly Repository[],
): JobFolders {
  const [, path] = /^https?:\/\/[^/]+\/(.+?)\/-\/jobs\/\d+/.exec(page ?? '') ?? [];
  if (path === undefined) return { roots: [], project: undefined };
  // A server below a sub-path has it in front of every project's path.
  const folder = new URL(base).pathname.replace(/^\/|\/$/g, '');
  const project = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return projectFolders(base, project, repositories);
}

/** Folders of the workspace that hold the files of a project, by the full path that it has on the server. */
export function projectFolders(
  base: string,
  project: string,
  repositories: readonly Repository[],
): JobFolders {
  const isClone = ({ remotes }: Repository): boolean =>
    remotes.some(({ url }) => {
      const address = parseRemote(url);
      return address !== undefined && projectPathOn(base, address)?.toLowerCase() === project.toLowerCase();
    });
  return { roots: repositories.filter(isClone).map(({ id }) => id), project };
}
