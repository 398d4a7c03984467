import { JOB_STATUSES, type JobStatus } from '../../schemas/job';

/** Whether a job in this status is running or queued, waits for a user, or is finished. */
export type Phase = 'waiting' | 'active' | 'asking' | 'ended';

interface StatusFacts {
  readonly phase: Phase;
  /** Severity of a status; a group shows its most severe one. */
  readonly severity: number;
}

/** The job statuses (server-behavior.md#job-statuses). Pipelines use the same values. */
const STATUS_FACTS: Readonly<Record<JobStatus, StatusFacts>> = {
  failed: { phase: 'ended', severity: 13 },
  canceling: { phase: 'active', severity: 12 },
  canceled: { phase: 'ended', severity: 11 },
  running: { phase: 'active', severity: 10 },
  preparing: { phase: 'active', severity: 9 },
  pending: { phase: 'waiting', severity: 8 },
  waiting_for_resource: { phase: 'waiting', severity: 7 },
  waiting_for_callback: { phase: 'waiting', severity: 6 },
  scheduled: { phase: 'waiting', severity: 5 },
  created: { phase: 'waiting', severity: 4 },
  manual: { phase: 'asking', severity: 3 },
  success: { phase: 'ended', severity: 1 },
  skipped: { phase: 'ended', severity: 0 },
};

/** An allowed failure: between success and the statuses that wait. */
const ALLOWED_FAILURE_SEVERITY = 2;

/** Returns the status if it is known; undefined for values of newer servers. */
export function knownStatus(status: string): JobStatus | undefined {
  return JOB_STATUSES.find((known) => known === status);
}

/** The displayed status: a known one, an allowed failure, or unknown. */
export type StatusMark = JobStatus | 'warning' | 'unknown';

interface HasStatus {
  readonly status: string;
  readonly allow_failure?: boolean;
}

export function statusMark(of: HasStatus): StatusMark {
  const status = knownStatus(of.status);
  if (status === undefined) return 'unknown';
  return status === 'failed' && of.allow_failure === true ? 'warning' : status;
}

/** True while the status is expected to change without user action. Unknown statuses of newer servers may be. */
export function isLive(status: string): boolean {
  const known = knownStatus(status);
  if (known === undefined) return true;
  const { phase } = STATUS_FACTS[known];
  return phase === 'active' || phase === 'waiting';
}

/** Milliseconds without a change after which no change is expected soon. */
const STALE_AFTER_MS = 60 * 60_000;

interface HasTimes {
  readonly status: string;
  readonly updated_at?: string | null | undefined;
  readonly started_at?: string | null | undefined;
  readonly created_at?: string | null | undefined;
}

/**
 * True for a live status with a change within the last hour: a job that has been stuck for days doesn't
 * require frequent polling.
 */
export function isActive(item: HasTimes, now: number): boolean {
  const last = item.updated_at ?? item.started_at ?? item.created_at;
  const since = last === null || last === undefined ? NaN : now - Date.parse(last);
  return isLive(item.status) && (Number.isNaN(since) || since < STALE_AFTER_MS);
}

/** True if the status is final. */
export function isEnded(status: string): boolean {
  const known = knownStatus(status);
  return known !== undefined && STATUS_FACTS[known].phase === 'ended';
}

/** A higher number is more severe. */
export function severity(of: HasStatus): number {
  const mark = statusMark(of);
  if (mark === 'unknown') return -1;
  return mark === 'warning' ? ALLOWED_FAILURE_SEVERITY : STATUS_FACTS[mark].severity;
}

/** The most severe element; undefined for an empty group. */
export function worst<T extends HasStatus>(group: readonly T[]): T | undefined {
  return group.reduce<T | undefined>(
    (found, next) => (found === undefined || severity(next) > severity(found) ? next : found),
    undefined,
  );
}

/** Statuses of jobs that run or will run soon, in the order in which a group shows them. */
const UNDER_WAY: readonly JobStatus[] = [
  'running',
  'canceling',
  'preparing',
  'pending',
  'waiting_for_resource',
  'waiting_for_callback',
];

/**
 * The status of a group: an element that runs or will run soon, because the result isn't known yet, or else the most severe
 * one; undefined for an empty group.
 */
export function groupStatus<T extends HasStatus>(group: readonly T[]): T | undefined {
  for (const wanted of UNDER_WAY) {
    const found = group.find(({ status }) => status === wanted);
    if (found !== undefined) return found;
  }
  return worst(group);
}

/** True for a pipeline that passed although an allowed failure occurred, according to its own response. */
export function hasPassedWithWarnings({
  status,
  detailed_status: detailed,
}: {
  readonly status: string;
  readonly detailed_status?: { readonly group?: string | null | undefined } | null | undefined;
}): boolean {
  return status === 'success' && detailed?.group === 'success-with-warnings';
}
