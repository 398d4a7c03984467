import type { JsonObject } from '../../base/json-value';
import { addMissingCommit } from './add-missing-commit';
import { startPipeline } from './flow';
import { valuesOfInputs } from './inputs';
import type { Pipeline, Project, User, Variable } from './model';
import type { Recipe } from './recipe';
import { isBranchName } from './repositories/repository';
import type { World } from './world';

/** A request to run a pipeline for a branch or tag. */
export interface Run {
  readonly project: Project;
  readonly ref: string;
  readonly user: User;
  readonly source: string;
  readonly variables: readonly Variable[];
  /** Values of inputs by name. */
  readonly inputs?: JsonObject;
}

/** Projects with the same pipeline for every ref. */
const RECIPES: Readonly<Record<string, string>> = { 'acme/payments': 'payments', 'acme/vault': 'vault' };
/** Projects without a `.gitlab-ci.yml`. */
const WITHOUT: readonly string[] = ['acme/handbook', 'acme/roadmap', 'acme/labs/prism', 'acme/attic'];

/** Recipes of branches with another `.gitlab-ci.yml` than most branches. */
const BRANCH_RECIPES: Readonly<Record<string, string>> = { main: 'main', 'release/2.0': 'release' };

/** The CI configuration of a commit. */
interface Configuration {
  readonly sha: string;
  readonly tag: boolean;
  readonly name: string;
  readonly recipe: Recipe;
}

/** Returns the name of the recipe of a branch. */
export const branchRecipe = ({ path }: Project, branch: string): string =>
  RECIPES[path] ?? BRANCH_RECIPES[branch] ?? 'branch';

/** Finds the CI configuration of a branch or tag, or returns the reason why there is none. */
export function configurationOf(
  world: World,
  project: Project,
  ref: string,
): Configuration | 'no-ref' | 'no-configuration' {
  const repository = world.repositories.of(project);
  const named = isBranchName(ref);
  const head = named ? repository.head(ref) : undefined;
  const tagged = named && head === undefined ? repository.sha(`refs/tags/${ref}`) : undefined;
  const sha = head ?? tagged;
  if (sha === undefined) return 'no-ref';
  const tag = tagged !== undefined;
  const name = tag ? (RECIPES[project.path] ?? 'tag') : branchRecipe(project, ref);
  const recipe = WITHOUT.includes(project.path) ? undefined : world.recipes[name];
  return recipe === undefined ? 'no-configuration' : { sha, tag, name, recipe };
}

/** Starts a pipeline for a branch or tag, or returns the real service's error message. */
export function runPipeline(world: World, run: Run): Pipeline | string {
  const { project, ref, user, source, inputs = {} } = run;
  const found = configurationOf(world, project, ref);
  if (found === 'no-ref') return 'Reference not found';
  if (found === 'no-configuration') return 'Missing CI config file';
  const { sha, tag, name, recipe } = found;
  const values = valuesOfInputs(recipe.inputs ?? [], inputs);
  if (typeof values === 'string') return values;
  addMissingCommit(world, project, sha, ref);
  const declared = (recipe.variables ?? []).filter(
    ({ key }) => !run.variables.some((variable) => variable.key === key),
  );
  const variables = [...declared.map(({ key, value }) => ({ key, value })), ...run.variables];
  return startPipeline(world, {
    project,
    recipe: name,
    ref,
    sha,
    tag,
    source,
    user,
    variables,
    inputs: values,
  });
}
