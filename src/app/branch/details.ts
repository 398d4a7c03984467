import type { PipelineProgress } from '../../domain/pipelines/progress';
import type { Job } from '../../schemas/job';
import type { MergeRequest } from '../../schemas/merge-request';
import type { PipelineFacts } from '../../schemas/pipeline';
import { type MergeRequestKey, projectId, type ProjectKey } from '../shared/keys';
import type { Head } from '../shared/stores';

/** The checked-out branch or commit, and its project. */
export interface Branch {
  readonly project: ProjectKey;
  readonly path: string;
  readonly head: Head;
  /** The project's default branch, if the server returns it. */
  readonly mainBranch?: string | undefined;
  /** ID of the project of which it is a fork; null for none, undefined if the server doesn't report it. */
  readonly forkedFrom?: number | null | undefined;
}

/** The known data of the workspace's branch. */
export interface BranchFacts {
  readonly branch: Branch;
  /** Its newest pipeline. */
  readonly pipeline: PipelineFacts | undefined;
  /** Progress of its jobs while it is running, if known. */
  readonly progress: PipelineProgress | undefined;
  /** Jobs that made it fail. */
  readonly failed: readonly Job[];
  /** Its merge request: preferably from its commit, then an open one, then the newest. */
  readonly mergeRequest: MergeRequest | undefined;
  /** All open merge requests, preceded by that one. */
  readonly mergeRequests: readonly MergeRequestKey[];
  /** The error because of which this may be outdated. */
  readonly problem: unknown;
  /** When everything was read last, in Unix milliseconds, if there is a problem now. */
  readonly readAt?: number | undefined;
}

export const NO_BRANCH_FACTS = {
  pipeline: undefined,
  progress: undefined,
  failed: [],
  mergeRequest: undefined,
  mergeRequests: [],
} as const;

export function isSameBranch(a: Branch, b: Branch | undefined): boolean {
  return (
    b !== undefined &&
    projectId(a.project) === projectId(b.project) &&
    a.head.name === b.head.name &&
    a.head.sha === b.head.sha
  );
}

export function isUnchangedPipeline(a: PipelineFacts, b: PipelineFacts | undefined): boolean {
  return (
    b !== undefined && a.id === b.id && a.status === b.status && (a.updated_at ?? '') <= (b.updated_at ?? '')
  );
}
