import type { JobStatus } from '../../schemas/job';
import type { Job, Pipeline } from './model';
import { runnerFor } from './people';
import { pipelineStatus } from './pipeline-status';
import { createDownstream, createPipeline, type Start } from './pipelines';
import { factsOf } from './statuses';
import type { World } from './world';

/** Duration of the after_script of a job that is being canceled. */
const AFTER_SCRIPT = 10_000;

/** Automatic status changes and the delay before each. */
const NEXT: Partial<Record<JobStatus, (job: Job) => { after: number; to: JobStatus } | undefined>> = {
  pending: ({ plan, spec }) => ({
    after: plan.queue,
    to: plan.reason === 'stuck_or_timeout_failure' ? 'failed' : spec.triggers ? 'running' : 'preparing',
  }),
  preparing: ({ plan }) => ({ after: plan.prepare, to: 'running' }),
  running: ({ plan, spec }) => {
    if (spec.triggers === undefined) return { after: plan.run, to: plan.outcome };
    // With `depend`, the status of the downstream pipeline is used.
    return spec.triggers.depend === true ? undefined : { after: 0, to: 'success' };
  },
  scheduled: ({ spec }) => ({ after: (spec.delaySeconds ?? 0) * 1000, to: 'pending' }),
  canceling: () => ({ after: AFTER_SCRIPT, to: 'canceled' }),
};

/** Creates and starts a pipeline, as after a push. */
export function startPipeline(world: World, start: Start): Pipeline {
  const pipeline = createPipeline(world, start);
  settle(world, pipeline);
  return pipeline;
}

/** Sets the status of a job, and updates its pipeline and the jobs that wait for its resource group. */
export function setJobStatus(world: World, job: Job, status: JobStatus): void {
  put(world, job, status);
  settle(world, job.pipeline);
}

function put(world: World, job: Job, status: JobStatus): void {
  const held = factsOf(job.status).holds === true;
  job.status = status;
  world.holders.follow(job);
  const turn = ++job.turn;
  stamp(world, job);
  if (status === 'running' && job.spec.triggers !== undefined) launch(world, job);

  const stays = job.plan.stays === status || (status === 'pending' && lacksRunner(world, job));
  const next = stays ? undefined : NEXT[status]?.(job);
  if (next !== undefined) {
    world.in(next.after, () => {
      if (job.turn === turn) setJobStatus(world, job, next.to);
    });
  }
  if (held && factsOf(status).holds !== true) passResourceOn(world, job);
}

/**
 * Returns true if no online runner can run the job, so that it stays pending. Jobs that are planned to fail
 * because they are stuck are excluded.
 */
function lacksRunner(world: World, { spec, plan }: Job): boolean {
  if (!world.isPresent || spec.triggers !== undefined || plan.reason === 'stuck_or_timeout_failure')
    return false;
  return !runnerFor(spec.tags).online;
}

function launch(world: World, bridge: Job): void {
  bridge.downstream = createDownstream(world, bridge);
  if (bridge.downstream !== undefined) settle(world, bridge.downstream);
}

function stamp(world: World, job: Job): void {
  const { status } = job;
  if (status === 'pending') job.queuedAt = world.time;
  if (status === 'canceling') job.cancelingAt = world.time;
  job.scheduledAt = status === 'scheduled' ? world.time + (job.spec.delaySeconds ?? 0) * 1000 : undefined;
  if (factsOf(status).over === true) {
    if (status !== 'skipped') job.finishedAt = world.time;
  } else {
    job.finishedAt = undefined;
  }
  if (status === 'running') {
    job.startedAt = world.time;
    if (job.spec.triggers === undefined) job.runner = runnerFor(job.spec.tags);
  }
}

/**
 * Starts all jobs that can start, computes the pipeline's status, and updates the trigger job that started
 * it.
 */
function settle(world: World, pipeline: Pipeline): void {
  while (startReady(world, pipeline)) {
    // A round can finish jobs immediately (skipped), so that the next stage can start.
  }
  const status = pipelineStatus(pipeline.jobs);
  pipeline.updatedAt = world.time;
  if (status === pipeline.status) return;
  pipeline.status = status;
  if (status === 'failed' && world.isPresent) world.pipelineFailed(pipeline);
  if (pipeline.upstream !== undefined) mirror(world, pipeline.upstream, status);
}

function startReady(world: World, pipeline: Pipeline): boolean {
  const current = pipeline.jobs.filter((job) => !job.retried);
  const needing = current.find((job) => job.status === 'created' && isNeedMet(job, current));
  if (needing !== undefined) {
    put(world, needing, firstStatus(world, needing, neededBy(needing, current).some(breaks)));
    return true;
  }
  const stages = [...new Set(current.map(({ spec }) => spec.stage))];
  let failed = false;
  for (const stage of stages) {
    const jobs = current.filter(({ spec }) => spec.stage === stage);
    const fresh = jobs.filter(({ status, spec }) => status === 'created' && spec.needs === undefined);
    for (const job of fresh) put(world, job, firstStatus(world, job, failed));
    if (fresh.length > 0) return true;
    if (jobs.some(blocks)) return false;
    failed ||= jobs.some(breaks);
  }
  return false;
}

const neededBy = ({ spec }: Job, all: readonly Job[]): readonly Job[] =>
  all.filter((each) => spec.needs?.includes(each.spec.name) === true);

/** True for a job with `needs` whose needed jobs have ended. */
const isNeedMet = (job: Job, all: readonly Job[]): boolean =>
  job.spec.needs !== undefined && !neededBy(job, all).some(blocks);

const mayFail = ({ spec }: Job): boolean => spec.allowFailure === true;
const blocks = (job: Job): boolean =>
  job.status === 'manual' ? !mayFail(job) : factsOf(job.status).over !== true;
const breaks = (job: Job): boolean => (job.status === 'failed' || job.status === 'canceled') && !mayFail(job);

function firstStatus(world: World, job: Job, failed: boolean): JobStatus {
  const { when } = job.spec;
  if (failed !== (when === 'on_failure')) return 'skipped';
  if (when === 'manual') return 'manual';
  return when === 'delayed' ? 'scheduled' : queueStatus(world, job);
}

/** Returns `pending`, or `waiting_for_resource` if another job of the project uses the resource group. */
export function queueStatus(world: World, job: Job): JobStatus {
  return world.holders.of(job) === undefined ? 'pending' : 'waiting_for_resource';
}

function passResourceOn(world: World, job: Job): void {
  const next = world.holders.firstWaiting(job);
  if (next !== undefined) setJobStatus(world, next, 'pending');
}

/**
 * Applies the status of a downstream pipeline to its trigger job with `depend`, also if the pipeline is
 * resumed.
 */
function mirror(world: World, bridge: Job, downstream: JobStatus): void {
  if (bridge.spec.triggers?.depend !== true || bridge.retried) return;
  const status = factsOf(downstream).over === true ? downstream : 'running';
  if (bridge.status === status) return;
  if (status === 'running') {
    // Doesn't call `put`, because that would start another downstream pipeline.
    bridge.status = 'running';
    bridge.finishedAt = undefined;
    resetSkippedJobs(bridge);
    settle(world, bridge.pipeline);
  } else {
    setJobStatus(world, bridge, status);
  }
}

/** Resets skipped jobs of later stages to `created`, so that the pipeline continues after a retry. */
export function resetSkippedJobs(job: Job): void {
  const stages = [...new Set(job.pipeline.jobs.map(({ spec }) => spec.stage))];
  const from = stages.indexOf(job.spec.stage);
  for (const later of job.pipeline.jobs) {
    if (later.status !== 'skipped' || later.retried || stages.indexOf(later.spec.stage) <= from) continue;
    later.status = 'created';
    later.turn++;
  }
}
