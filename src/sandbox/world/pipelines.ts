import type { JsonValue } from '../../base/json-value';
import { interpolated } from './inputs';
import type { Job, Pipeline, Plan, Project, User, Variable } from './model';
import { randomFrom } from './random';
import type { JobSpec } from './recipe';
import type { World } from './world';

/** Deviations from the usual plan, by job name. */
export type PlanOverrides = Readonly<Record<string, Partial<Plan>>>;

export interface Start {
  readonly project: Project;
  readonly recipe: string;
  readonly ref: string;
  readonly sha: string;
  readonly source: string;
  readonly user: User;
  readonly tag?: boolean;
  readonly planOverrides?: PlanOverrides;
  readonly upstream?: Job | undefined;
  /** Variables of all its jobs. */
  readonly variables?: readonly Variable[];
  /** Values of its inputs. */
  readonly inputs?: Readonly<Record<string, JsonValue>>;
}

/** Creates a pipeline with the jobs of a recipe. `flow.ts` starts it. */
export function createPipeline(world: World, start: Start): Pipeline {
  const { project, planOverrides = {}, inputs = {} } = start;
  const jobs: Job[] = [];
  const pipeline: Pipeline = {
    id: world.nextPipelineId(),
    iid: project.pipelines.length + 1,
    project,
    ref: start.ref,
    tag: start.tag ?? false,
    sha: start.sha,
    source: start.source,
    user: start.user,
    createdAt: world.time,
    status: 'created',
    updatedAt: world.time,
    jobs,
    get jobCount() {
      return jobs.length;
    },
    upstream: start.upstream,
  };
  project.pipelines.push(pipeline);
  for (const spec of world.recipes[start.recipe]?.jobs ?? []) {
    const name = interpolated(spec.name, inputs);
    const named = name === spec.name ? spec : { ...spec, name };
    addJob(world, pipeline, named, planOverrides[spec.name]).variables = start.variables ?? [];
  }
  return pipeline;
}

/** Adds a job with the status `created`. */
export function addJob(world: World, pipeline: Pipeline, spec: JobSpec, overrides: Partial<Plan> = {}): Job {
  const id = world.nextJobId();
  const plan = { ...usualPlan(id, spec), ...overrides };
  const job = newJob(pipeline, { id, spec, plan, createdAt: world.time });
  pipeline.jobs.push(job);
  pipeline.project.jobs.add(job);
  return job;
}

type NewJob = Pick<Job, 'id' | 'spec' | 'plan' | 'createdAt'>;

export function newJob(pipeline: Pipeline, { id, spec, plan, createdAt }: NewJob): Job {
  return {
    id,
    pipeline,
    spec,
    plan,
    createdAt,
    user: pipeline.user,
    status: 'created',
    retried: false,
    queuedAt: undefined,
    startedAt: undefined,
    cancelingAt: undefined,
    finishedAt: undefined,
    erasedAt: undefined,
    runner: undefined,
    variables: [],
    downstream: undefined,
    turn: 0,
  };
}

/**
 * Returns a plan for a successful job with about the usual duration. Depends only on the job's ID, so that
 * every new world has the same plans.
 */
export function usualPlan(id: number, spec: JobSpec): Plan {
  const random = randomFrom(id);
  return {
    queue: Math.round(900 + random() * 2600),
    prepare: Math.round(1200 + random() * 1800),
    run: Math.round(spec.seconds * 1000 * (0.8 + random() * 0.4)),
    outcome: 'success',
    reason: 'script_failure',
    stays: undefined,
    failsOnRetry: false,
  };
}

/**
 * Creates the downstream pipeline of a trigger job: a child pipeline for the same commit, or a pipeline of
 * another project.
 */
export function createDownstream(world: World, bridge: Job): Pipeline | undefined {
  const { spec, pipeline, user } = bridge;
  if (spec.triggers === undefined) return undefined;
  const { project: path, recipe } = spec.triggers;
  if (path === undefined) {
    const { project, ref, sha, tag } = pipeline;
    return createPipeline(world, {
      project,
      ref,
      sha,
      tag,
      recipe,
      user,
      source: 'parent_pipeline',
      upstream: bridge,
    });
  }
  const project = world.project(path);
  if (project === undefined) return undefined;
  const sha = headOf(project, 'main', world.time);
  return createPipeline(world, {
    project,
    ref: 'main',
    sha,
    recipe,
    user,
    source: 'pipeline',
    upstream: bridge,
  });
}

/** Returns the latest commit of a branch at a given time. */
export function headOf(project: Project, branch: string, at: number): string {
  let head = '';
  for (const commit of project.commits.values()) {
    if (commit.branch === branch && commit.at <= at) head = commit.sha;
  }
  return head;
}
