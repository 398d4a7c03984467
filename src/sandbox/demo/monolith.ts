import { type Job, type Pipeline, ROLES } from '../world/model';
import { USERS } from '../world/people';
import { runnerFor } from '../world/people';
import { headOf, newJob, usualPlan } from '../world/pipelines';
import { randomFrom } from '../world/random';
import type { JobSpec, ScriptKind } from '../world/recipe';
import type { World } from '../world/world';
import type { Populated } from './play-scenario';
import { HOUR } from './scenario';

const PIPELINES = 2_000;
const JOBS = 50_000;
/** The second newest pipeline is the largest. */
const GIANT = { index: PIPELINES - 2, jobs: 2_000 };
const OTHERS = Math.floor((JOBS - GIANT.jobs) / (PIPELINES - 1));
/** The remainder of the division is added to the newest pipeline. */
const REST = JOBS - GIANT.jobs - OTHERS * (PIPELINES - 1);

const STAGES = ['prepare', 'build', 'test', 'deploy'] as const;
const SCRIPTS: Readonly<Record<(typeof STAGES)[number], ScriptKind>> = {
  prepare: 'install',
  build: 'compile',
  test: 'unit-tests',
  deploy: 'deploy',
};

/** Adds 2,000 finished pipelines with 50,000 jobs. The jobs of a pipeline are created on first use. */
export function addMonolith(world: World, { project }: Populated): void {
  const begin = world.time - PIPELINES * HOUR;
  const people = ROLES.map((role) => USERS[role]);
  for (let index = 0; index < PIPELINES; index++) {
    const jobCount = index === GIANT.index ? GIANT.jobs : OTHERS + (index === PIPELINES - 1 ? REST : 0);
    const first = world.nextJobId(jobCount);
    const createdAt = begin + index * HOUR;
    const failed = index % 7 === 3;
    // A branch has pipelines only after its first commit.
    const feature = index % 3 === 0 ? headOf(project, 'feature/instant', createdAt) : '';
    const pipeline: Pipeline = {
      id: world.nextPipelineId(),
      iid: index + 1,
      project,
      ref: feature === '' ? 'main' : 'feature/instant',
      tag: false,
      sha: feature === '' ? headOf(project, 'main', createdAt) : feature,
      source: index % 5 === 0 ? 'schedule' : 'push',
      user: people[index % people.length] ?? USERS.owner,
      createdAt,
      status: failed ? 'failed' : 'success',
      updatedAt: createdAt + HOUR / 6,
      jobCount,
      upstream: undefined,
      get jobs() {
        return (made ??= jobsOf(pipeline, first, failed));
      },
    };
    let made: Job[] | undefined;
    project.pipelines.push(pipeline);
    project.jobs.addLazy(first, pipeline);
  }
}

const specs = new Map<string, JobSpec>();

/** Returns the same object for all jobs with a name, to save memory. */
function specOf(stage: (typeof STAGES)[number], number: number): JobSpec {
  const name = `${stage}-${String(number).padStart(4, '0')}`;
  const known = specs.get(name);
  if (known !== undefined) return known;
  const spec: JobSpec = { name, stage, script: SCRIPTS[stage], seconds: 30 };
  specs.set(name, spec);
  return spec;
}

function jobsOf(pipeline: Pipeline, first: number, failed: boolean): Job[] {
  const count = pipeline.jobCount;
  const random = randomFrom(first);
  return Array.from({ length: count }, (_, index) => {
    const id = first + index;
    const stageIndex = Math.floor((index * STAGES.length) / count);
    const spec = specOf(STAGES[stageIndex] ?? 'test', index + 1);
    const fails = failed && index === count - 1;
    const plan = { ...usualPlan(id, spec), ...(fails ? { outcome: 'failed' as const } : {}) };
    const job = newJob(pipeline, { id, spec, plan, createdAt: pipeline.createdAt });
    const start = pipeline.createdAt + stageIndex * 90_000 + Math.round(random() * 20_000);
    job.status = plan.outcome;
    job.queuedAt = Math.max(job.createdAt, start - plan.queue);
    job.startedAt = start;
    job.finishedAt = start + plan.run;
    job.runner = runnerFor(undefined);
    return job;
  });
}
