import type { AccessLevel } from '../projects/access-level';

/** Actions of users on a merge request (server-behavior.md#merge-requests). */
export const MERGE_REQUEST_ACTIONS = [
  'merge',
  'setAutoMerge',
  'cancelAutoMerge',
  'rebase',
  'close',
  'reopen',
  'markDraft',
  'markReady',
  'delete',
  'approve',
  'unapprove',
  'subscribe',
  'unsubscribe',
  'addTodo',
  'createPipeline',
  'previewMerge',
  'checkOut',
  'resolveConflicts',
  'edit',
  'changeTarget',
  'lockDiscussion',
  'unlockDiscussion',
  'trackTime',
  'revert',
  'cherryPick',
  'deleteSourceBranch',
] as const;
export type MergeRequestAction = (typeof MERGE_REQUEST_ACTIONS)[number];

/** Fields that the rules use. `approvals` is known only if it was fetched. */
export interface MergeRequestFacts {
  readonly state: string;
  /** True if the project is archived, and therefore read-only; lists don't include it. */
  readonly archived?: boolean | null | undefined;
  readonly draft: boolean;
  readonly detailed_merge_status?: string | null | undefined;
  readonly merge_when_pipeline_succeeds: boolean;
  readonly has_conflicts: boolean;
  readonly rebase_in_progress: boolean;
  /** Why the last merge or rebase failed. */
  readonly merge_error?: string | null | undefined;
  readonly discussion_locked: boolean;
  readonly subscribed?: boolean | null | undefined;
  readonly sha?: string | null | undefined;
  readonly head_pipeline?: { readonly status: string } | null | undefined;
  readonly merge_commit_sha?: string | null | undefined;
  readonly squash_commit_sha?: string | null | undefined;
  /** Permissions of the current user; lists don't include them. */
  readonly user?: { readonly can_merge?: boolean | null | undefined } | null | undefined;
  /** Null: the server doesn't support approvals. */
  readonly approvals?:
    | {
        readonly user_has_approved?: boolean | null | undefined;
        readonly user_can_approve?: boolean | null | undefined;
        readonly require_password_to_approve?: boolean | null | undefined;
      }
    | null
    | undefined;
}

/** Fields that determine which actions a role allows. */
export interface MergeRequestRoleFacts {
  /** The user's access level in the merge request's project. */
  readonly access?: AccessLevel;
  /** True if the user is the author or an assignee; undefined if that isn't known. */
  readonly isOwn?: boolean | undefined;
  readonly project_id?: number | null | undefined;
  readonly source_project_id?: number | null | undefined;
  /** Members of the target project can push to the branch of a fork. */
  readonly allow_collaboration?: boolean | null | undefined;
}

interface Merged {
  readonly sha?: string | null | undefined;
  readonly merge_commit_sha?: string | null | undefined;
  readonly squash_commit_sha?: string | null | undefined;
}

/**
 * Returns the commit with which a merge request was merged. A fast-forward creates no merge commit
 * (server-behavior.md#merge-methods).
 */
export const mergedShaOf = ({
  sha,
  merge_commit_sha: merge,
  squash_commit_sha: squash,
}: Merged): string | undefined => merge ?? squash ?? sha ?? undefined;
