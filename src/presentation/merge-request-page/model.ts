import type { ConflictingFile } from '../../domain/git/conflicts';
import type { MergeSettings } from '../../domain/merge-requests/merge-plan';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import type { AccessLevel } from '../../domain/projects/access-level';
import type { MergeRequest } from '../../schemas/merge-request';
import type { CommitFacts } from '../merge-requests/part-rows';
import type { AvatarOf } from '../shared/avatar';
import type { ActivityModel } from './activity-model';
import type { ChangesModel } from './changes/model';
import type { DiscussionModel } from './discussion-model';

export interface Person extends AvatarOf {
  readonly username: string;
}

interface Part<T> {
  readonly items: readonly T[];
  /** The server has more items. */
  readonly cut: boolean;
}

export interface PipelineOf {
  readonly id: number;
  readonly status: string;
  readonly ref?: string | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly project_id?: number | null | undefined;
}
export interface IssueOf {
  readonly id: number | string;
  readonly iid?: number | null | undefined;
  readonly title: string;
  readonly state?: string | null | undefined;
  readonly web_url?: string | null | undefined;
}
export interface ReviewerOf {
  readonly user: Person & { readonly id: number };
  readonly state: string;
  readonly created_at?: string | null | undefined;
}
export interface LabelOf {
  readonly name: string;
  readonly color?: string | null | undefined;
  readonly description?: string | null | undefined;
}
export interface ApprovalsOf {
  readonly approved: boolean;
  readonly approvals_required?: number | null | undefined;
  readonly approvals_left?: number | null | undefined;
  readonly user_has_approved?: boolean | null | undefined;
  readonly user_can_approve?: boolean | null | undefined;
  readonly require_password_to_approve?: boolean | null | undefined;
  readonly approved_by?: readonly { readonly user: Person }[] | null | undefined;
}

export interface ApprovalRuleOf {
  readonly name?: string | null | undefined;
  readonly rule_type?: string | null | undefined;
  readonly section?: string | null | undefined;
  readonly approvals_required?: number | null | undefined;
  readonly approved?: boolean | null | undefined;
  readonly eligible_approvers?: readonly Person[] | null | undefined;
  readonly approved_by?: readonly Person[] | null | undefined;
}

/**
 * Data in addition to the merge request. A part is undefined until loaded, or if the server doesn't have it.
 */
export interface MergeRequestPageParts {
  readonly reviewers?: Part<ReviewerOf> | undefined;
  readonly participants?: Part<Person> | undefined;
  readonly commits?: Part<CommitFacts> | undefined;
  readonly pipelines?: Part<PipelineOf> | undefined;
  readonly closes?: Part<IssueOf> | undefined;
  readonly labels?: readonly LabelOf[] | undefined;
  readonly approvals?: ApprovalsOf | undefined;
  readonly approvalState?: { readonly rules?: readonly ApprovalRuleOf[] | null | undefined } | undefined;
  /** The target project, with its rules for merges. */
  readonly project?: (MergeSettings & { readonly archived?: boolean | null | undefined }) | undefined;
}

/** The conflicting files of a merge request; `finding` until they are known. */
export type ShownConflicts =
  | { readonly kind: 'files'; readonly files: readonly ConflictingFile[] }
  | { readonly kind: 'finding' | 'none' | 'not-fetched' | 'no-clone' | 'shallow' | 'untrusted' }
  | { readonly kind: 'failed'; readonly why: string };

/** Whether the source branch of a merged or closed merge request still exists. */
export type ShownSourceBranch =
  | { readonly state: 'deleted' | 'unknown' }
  | { readonly state: 'exists'; readonly name: string; readonly canDelete: boolean };

/** Data of the page of a merge request. */
export interface MergeRequestPageModel {
  readonly base: string;
  readonly mergeRequest: MergeRequest;
  readonly parts: MergeRequestPageParts;
  readonly discussions: DiscussionModel;
  /** Undefined if the merge request is open, or until it is known. */
  readonly sourceBranch?: ShownSourceBranch | undefined;
  readonly activity?: ActivityModel;
  readonly changes?: ChangesModel;
  /** Undefined if there are no conflicts. */
  readonly conflicts?: ShownConflicts | undefined;
  /** User name of the account, if known. */
  readonly me?: string | undefined;
  /** Actions that are available now. */
  readonly actions: readonly MergeRequestAction[];
  /** Actions that the user's role doesn't allow. */
  readonly withheld?: readonly MergeRequestAction[];
  /** Access level of the user in the project, if known. */
  readonly access?: AccessLevel;
  /** The action in progress. */
  readonly doing: MergeRequestAction | undefined;
  /** Why the data may be outdated. */
  readonly errorMessage: string | undefined;
  readonly now: number;
}
