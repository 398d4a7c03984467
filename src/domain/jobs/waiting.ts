import type { Job } from '../../schemas/job';

/** Why a job does not go on, as far as its own facts and those of other jobs tell. */
export type WaitReason =
  /** No runner that took one of the other jobs has all its tags: `tags` are those that none has. */
  | { readonly why: 'no-runner'; readonly tags: readonly string[] }
  /** The runner that took it is not connected. */
  | { readonly why: 'offline' }
  /** Another job of its resource group runs. */
  | { readonly why: 'resource' }
  /** It takes a person. */
  | { readonly why: 'manual' }
  /** It is in the queue for longer than most jobs. */
  | { readonly why: 'queue' };

/** Milliseconds in the queue after which a person wants to know why. */
const LONG_MS = 60_000;

/** A runner, as far as the jobs that it took tell of it: tags that it has. What else it has is not stated by the API. */
export type KnownRunner = ReadonlySet<string>;

/** The connected runners that took these jobs. A job runs only where all its tags are, so its runner has them. */
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

/** Why a job waits or stands still; undefined where nothing is out of the ordinary. `runners` should be many. */
export function waitReason(
  job: Job,
  runners: () => readonly KnownRunner[],
  now: number,
): WaitReason | undefined {
  switch (job.status) {
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

/** True where the server says that the runner of a job is not connected; saying nothing is no sign. */
export function isOffline({ runner }: Job): boolean {
  return runner?.status === 'offline';
}

/** How long it waits by now, in milliseconds. */
function queued({ queued_duration: seconds, created_at: created }: Job, now: number): number {
  if (seconds !== null && seconds !== undefined) return seconds * 1000;
  return created === null || created === undefined ? 0 : now - Date.parse(created);
}

function noRunner({ tag_list: tags }: Job, runners: readonly KnownRunner[]): WaitReason | undefined {
  if (tags === null || tags === undefined || tags.length === 0) return undefined;
  if (runners.some((has) => tags.every((tag) => has.has(tag)))) return undefined;
  // What no runner has at all is what a person can do something about.
  const missing = tags.filter((tag) => !runners.some((has) => has.has(tag)));
  return { why: 'no-runner', tags: missing.length > 0 ? missing : tags };
}
