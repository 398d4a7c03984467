import type { JobStatus } from '../../schemas/job';
import { knownStatus } from '../jobs/status';
import { mergeRequestOf } from '../pipelines/rules';

/** The checked-out branch or commit. */
interface HeadFacts {
  readonly name: string | undefined;
  readonly sha: string | undefined;
  /** IIDs of merge requests from the branch into its own project. */
  readonly mergeRequests?: readonly number[] | undefined;
}

interface PipelineOf {
  readonly id: number;
  readonly ref?: string | null | undefined;
  readonly sha: string;
}

/**
 * Returns the latest pipeline of a branch: one that ran for the branch itself, or for a merge request from
 * it. If there is none, falls back to one that ran for the same commit under another ref, for example a tag.
 */
export function latestPipelineOfBranch<T extends PipelineOf>(
  pipelines: readonly T[],
  head: HeadFacts,
): T | undefined {
  const own = pipelines.filter((pipeline) => isOfBranch(pipeline, head));
  const fitting = own.length > 0 ? own : pipelines.filter(({ sha }) => sha !== '' && sha === head.sha);
  return fitting.reduce<T | undefined>(
    (latest, next) => (latest === undefined || next.id > latest.id ? next : latest),
    undefined,
  );
}

/**
 * True for a pipeline of the branch itself, or of a merge request from it. A merged results pipeline runs for
 * its own commit, so the IID of the merge request counts as well as the commit.
 */
export function isOfBranch({ ref, sha }: Omit<PipelineOf, 'id'>, head: HeadFacts): boolean {
  if (head.name !== undefined && ref === head.name) return true;
  const mergeRequest = mergeRequestOf(ref);
  if (mergeRequest === undefined) return false;
  return (sha !== '' && sha === head.sha) || head.mergeRequests?.includes(mergeRequest) === true;
}

/** The user's most likely next action for the branch's pipeline. */
export type BranchStep = 'open-failing-log' | 'play' | 'show' | 'open-merge-request' | 'run';

const STEPS: Readonly<Record<JobStatus, BranchStep>> = {
  created: 'show',
  pending: 'show',
  preparing: 'show',
  waiting_for_resource: 'show',
  waiting_for_callback: 'show',
  scheduled: 'show',
  manual: 'play',
  running: 'show',
  canceling: 'show',
  canceled: 'show',
  success: 'open-merge-request',
  failed: 'open-failing-log',
  skipped: 'open-merge-request',
};

/**
 * If the pipeline requires nothing, the next step is the branch's merge request, as long as it is open.
 * Without a pipeline, it is to run one.
 */
export function nextStep(
  pipeline: { readonly status: string } | undefined,
  mergeRequest?: { readonly state: string },
): BranchStep {
  const isOpen = mergeRequest?.state === 'opened';
  if (pipeline === undefined) return isOpen ? 'open-merge-request' : 'run';
  const status = knownStatus(pipeline.status);
  const step = status === undefined ? 'show' : STEPS[status];
  return step === 'open-merge-request' && !isOpen ? 'show' : step;
}
