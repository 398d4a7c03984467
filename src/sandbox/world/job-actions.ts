import type { JsonObject } from '../../base/json-value';
import { queueStatus, resetSkippedJobs, setJobStatus } from './flow';
import type { Job, User, Variable } from './model';
import { addJob } from './pipelines';
import { hasAfterScript } from './recipe';
import { factsOf } from './statuses';
import type { World } from './world';

/** Jobs of pipelines that are older than this (in milliseconds) are archived and read-only. */
const ARCHIVED_AFTER = 90 * 24 * 60 * 60_000;

export function isArchived(world: World, job: Job): boolean {
  return world.time - job.pipeline.createdAt > ARCHIVED_AFTER;
}

/**
 * Creates a new attempt of a job (server-behavior.md#job-actions), with the values of its inputs unless others are given. Returns undefined if the job can't be
 * retried: its status doesn't allow it, it is archived, or it was already retried.
 */
export function retry(world: World, job: Job, user: User, inputs: JsonObject = {}): Job | undefined {
  if (job.retried || isArchived(world, job) || factsOf(job.status).retryable !== true) return undefined;
  job.retried = true;
  const { plan } = job;
  const overrides = plan.failsOnRetry
    ? { outcome: plan.outcome, reason: plan.reason, failsOnRetry: true }
    : {};
  const next = addJob(world, job.pipeline, job.spec, overrides);
  next.user = user;
  next.variables = job.variables;
  next.inputs = { ...job.inputs, ...inputs };
  resetSkippedJobs(next);
  setJobStatus(world, next, queueStatus(world, next));
  return next;
}

/**
 * Starts a manual or delayed job (server-behavior.md#job-actions). Returns false if the job is neither, or is
 * archived.
 */
export function play(
  world: World,
  job: Job,
  user: User,
  {
    variables = [],
    inputs = {},
  }: { readonly variables?: readonly Variable[]; readonly inputs?: JsonObject } = {},
): boolean {
  if ((job.status !== 'manual' && job.status !== 'scheduled') || isArchived(world, job)) return false;
  job.user = user;
  job.variables = variables;
  job.inputs = inputs;
  setJobStatus(world, job, queueStatus(world, job));
  return true;
}

/** Makes a delayed job a manual one. Other jobs don't change. */
export function unschedule(world: World, job: Job): void {
  if (job.status === 'scheduled') setJobStatus(world, job, 'manual');
}

/**
 * Cancels a job (server-behavior.md#job-actions). A running job with an after_script runs that first; `force`
 * skips it. Finished jobs don't change. Returns false if the job is archived.
 */
export function cancel(
  world: World,
  job: Job,
  { force = false }: { readonly force?: boolean } = {},
): boolean {
  if (isArchived(world, job)) return false;
  const { status, spec } = job;
  const next = status === 'canceling' && force ? 'canceled' : factsOf(status).canceled;
  if (next === undefined) return true;
  if (next === 'canceling') job.cancelingAt = world.time;
  setJobStatus(world, job, next === 'canceling' && !hasAfterScript(spec) ? 'canceled' : next);
  return true;
}

/**
 * Deletes log and artifacts (server-behavior.md#job-actions). Returns false if that isn't possible: the job
 * isn't finished, is archived, or has nothing to delete.
 */
export function erase(world: World, job: Job): boolean {
  const isThere = job.startedAt !== undefined && job.erasedAt === undefined;
  if (factsOf(job.status).over !== true || !isThere || isArchived(world, job)) return false;
  job.erasedAt = world.time;
  return true;
}

/** Removes the expiration date of the artifacts of a job. Returns false if the job is archived. */
export function keepArtifacts(world: World, job: Job): boolean {
  if (isArchived(world, job)) return false;
  job.artifactsKept = true;
  return true;
}

/** Deletes the archive and the reports of a job, but not its log. Returns false if the job is archived. */
export function deleteArtifacts(world: World, job: Job): boolean {
  if (isArchived(world, job)) return false;
  job.artifactsDeleted = true;
  return true;
}
