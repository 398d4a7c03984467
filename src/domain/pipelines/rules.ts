import type { JobStatus } from '../../schemas/job';
import { isEnded, knownStatus } from '../jobs/status';
import type { AccessLevel } from '../projects/access-level';
import { isRefusedByRole, type RoleAction } from '../projects/required-roles';

/**
 * What a person can do to a whole pipeline. These are additional endpoints
 * (server-behavior.md#core-and-additional-endpoints).
 */
export const PIPELINE_ACTIONS = ['retryFailed', 'cancelAll'] as const;
export type PipelineAction = (typeof PIPELINE_ACTIONS)[number];

/**
 * Which action is offered in which status: an assumption, not stated by the API. A pipeline that still runs may hold
 * failed jobs already; one that passed may too, where they are allowed to fail, which is no reason to offer it.
 */
const ACTIONS_BY_STATUS: Readonly<Record<JobStatus, readonly PipelineAction[]>> = {
  created: ['cancelAll'],
  pending: ['cancelAll'],
  preparing: ['cancelAll'],
  waiting_for_resource: ['cancelAll'],
  scheduled: ['cancelAll'],
  manual: [],
  running: ['retryFailed', 'cancelAll'],
  canceling: [],
  canceled: ['retryFailed'],
  success: [],
  failed: ['retryFailed'],
  skipped: [],
};

/** What a role has to allow for each action. */
export const PIPELINE_ROLE_ACTIONS = {
  retryFailed: 'retryPipeline',
  cancelAll: 'cancelPipeline',
} as const satisfies Readonly<Record<PipelineAction, RoleAction>>;

/** What a row offers; an unknown role is offered everything. */
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

/** Which jobs an action on the pipeline means, where it has to be done one by one. */
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

/** Thrown before anything is sent where something is being done to the pipeline at this moment. */
export class PipelineBusy extends Error {
  override readonly name = 'PipelineBusy';
  readonly pipeline: number;

  constructor(pipeline: number) {
    super(`something is being done to pipeline ${pipeline}`);
    this.pipeline = pipeline;
  }
}

/** The merge request that a pipeline ran for, by the server's own refs; undefined for branches and tags. */
export function mergeRequestOf(ref: string | null | undefined): number | undefined {
  const iid = /^refs\/merge-requests\/(\d+)\/(?:head|merge|train)$/.exec(ref ?? '')?.[1];
  return iid === undefined ? undefined : Number(iid);
}
