import { JOB_STATUSES, type JobStatus } from '../schemas/job';
import { knownStatus } from './job-status';

/** What a person can do to a job (doc 1 §3). */
export const JOB_ACTIONS = ['retry', 'play', 'cancel'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/**
 * Which action makes sense in which status. The document gives the transitions but not the states in which
 * cancel and retry are accepted; those are an assumption: cancel what is not over, retry what is.
 */
const ACTIONS_BY_STATUS: Readonly<Record<JobStatus, readonly JobAction[]>> = {
  created: ['cancel'],
  pending: ['cancel'],
  preparing: ['cancel'],
  waiting_for_resource: ['cancel'],
  scheduled: ['cancel'],
  manual: ['play'],
  running: ['cancel'],
  canceling: [],
  canceled: ['retry'],
  success: ['retry'],
  failed: ['retry'],
  skipped: [],
};

/** Trigger jobs take retry (from release 17.0) and play; the document names no cancel for them. */
const BRIDGE_ACTIONS: readonly JobAction[] = ['retry', 'play'];

interface JobFacts {
  readonly status: string;
  readonly archived: boolean;
}

/** The actions that a row offers. An archived job, or one in a status that we do not know, offers none. */
export function allowedActions(job: JobFacts, kind: 'job' | 'bridge'): readonly JobAction[] {
  const status = knownStatus(job.status);
  if (status === undefined || job.archived) return [];
  const actions = ACTIONS_BY_STATUS[status];
  return kind === 'job' ? actions : actions.filter((action) => BRIDGE_ACTIONS.includes(action));
}

/** The statuses in which an action is offered, to ask a server for such jobs. */
export function statusesFor(action: JobAction): readonly JobStatus[] {
  return JOB_STATUSES.filter((status) => ACTIONS_BY_STATUS[status].includes(action));
}

/** Thrown before anything is sent where the rules do not allow an action. */
export class ActionNotAllowed extends Error {
  override readonly name = 'ActionNotAllowed';
  readonly action: JobAction;
  readonly jobName: string;
  readonly status: string;

  constructor(action: JobAction, job: { readonly name: string; readonly status: string }) {
    super(`${action} is not possible while a job is ${job.status}`);
    this.action = action;
    this.jobName = job.name;
    this.status = job.status;
  }
}
