import type { DETAILED_MERGE_STATUSES, MERGE_REQUEST_STATES } from '../../../schemas/merge-request';
import type { Project, User } from '../model';
import type { Discussion, DraftNote } from './discussions';
import type { Milestone } from './milestones';

export type MergeRequestState = (typeof MERGE_REQUEST_STATES)[number];
export type DetailedMergeStatus = (typeof DETAILED_MERGE_STATUSES)[number];

/** What a reviewer has done so far (server-behavior.md#reviewers). */
export interface Reviewer {
  readonly user: User;
  state: 'unreviewed' | 'reviewed';
  readonly at: number;
}

/** One push to the source branch, as heads; the merge base follows from them (server-behavior.md#diff-versions). */
export interface Version {
  readonly id: number;
  readonly head: string;
  /** Head of the target branch then. */
  readonly start: string;
  readonly base: string;
  readonly at: number;
}

/** How a merge is to be done (server-behavior.md#merge). */
export interface MergeOptions {
  readonly message?: string | undefined;
  readonly squashMessage?: string | undefined;
  readonly squash?: boolean | undefined;
  readonly removeSource?: boolean | undefined;
}

/** What else may hold a merge up, by the detailed status that says so (server-behavior.md#detailed-merge-status). */
export interface Gates {
  /** Number of the merge request that has to be merged first. */
  readonly blockedBy?: number;
  readonly externalChecks?: boolean;
  readonly policies?: boolean;
}

/** A merge request of a project of this world (server-behavior.md#merge-request-fields). Times in Unix milliseconds. */
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
  /** Head of the source branch, as far as the service knows. */
  head: string;
  mergeCommit: string | undefined;
  squashCommit: string | undefined;
  mergeError: string | undefined;
  rebasing: boolean;
  /** Set while it waits for its pipeline. */
  autoMerge: { readonly user: User; readonly options: MergeOptions } | undefined;
  /** State of the test whether it can be merged; `conflicts` is found when somebody looks where nobody did yet. */
  check: 'unchecked' | 'checking' | 'recheck' | 'checked';
  conflicts: boolean | undefined;
  /** Counts tests, so that the end of an earlier one is void. */
  turn: number;
  squash: boolean;
  removeSource: boolean;
  collaboration: boolean;
  discussionLocked: boolean | undefined;
  approvalsRequired: number;
  approvedBy: readonly { readonly user: User; readonly at: number }[];
  gates: Gates;
  /** Oldest first. */
  readonly versions: Version[];
  readonly discussions: Discussion[];
  readonly drafts: DraftNote[];
  /** What people said about notifications themselves, by their number. */
  readonly subscriptions: Map<number, boolean>;
  /** To-do items by the number of the user. */
  readonly todos: Map<number, Todo>;
  readonly reactions: readonly { readonly user: User; readonly emoji: string }[];
  /** In seconds. */
  estimate: number;
  spent: number;
}

export interface Todo {
  readonly id: number;
  readonly author: User;
  readonly at: number;
}

/** Where a merge request's pipelines run. */
export const refOf = ({ iid }: MergeRequest): string => `refs/merge-requests/${iid}/head`;

/** A draft says so at the beginning of its title. */
export const isDraft = ({ title }: { readonly title: string }): boolean =>
  /^\s*(?:\[draft\]|\(draft\)|draft:|draft\s*-)/i.test(title);
