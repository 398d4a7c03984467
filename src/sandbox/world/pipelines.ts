import type { Job, Pipeline, Plan, Project, User, Variable } from './model';
import { randomFrom } from './random';
import type { JobSpec } from './recipe';
import { RECIPES } from './recipes';
import type { World } from './world';

/** How one job of a pipeline differs from its usual way, by its name. */
export type Fates = Readonly<Record<string, Partial<Plan>>>;

export interface Start {
  readonly project: Project;
  readonly recipe: string;
  readonly ref: string;
  readonly sha: string;
  readonly source: string;
  readonly user: User;
  readonly tag?: boolean;
  readonly fates?: Fates;
  readonly upstream?: Job | undefined;
  /** What all of its jobs are given. */
  readonly variables?: readonly Variable[];
}

/** Creates a pipeline of a recipe with all of its jobs; `flow.ts` sets it going. */
export function createPipeline(world: World, start: Start): Pipeline {
  const { project, fates = {} } = start;
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
  for (const spec of RECIPES[start.recipe]?.jobs ?? []) {
    addJob(world, pipeline, spec, fates[spec.name]).variables = start.variables ?? [];
  }
  return pipeline;
}

/** Adds a job in status `created`. */
export function addJob(world: World, pipeline: Pipeline, spec: JobSpec, fate: Partial<Plan> = {}): Job {
  const id = world.nextJobId();
  const plan = { ...usualPlan(id, spec), ...fate };
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

/** Success after about the usual time; by the job's number alone, so that every start of the world is alike. */
export function usualPlan(id: number, spec: JobSpec): Plan {
  const random = randomFrom(id);
  return {
    queue: Math.round(900 + random() * 2600),
    prepare: Math.round(1200 + random() * 1800),
    run: Math.round(spec.seconds * 1000 * (0.8 + random() * 0.4)),
    outcome: 'success',
    reason: 'script_failure',
    stays: undefined,
    stubborn: false,
  };
}

/** Creates what a trigger job triggers: a child pipeline on the same commit, or a pipeline of another project. */
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

/** The newest commit of a branch at a time. */
export function headOf(project: Project, branch: string, at: number): string {
  let head = '';
  for (const commit of project.commits.values()) {
    if (commit.branch === branch && commit.at <= at) head = commit.sha;
  }
  return head;
}
