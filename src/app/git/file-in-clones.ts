import type { WorkspaceFiles } from '../shared/file-finder';
import type { ProjectKey } from '../shared/keys';
import type { Clones } from './clones';

/** Returns the address of a file in an open clone of a project; undefined if no clone contains it. */
export async function fileInClones(
  clones: Pick<Clones, 'of'>,
  files: Pick<WorkspaceFiles, 'file'>,
  project: ProjectKey,
  path: string,
): Promise<string | undefined> {
  for (const { repository } of await clones.of(project)) {
    const found = await files.file(repository, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
