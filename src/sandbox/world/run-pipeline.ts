import { startPipeline } from './flow';
import { knowCommit } from './know-commit';
import type { Pipeline, Project, User, Variable } from './model';
import { isBranchName } from './repositories/repository';
import type { World } from './world';

/** A request to run a pipeline for a branch or tag. */
export interface Run {
  readonly project: Project;
  readonly ref: string;
  readonly user: User;
  readonly source: string;
  readonly variables: readonly Variable[];
}

/** Projects with the same pipeline for every ref. */
const RECIPES: Readonly<Record<string, string>> = { 'acme/payments': 'payments', 'acme/vault': 'vault' };
/** Projects without a `.gitlab-ci.yml`. */
const WITHOUT: readonly string[] = ['acme/handbook', 'acme/roadmap', 'acme/labs/prism', 'acme/attic'];

/** Starts a pipeline for a branch or tag, or returns the real service's error message. */
export function runPipeline(world: World, { project, ref, user, source, variables }: Run): Pipeline | string {
  const repository = world.repositories.of(project);
  const named = isBranchName(ref);
  const head = named ? repository.head(ref) : undefined;
  const tagged = named && head === undefined ? repository.sha(`refs/tags/${ref}`) : undefined;
  const sha = head ?? tagged;
  if (sha === undefined) return 'Reference not found';
  if (WITHOUT.includes(project.path)) return 'Missing CI config file';
  knowCommit(world, project, sha, ref);
  const usual = tagged !== undefined ? 'tag' : ref === 'main' ? 'main' : 'branch';
  const recipe = RECIPES[project.path] ?? usual;
  const tag = tagged !== undefined;
  return startPipeline(world, { project, recipe, ref, sha, tag, source, user, variables });
}
