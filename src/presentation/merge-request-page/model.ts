import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import type { AccessLevel } from '../../domain/projects/access-level';
import type { MergeRequest } from '../../schemas/merge-request';
import type { CommitFacts } from '../merge-requests/part-rows';
import type { TalkModel } from './discussion-model';

export interface Person {
  readonly name: string;
  readonly username: string;
}

interface Part<T> {
  readonly items: readonly T[];
  /** The server has more of it than is shown. */
  readonly cut: boolean;
}

export interface PipelineOf {
  readonly id: number;
  readonly status: string;
  readonly ref?: string | null | undefined;
  readonly created_at?: string | null | undefined;
}
export interface IssueOf {
  readonly id: number | string;
  readonly iid?: number | null | undefined;
  readonly title: string;
  readonly state?: string | null | undefined;
  readonly web_url?: string | null | undefined;
}
export interface ReviewerOf {
  readonly user: Person;
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

/** What is asked besides the merge request itself; a part that is not there was not read yet, or the server has none. */
export interface OverviewParts {
  readonly reviewers?: Part<ReviewerOf> | undefined;
  readonly participants?: Part<Person> | undefined;
  readonly commits?: Part<CommitFacts> | undefined;
  readonly pipelines?: Part<PipelineOf> | undefined;
  readonly closes?: Part<IssueOf> | undefined;
  readonly labels?: readonly LabelOf[] | undefined;
  readonly approvals?: ApprovalsOf | undefined;
}

/** Everything that the page of a merge request shows. */
export interface OverviewModel {
  readonly base: string;
  readonly mergeRequest: MergeRequest;
  readonly parts: OverviewParts;
  readonly talk: TalkModel;
  /** The user name of the reader, if it is known. */
  readonly me?: string | undefined;
  /** What may be done now. */
  readonly actions: readonly MergeRequestAction[];
  /** What the role of the reader doesn't allow. */
  readonly withheld?: readonly MergeRequestAction[];
  /** The level of the reader in the project, if it is known. */
  readonly access?: AccessLevel;
  /** What is being done at this moment. */
  readonly doing: MergeRequestAction | undefined;
  /** Why what is shown may be out of date. */
  readonly trouble: string | undefined;
  readonly now: number;
}
