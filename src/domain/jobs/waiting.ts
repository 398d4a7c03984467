import type { Job } from '../../schemas/job';

/** Why a job isn't making progress, according to its own data and that of other jobs. */
export type WaitReason =
  /** None of the runners of the other jobs has all of its tags: `tags` are those that no runner has. */
  | { readonly why: 'no-runner'; readonly tags: readonly string[] }
  /** Its runner is offline. */
  | { readonly why: 'offline' }
  /** Another job of its resource group is running. */
  | { readonly why: 'resource' }
  /** The job requires user action. */
  | { readonly why: 'manual' }
  /** The job starts at a scheduled time, in Unix milliseconds. */
  | { readonly why: 'delayed'; readonly at: number }
  /** The job has been queued for longer than most jobs. */
  | { readonly why: 'queue' };

/** A resource group that jobs of a pipeline wait for. */
export interface AwaitedGroup {
  readonly name: string;
  /** The IDs of the waiting jobs of the pipeline. */
  readonly jobs: readonly number[];
  /** The number of all waiting jobs, also of other pipelines. */
  readonly waiting: number;
  /** The job that uses the group; undefined if it has just finished. */
  readonly current: Job | undefined;
}

/** Milliseconds in the queue after which the reason is shown. */
const LONG_MS = 60_000;

/** A runner, as known from the jobs that it ran: some of its tags. The API doesn't list the others. */
export type KnownRunner = ReadonlySet<string>;

/** The online runners that ran these jobs. A runner has all tags of its jobs. */
export function runnersOf(jobs: Iterable<Job>): readonly KnownRunner[] {
  const runners = new Map<number, Set<string>>();
  for (const job of jobs) {
    if (!job.runner || isOffline(job)) continue;
    const tags = runners.get(job.runner.id) ?? new Set();
    for (const tag of job.tag_list ?? []) tags.add(tag);
    runners.set(job.runner.id, tags);
  }
  return [...runners.values()];
}

export interface WaitContext {
  /** Known runners. They should be those of many jobs. */
  readonly runners: () => readonly KnownRunner[];
  readonly now: number;
  /** When a delayed job starts, in Unix milliseconds, if it is known. */
  readonly scheduledAt?: () => number | undefined;
}

/** Why a job waits or is blocked; undefined if this is normal. */
export function waitReason(job: Job, { runners, now, scheduledAt }: WaitContext): WaitReason | undefined {
  switch (job.status) {
    case 'scheduled': {
      const at = scheduledAt?.();
      return at === undefined ? undefined : { why: 'delayed', at };
    }
    case 'pending':
      return queued(job, now) < LONG_MS ? undefined : (noRunner(job, runners()) ?? { why: 'queue' });
    case 'waiting_for_resource':
      return { why: 'resource' };
    case 'manual':
      return { why: 'manual' };
    case 'preparing':
    case 'running':
    case 'canceling':
      return isOffline(job) ? { why: 'offline' } : undefined;
    default:
      return undefined;
  }
}

/** True if the server reports that the runner of a job is offline; a missing value doesn't count. */
export function isOffline({ runner }: Job): boolean {
  return runner?.status === 'offline';
}

/** Waiting time so far, in milliseconds. */
function queued({ queued_duration: seconds, created_at: created }: Job, now: number): number {
  if (seconds !== null && seconds !== undefined) return seconds * 1000;
  return created === null || created === undefined ? 0 : now - Date.parse(created);
}

function noRunner({ tag_list: tags }: Job, runners: readonly KnownRunner[]): WaitReason | undefined {
  if (tags === null || tags === undefined || tags.length === 0) return undefined;
  if (runners.some((has) => tags.every((tag) => has.has(tag)))) return undefined;
  // Tags that no runner has are a problem that users can fix.
  const missing = tags.filter((tag) => !runners.some((has) => has.has(tag)));
  return { why: 'no-runner', tags: missing.length > 0 ? missing : tags };
}
