import type { CreateKey } from '../../../schemas/new-merge-request';
import type { GitPort } from '../../shared/git-port';
import type { ProjectKey } from '../../shared/keys';
import { type CreatePlaces, type CreateSource, sourceBranchOf } from './places';

/** The project or clone to create a merge request from; without both, any open clone. */
export interface CreateOrigin {
  readonly project?: ProjectKey | undefined;
  /** A `Repository.id`. */
  readonly repository?: string | undefined;
}

/** The project and branch to start from, or why there is none. */
export type CreateStart =
  | { readonly kind: 'ready'; readonly key: CreateKey }
  /** The checked-out branch is the default branch. It can still be merged into another branch. */
  | { readonly kind: 'is-target'; readonly key: CreateKey }
  | { readonly kind: 'signed-out' | 'no-repository' | 'no-project' }
  | { readonly kind: 'no-clone' }
  /** `name`: the name of the clone. */
  | { readonly kind: 'detached'; readonly name: string };

export interface FindStartDeps {
  readonly git: Pick<GitPort, 'clones'>;
  readonly places: Pick<CreatePlaces, 'sources'>;
}

/** Finds the clone and branch to create a merge request from. Prefers the clone of the active editor. */
export async function findStart(
  { git, places }: FindStartDeps,
  bases: readonly string[],
  { project, repository }: CreateOrigin,
  signal?: AbortSignal,
): Promise<CreateStart> {
  if (bases.length === 0) return { kind: 'signed-out' };
  if ((await git.clones(signal)).length === 0) return { kind: 'no-repository' };
  const searchedBases = project === undefined ? bases : [project.base];
  const found: (readonly [string, CreateSource])[] = [];
  for (const base of searchedBases) {
    for (const source of await places.sources(base, signal)) found.push([base, source]);
  }
  const fits = found.filter(
    ([, source]) =>
      (repository === undefined || source.clone.repository === repository) &&
      (project === undefined ||
        source.project.id === project.project ||
        source.project.path_with_namespace === project.project),
  );
  const [first] = fits;
  if (first === undefined) return { kind: project === undefined ? 'no-project' : 'no-clone' };
  const [base, source] = first;
  const branch = sourceBranchOf(source);
  if (branch === undefined) return { kind: 'detached', name: source.clone.name };
  const key: CreateKey = {
    base,
    project: source.project.id,
    repository: source.clone.repository,
    branch,
  };
  const isFork = (source.project.forked_from_project ?? undefined) !== undefined;
  return { kind: !isFork && branch === source.project.default_branch ? 'is-target' : 'ready', key };
}
