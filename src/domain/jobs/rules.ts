import { ReasonError } from '../../base/reason-error';
import { JOB_STATUSES, type JobStatus } from '../../schemas/job';
import type { AccessLevel } from '../projects/access-level';
import { isRefusedByRole, type RoleAction } from '../projects/required-roles';
import { isErased } from './log-availability';
import { knownStatus } from './status';

/** Actions on a job (server-behavior.md#job-actions). */
export const JOB_ACTIONS = [
  'retry',
  'play',
  'runNow',
  'unschedule',
  'cancel',
  'forceCancel',
  'erase',
] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/**
 * The statuses in which each action is offered. The transitions are documented, but not the statuses in which
 * cancel, retry, and erase are accepted; assumption: unfinished jobs can be canceled, finished ones retried
 * and erased.
 */
const ACTIONS_BY_STATUS: Readonly<Record<JobStatus, readonly JobAction[]>> = {
  created: ['cancel'],
  pending: ['cancel'],
  preparing: ['cancel'],
  waiting_for_resource: ['cancel'],
  waiting_for_callback: ['cancel'],
  scheduled: ['runNow', 'unschedule', 'cancel'],
  manual: ['play'],
  running: ['cancel'],
  canceling: ['forceCancel'],
  canceled: ['retry', 'erase'],
  success: ['retry', 'erase'],
  failed: ['retry', 'erase'],
  skipped: [],
};

/**
 * Trigger jobs support retry (since version 17.0) and play, but neither cancel nor erase
 * (server-behavior.md#trigger-jobs).
 */
const BRIDGE_ACTIONS: readonly JobAction[] = ['retry', 'play'];

export interface JobFacts {
  readonly status: string;
  readonly archived: boolean;
  readonly erased_at?: string | null | undefined;
}

/** Why an action isn't possible. `presentation` has a message for each value. */
export type Obstacle = 'status' | 'archived' | 'erased' | 'trigger';

/** Returns what blocks an action; undefined if nothing does. */
export function obstacleTo(action: JobAction, job: JobFacts, kind: 'job' | 'bridge'): Obstacle | undefined {
  if (kind === 'bridge' && !BRIDGE_ACTIONS.includes(action)) return 'trigger';
  // Only erasing is documented: the server decides whether an archived job can be retried or played.
  if (action === 'erase' && job.archived) return 'archived';
  const status = knownStatus(job.status);
  if (status === undefined || !ACTIONS_BY_STATUS[status].includes(action)) return 'status';
  return action === 'erase' && isErased(job) ? 'erased' : undefined;
}

/** The permission that each action requires. */
export const ROLE_ACTIONS = {
  retry: 'retryJob',
  play: 'runJob',
  runNow: 'runJob',
  unschedule: 'unscheduleJob',
  cancel: 'cancelJob',
  forceCancel: 'forceCancelJob',
  erase: 'eraseJob',
} as const satisfies Readonly<Record<JobAction, RoleAction>>;

/**
 * The actions that a row offers. A job in an unknown status offers none. Actions that a known role doesn't
 * permit aren't offered.
 */
export function allowedActions(
  job: JobFacts,
  kind: 'job' | 'bridge',
  access?: AccessLevel,
): readonly JobAction[] {
  return JOB_ACTIONS.filter(
    (action) => obstacleTo(action, job, kind) === undefined && !isRefusedByRole(ROLE_ACTIONS[action], access),
  );
}

/** True if only the role prevents an action. */
export const isWithheld = (job: JobFacts, kind: 'job' | 'bridge', access: AccessLevel): boolean =>
  allowedActions(job, kind, access).length < allowedActions(job, kind).length;

/** Older servers refuse requests for jobs with these statuses. */
const NEWER_STATUSES: readonly JobStatus[] = ['waiting_for_callback'];

/** The statuses in which an action is offered, for requesting such jobs from servers of any version. */
export function statusesFor(action: JobAction): readonly JobStatus[] {
  return JOB_STATUSES.filter(
    (status) => ACTIONS_BY_STATUS[status].includes(action) && !NEWER_STATUSES.includes(status),
  );
}

/** The job as shown during an action: canceling is shown immediately. */
export function withActionStatus<T extends { readonly status: string }>(
  job: T,
  doing: JobAction | undefined,
): T {
  return doing === 'cancel' ? { ...job, status: 'canceling' } : job;
}

interface ArtifactFacts {
  readonly web_url?: string | null | undefined;
  readonly artifacts_expire_at?: string | null | undefined;
  readonly artifacts_file?: unknown;
  readonly artifacts?: readonly { readonly file_type: string }[] | null | undefined;
}

/** Files that the server creates itself (server-behavior.md#artifact-files) don't count as artifacts. */
const OWN_FILES: readonly string[] = ['trace', 'metadata'];

/** Context tokens for the artifacts of a job: browse, and keep. */
export function artifactOffers(job: ArtifactFacts, now: number): readonly ('artifacts' | 'keep')[] {
  const some = (job.artifacts ?? []).some(({ file_type }) => !OWN_FILES.includes(file_type));
  const has = some || (job.artifacts_file !== null && job.artifacts_file !== undefined);
  const expires = Date.parse(job.artifacts_expire_at ?? '');
  if (!has || job.web_url === null || job.web_url === undefined || expires <= now) return [];
  return Number.isNaN(expires) ? ['artifacts'] : ['artifacts', 'keep'];
}

/** Thrown before anything is sent if the rules don't allow an action. */
export class ActionNotAllowedError extends ReasonError<Obstacle> {
  override readonly name = 'ActionNotAllowedError';
  readonly action: JobAction;
  readonly jobName: string;
  readonly status: string;

  constructor(
    action: JobAction,
    job: { readonly name: string; readonly status: string },
    reason: Obstacle = 'status',
  ) {
    super(reason, `${action} is not possible: ${reason} (the job is ${job.status})`);
    this.action = action;
    this.jobName = job.name;
    this.status = job.status;
  }
}

/** Thrown before anything is sent if another action on the job is in progress. */
export class JobBusyError extends Error {
  override readonly name = 'JobBusyError';
  readonly jobName: string;
  readonly doing: JobAction;

  constructor(jobName: string, doing: JobAction) {
    super(`${doing} is still under way`);
    this.jobName = jobName;
    this.doing = doing;
  }
}

/**
 * An action on a job failed. Contains the action and the job, because the meaning of a refusal depends on
 * them.
 */
export class ActionFailedError extends Error {
  override readonly name = 'ActionFailedError';
  readonly action: JobAction;
  readonly jobName: string;
  readonly kind: 'job' | 'bridge';

  constructor(action: JobAction, jobName: string, kind: 'job' | 'bridge', cause: unknown) {
    super(`${action} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.action = action;
    this.jobName = jobName;
    this.kind = kind;
  }
}
