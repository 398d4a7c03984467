import type { JobStatus } from '../../schemas/job';
import type { Job, Pipeline } from './model';
import { runnerFor } from './people';
import { pipelineStatus } from './pipeline-status';
import { createDownstream, createPipeline, type Start } from './pipelines';
import { factsOf } from './statuses';
import type { World } from './world';

/** How long a runner works on the after_script of a job that is being canceled. */
const AFTER_SCRIPT = 10_000;

/** What a status turns into by itself, and after how long. */
const NEXT: Partial<Record<JobStatus, (job: Job) => { after: number; to: JobStatus } | undefined>> = {
  pending: ({ plan, spec }) => ({
    after: plan.queue,
    to: plan.reason === 'stuck_or_timeout_failure' ? 'failed' : spec.triggers ? 'running' : 'preparing',
  }),
  preparing: ({ plan }) => ({ after: plan.prepare, to: 'running' }),
  running: ({ plan, spec }) => {
    if (spec.triggers === undefined) return { after: plan.run, to: plan.outcome };
    // With `depend`, the downstream pipeline decides.
    return spec.triggers.depend === true ? undefined : { after: 0, to: 'success' };
  },
  scheduled: ({ spec }) => ({ after: (spec.delaySeconds ?? 0) * 1000, to: 'pending' }),
  canceling: () => ({ after: AFTER_SCRIPT, to: 'canceled' }),
};

/** A pipeline starts, as after a push. */
export function startPipeline(world: World, start: Start): Pipeline {
  const pipeline = createPipeline(world, start);
  settle(world, pipeline);
  return pipeline;
}

/** Gives a job a status, and the pipeline and everything that waits for the job their chance. */
export function change(world: World, job: Job, status: JobStatus): void {
  put(world, job, status);
  settle(world, job.pipeline);
}

function put(world: World, job: Job, status: JobStatus): void {
  const held = factsOf(job.status).holds === true;
  job.status = status;
  world.holders.follow(job);
  const turn = ++job.turn;
  stamp(world, job);
  if (status === 'waiting_for_resource') world.waiting.add(job);
  else world.waiting.delete(job);
  if (status === 'running' && job.spec.triggers !== undefined) launch(world, job);

  const stays = job.plan.stays === status || (status === 'pending' && lacksRunner(world, job));
  const next = stays ? undefined : NEXT[status]?.(job);
  if (next !== undefined) {
    world.in(next.after, () => {
      if (job.turn === turn) change(world, job, next.to);
    });
  }
  if (held && factsOf(status).holds !== true) passResourceOn(world, job);
}

/** No runner that is there takes the job: it waits, until it is given up where that is its fate. */
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

/** Brings a pipeline to rest: starts what may start, derives its status, tells the trigger job above it. */
function settle(world: World, pipeline: Pipeline): void {
  while (startReady(world, pipeline)) {
    // Each round may end jobs at once (skipped), which makes the next stage ready.
  }
  const status = pipelineStatus(pipeline.jobs);
  pipeline.updatedAt = world.time;
  if (status === pipeline.status) return;
  pipeline.status = status;
  if (pipeline.upstream !== undefined) mirror(world, pipeline.upstream, status);
}

function startReady(world: World, pipeline: Pipeline): boolean {
  const current = pipeline.jobs.filter((job) => !job.retried);
  const stages = [...new Set(current.map(({ spec }) => spec.stage))];
  let failed = false;
  for (const stage of stages) {
    const jobs = current.filter(({ spec }) => spec.stage === stage);
    const fresh = jobs.filter((job) => job.status === 'created');
    for (const job of fresh) put(world, job, firstStatus(world, job, failed));
    if (fresh.length > 0) return true;
    if (jobs.some(blocks)) return false;
    failed ||= jobs.some(breaks);
  }
  return false;
}

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

/** Pending, or waiting where another job of the project holds the resource group. */
export function queueStatus(world: World, job: Job): JobStatus {
  return world.holders.of(job) === undefined ? 'pending' : 'waiting_for_resource';
}

function passResourceOn(world: World, job: Job): void {
  const group = job.spec.resourceGroup;
  if (group === undefined) return;
  for (const waiting of world.waiting) {
    const same = waiting.spec.resourceGroup === group && waiting.pipeline.project === job.pipeline.project;
    if (!same) continue;
    change(world, waiting, 'pending');
    return;
  }
}

/** A trigger job with `depend` shows how its downstream pipeline goes, also when that is taken up again. */
function mirror(world: World, bridge: Job, downstream: JobStatus): void {
  if (bridge.spec.triggers?.depend !== true || bridge.retried) return;
  const status = factsOf(downstream).over === true ? downstream : 'running';
  if (bridge.status === status) return;
  if (status === 'running') {
    // Not `put`: that would start another downstream pipeline.
    bridge.status = 'running';
    bridge.finishedAt = undefined;
    reopen(bridge);
    settle(world, bridge.pipeline);
  } else {
    change(world, bridge, status);
  }
}

/** Jobs of later stages that were skipped wait again: the pipeline goes on after a retry. */
export function reopen(job: Job): void {
  const stages = [...new Set(job.pipeline.jobs.map(({ spec }) => spec.stage))];
  const from = stages.indexOf(job.spec.stage);
  for (const later of job.pipeline.jobs) {
    if (later.status !== 'skipped' || later.retried || stages.indexOf(later.spec.stage) <= from) continue;
    later.status = 'created';
    later.turn++;
  }
}
