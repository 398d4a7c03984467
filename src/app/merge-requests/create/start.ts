import type { CreateKey } from '../../../schemas/new-merge-request';
import type { GitPort } from '../../shared/git-port';
import type { ProjectKey } from '../../shared/keys';
import { type CreatePlaces, type CreateSource, sourceBranchOf } from './places';

/** Where a merge request is made from: a project, a clone, both, or whatever is open. */
export interface CreateWish {
  readonly project?: ProjectKey | undefined;
  /** As `Repository.id`. */
  readonly repository?: string | undefined;
}

/** Where to begin, or why there is nowhere. */
export type CreateStart =
  | { readonly kind: 'ready'; readonly key: CreateKey }
  /** Others are merged into the branch that is checked out: it can still go into another one. */
  | { readonly kind: 'is-target'; readonly key: CreateKey }
  | { readonly kind: 'signed-out' | 'no-repository' | 'no-project' }
  | { readonly kind: 'no-clone' }
  /** `name` is the clone's. */
  | { readonly kind: 'detached'; readonly name: string };

export interface FindStartDeps {
  readonly git: Pick<GitPort, 'clones'>;
  readonly places: Pick<CreatePlaces, 'sources'>;
}

/** Finds the clone and the branch that a merge request is made from; the clone of the active editor goes first. */
export async function findStart(
  { git, places }: FindStartDeps,
  bases: readonly string[],
  { project, repository }: CreateWish,
  signal?: AbortSignal,
): Promise<CreateStart> {
  if (bases.length === 0) return { kind: 'signed-out' };
  if ((await git.clones(signal)).length === 0) return { kind: 'no-repository' };
  const asked = project === undefined ? bases : [project.base];
  const found: (readonly [string, CreateSource])[] = [];
  for (const base of asked) {
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
