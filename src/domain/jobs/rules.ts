import { JOB_STATUSES, type JobStatus } from '../../schemas/job';
import type { AccessLevel } from '../projects/access-level';
import { isRefusedByRole, type RoleAction } from '../projects/required-roles';
import { isErased } from './log-availability';
import { knownStatus } from './status';

/** What a person can do to a job (server-behavior.md#job-actions). */
export const JOB_ACTIONS = ['retry', 'play', 'cancel', 'forceCancel', 'erase'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/**
 * Which action makes sense in which status. The transitions are documented, but not the states in which
 * cancel, retry and erase are accepted; those are an assumption: cancel what is not over, retry and erase what is.
 */
const ACTIONS_BY_STATUS: Readonly<Record<JobStatus, readonly JobAction[]>> = {
  created: ['cancel'],
  pending: ['cancel'],
  preparing: ['cancel'],
  waiting_for_resource: ['cancel'],
  scheduled: ['cancel'],
  manual: ['play'],
  running: ['cancel'],
  canceling: ['forceCancel'],
  canceled: ['retry', 'erase'],
  success: ['retry', 'erase'],
  failed: ['retry', 'erase'],
  skipped: [],
};

/**
 * Trigger jobs take retry (from release 17.0) and play, but neither cancel nor erase (server-behavior.md#trigger-jobs).
 */
const BRIDGE_ACTIONS: readonly JobAction[] = ['retry', 'play'];

export interface JobFacts {
  readonly status: string;
  readonly archived: boolean;
  readonly erased_at?: string | null | undefined;
}

/** Why an action is not possible: each has a sentence of its own. */
export type Obstacle = 'status' | 'archived' | 'erased' | 'trigger';

/** What stands in the way of an action; undefined where nothing does. */
export function obstacleTo(action: JobAction, job: JobFacts, kind: 'job' | 'bridge'): Obstacle | undefined {
  if (kind === 'bridge' && !BRIDGE_ACTIONS.includes(action)) return 'trigger';
  // Only erasing is documented: whether an archived job can be retried or played, the server decides.
  if (action === 'erase' && job.archived) return 'archived';
  const status = knownStatus(job.status);
  if (status === undefined || !ACTIONS_BY_STATUS[status].includes(action)) return 'status';
  return action === 'erase' && isErased(job) ? 'erased' : undefined;
}

/** What a role has to allow for each action. */
export const ROLE_ACTIONS = {
  retry: 'retryJob',
  play: 'runJob',
  cancel: 'cancelJob',
  forceCancel: 'forceCancelJob',
  erase: 'eraseJob',
} as const satisfies Readonly<Record<JobAction, RoleAction>>;

/**
 * The actions that a row offers. A job in a status that is not known offers none. What a known role can't do isn't
 * offered.
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

/** True where an action isn't offered for the role alone. */
export const isWithheld = (job: JobFacts, kind: 'job' | 'bridge', access: AccessLevel): boolean =>
  allowedActions(job, kind, access).length < allowedActions(job, kind).length;

/** The statuses in which an action is offered, to ask a server for such jobs. */
export function statusesFor(action: JobAction): readonly JobStatus[] {
  return JOB_STATUSES.filter((status) => ACTIONS_BY_STATUS[status].includes(action));
}

/** The job as it is shown while something is being done to it: a cancel shows at once. */
export function whileDoing<T extends { readonly status: string }>(job: T, doing: JobAction | undefined): T {
  return doing === 'cancel' ? { ...job, status: 'canceling' } : job;
}

interface ArtifactFacts {
  readonly web_url?: string | null | undefined;
  readonly artifacts_expire_at?: string | null | undefined;
  readonly artifacts_file?: unknown;
  readonly artifacts?: readonly { readonly file_type: string }[] | null | undefined;
}

/** Files that the server makes itself (server-behavior.md#artifact-files) are no artifacts to look at. */
const OWN_FILES: readonly string[] = ['trace', 'metadata'];

/** Words for what can be done with the files of a job: look at them, and keep them from expiring. */
export function artifactOffers(job: ArtifactFacts, now: number): readonly ('artifacts' | 'keep')[] {
  const some = (job.artifacts ?? []).some(({ file_type }) => !OWN_FILES.includes(file_type));
  const has = some || (job.artifacts_file !== null && job.artifacts_file !== undefined);
  const expires = Date.parse(job.artifacts_expire_at ?? '');
  if (!has || job.web_url === null || job.web_url === undefined || expires <= now) return [];
  return Number.isNaN(expires) ? ['artifacts'] : ['artifacts', 'keep'];
}

/** Thrown before anything is sent where the rules do not allow an action. */
export class ActionNotAllowed extends Error {
  override readonly name = 'ActionNotAllowed';
  readonly action: JobAction;
  readonly jobName: string;
  readonly status: string;
  readonly obstacle: Obstacle;

  constructor(
    action: JobAction,
    job: { readonly name: string; readonly status: string },
    obstacle: Obstacle = 'status',
  ) {
    super(`${action} is not possible: ${obstacle} (the job is ${job.status})`);
    this.action = action;
    this.jobName = job.name;
    this.status = job.status;
    this.obstacle = obstacle;
  }
}

/** Thrown before anything is sent where something else is being done to the job at this moment. */
export class JobBusy extends Error {
  override readonly name = 'JobBusy';
  readonly jobName: string;
  readonly doing: JobAction;

  constructor(jobName: string, doing: JobAction) {
    super(`${doing} is still under way`);
    this.jobName = jobName;
    this.doing = doing;
  }
}

/** What an action on a job ended in, with what it was about: the same refusal means something else to each. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
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
