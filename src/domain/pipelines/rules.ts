import type { JobStatus } from '../../schemas/job';
import { isEnded, knownStatus } from '../jobs/status';
import type { AccessLevel } from '../projects/access-level';
import { isRefusedByRole, type RoleAction } from '../projects/required-roles';

/**
 * Actions on a whole pipeline. These are additional endpoints
 * (server-behavior.md#core-and-additional-endpoints).
 */
export const PIPELINE_ACTIONS = ['retryFailed', 'cancelAll'] as const;
export type PipelineAction = (typeof PIPELINE_ACTIONS)[number];

/**
 * The actions that are offered for each status. This is an assumption that the API documentation doesn't
 * confirm. A running pipeline can contain failed jobs, which can be retried. A successful pipeline contains
 * only failed jobs that are allowed to fail, so Retry isn't offered.
 */
const ACTIONS_BY_STATUS: Readonly<Record<JobStatus, readonly PipelineAction[]>> = {
  created: ['cancelAll'],
  pending: ['cancelAll'],
  preparing: ['cancelAll'],
  waiting_for_resource: ['cancelAll'],
  waiting_for_callback: ['cancelAll'],
  scheduled: ['cancelAll'],
  manual: [],
  running: ['retryFailed', 'cancelAll'],
  canceling: [],
  canceled: ['retryFailed'],
  success: [],
  failed: ['retryFailed'],
  skipped: [],
};

/** The role permission that each action requires. */
export const PIPELINE_ROLE_ACTIONS = {
  retryFailed: 'retryPipeline',
  cancelAll: 'cancelPipeline',
} as const satisfies Readonly<Record<PipelineAction, RoleAction>>;

/** Returns the actions that a row offers. If the role isn't known, all actions are offered. */
export function pipelineActions(status: string, access?: AccessLevel): readonly PipelineAction[] {
  const known = knownStatus(status);
  return known === undefined
    ? []
    : ACTIONS_BY_STATUS[known].filter((action) => !isRefusedByRole(PIPELINE_ROLE_ACTIONS[action], access));
}

interface MemberFacts {
  readonly kind: 'job' | 'bridge';
  readonly job: { readonly status: string; readonly allow_failure: boolean };
}

/** The jobs that an action on the pipeline affects, if it has to be performed job by job. */
const MEANS: Readonly<Record<PipelineAction, (member: MemberFacts) => boolean>> = {
  retryFailed: ({ job }) => job.status === 'canceled' || (job.status === 'failed' && !job.allow_failure),
  cancelAll: ({ kind, job }) =>
    kind === 'job' && !isEnded(job.status) && job.status !== 'canceling' && job.status !== 'manual',
};

export function membersFor<T extends MemberFacts>(
  action: PipelineAction,
  members: readonly T[],
): readonly T[] {
  return members.filter(MEANS[action]);
}

/** Thrown before a request is sent if another action on the pipeline is in progress. */
export class PipelineBusyError extends Error {
  override readonly name = 'PipelineBusyError';
  readonly pipeline: number;

  constructor(pipeline: number) {
    super(`something is being done to pipeline ${pipeline}`);
    this.pipeline = pipeline;
  }
}

/**
 * Returns the number of the merge request that a pipeline ran for, taken from the server's refs; undefined
 * for branches and tags.
 */
export function mergeRequestOf(ref: string | null | undefined): number | undefined {
  const iid = /^refs\/merge-requests\/(\d+)\/(?:head|merge|train)$/.exec(ref ?? '')?.[1];
  return iid === undefined ? undefined : Number(iid);
}
