import type { Job } from '../../schemas/job';
import type { MergeRequest } from '../../schemas/merge-request';
import type { PipelineFacts } from '../../schemas/pipeline';
import { type MergeRequestKey, projectId, type ProjectKey } from '../shared/keys';
import type { Head } from '../shared/stores';

/** What is checked out, and the project that it belongs to. */
export interface Branch {
  readonly project: ProjectKey;
  readonly path: string;
  readonly head: Head;
  /** Name of the project's main branch, where the server tells it. */
  readonly mainBranch?: string | undefined;
  /** Project that it is a fork of; null for none, undefined where the server does not tell. */
  readonly forkedFrom?: number | null | undefined;
}

/** What is known of the workspace's branch. */
export interface BranchFacts {
  readonly branch: Branch;
  /** Its newest pipeline. */
  readonly pipeline: PipelineFacts | undefined;
  /** Jobs that made it fail. */
  readonly failed: readonly Job[];
  /** Its merge request: the one from its commit, an open one, else the newest of any state. */
  readonly mergeRequest: MergeRequest | undefined;
  /** All that are open, that one first. */
  readonly mergeRequests: readonly MergeRequestKey[];
  /** Why this may be out of date. */
  readonly problem: unknown;
}

export const NOTHING = {
  pipeline: undefined,
  failed: [],
  mergeRequest: undefined,
  mergeRequests: [],
} as const;

export function isSame(a: Branch, b: Branch | undefined): boolean {
  return (
    b !== undefined &&
    projectId(a.project) === projectId(b.project) &&
    a.head.name === b.head.name &&
    a.head.sha === b.head.sha
  );
}

export function isUnchanged(a: PipelineFacts, b: PipelineFacts | undefined): boolean {
  return (
    b !== undefined && a.id === b.id && a.status === b.status && (a.updated_at ?? '') <= (b.updated_at ?? '')
  );
}
