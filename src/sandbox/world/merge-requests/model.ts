import type { DETAILED_MERGE_STATUSES, MERGE_REQUEST_STATES } from '../../../schemas/merge-request';
import type { Project, User } from '../model';
import type { Discussion, DraftNote } from './discussions';
import type { Milestone } from './milestones';
import type { ResourceEvents } from './resource-events';

export type MergeRequestState = (typeof MERGE_REQUEST_STATES)[number];
/** Newer servers also report required rebases and requested changes. */
export type DetailedMergeStatus =
  | (typeof DETAILED_MERGE_STATUSES)[number]
  | 'need_rebase'
  | 'requested_changes';

/** A reviewer with the state of the review (server-behavior.md#reviewers). */
export interface Reviewer {
  readonly user: User;
  state: 'unreviewed' | 'reviewed' | 'approved' | 'requested_changes' | 'unapproved';
  readonly at: number;
}

/**
 * A version of the diff, created by a push to the source branch (server-behavior.md#diff-versions). `base` is
 * the merge base of `start` and `head`.
 */
export interface Version {
  readonly id: number;
  readonly head: string;
  /** Head of the target branch at that time. */
  readonly start: string;
  readonly base: string;
  readonly at: number;
}

/** Options of a merge (server-behavior.md#merge). */
export interface MergeOptions {
  /** URL of the service, which messages can contain. */
  readonly base: string;
  readonly message?: string | undefined;
  readonly squashMessage?: string | undefined;
  readonly squash?: boolean | undefined;
  readonly removeSource?: boolean | undefined;
}

/**
 * Further obstacles to a merge, with their detailed merge statuses
 * (server-behavior.md#detailed-merge-status).
 */
export interface OtherObstacles {
  /** IID of the merge request that has to be merged first. */
  readonly blockedBy?: number;
  readonly externalChecks?: boolean;
  readonly policies?: boolean;
}

/** A merge request (server-behavior.md#merge-request-fields). Times are in Unix milliseconds. */
export interface MergeRequest {
  readonly id: number;
  readonly iid: number;
  /** The target project. */
  readonly project: Project;
  readonly source: Project;
  readonly author: User;
  readonly createdAt: number;
  readonly sourceBranch: string;
  targetBranch: string;
  title: string;
  description: string;
  state: MergeRequestState;
  updatedAt: number;
  mergedAt: number | undefined;
  closedAt: number | undefined;
  preparedAt: number | undefined;
  mergeUser: User | undefined;
  closedBy: User | undefined;
  assignees: readonly User[];
  reviewers: readonly Reviewer[];
  labels: readonly string[];
  milestone: Milestone | undefined;
  /** The last head of the source branch that the service has processed. */
  head: string;
  mergeCommit: string | undefined;
  squashCommit: string | undefined;
  mergeError: string | undefined;
  rebasing: boolean;
  /** Set while auto-merge waits for the pipeline. */
  autoMerge:
    | {
        readonly user: User;
        readonly options: MergeOptions;
        /** When it was added to the merge train. */
        readonly train?: number;
      }
    | undefined;
  /** State of the mergeability check. `conflicts` is computed on first use. */
  check: 'unchecked' | 'checking' | 'recheck' | 'checked';
  conflicts: boolean | undefined;
  /** Number of checks, used to discard the result of an earlier one. */
  turn: number;
  squash: boolean;
  removeSource: boolean;
  collaboration: boolean;
  discussionLocked: boolean | undefined;
  approvalsRequired: number;
  approvedBy: readonly { readonly user: User; readonly at: number }[];
  gates: OtherObstacles;
  /** Oldest first. */
  readonly versions: Version[];
  readonly discussions: Discussion[];
  readonly drafts: DraftNote[];
  readonly events: ResourceEvents;
  /** Explicit subscriptions by user ID. */
  readonly subscriptions: Map<number, boolean>;
  readonly reactions: readonly { readonly user: User; readonly emoji: string }[];
  /** In seconds. */
  estimate: number;
  spent: number;
}

/** The ref of merge request pipelines. */
export const refOf = ({ iid }: MergeRequest): string => `refs/merge-requests/${iid}/head`;

/** True if the title starts with a draft prefix. */
export const isDraft = ({ title }: { readonly title: string }): boolean =>
  /^\s*(?:\[draft\]|\(draft\)|draft:|draft\s*-)/i.test(title);
