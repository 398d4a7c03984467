import type { MergeRequestAction } from '../domain/merge-request-rules';
import type { MergeRequest } from '../schemas/merge-request';
import type { TalkModel } from './overview-talk-model';

export interface Person {
  readonly name: string;
  readonly username: string;
}

interface Part<T> {
  readonly items: readonly T[];
  /** The server has more of it than is shown. */
  readonly cut: boolean;
}

export interface CommitOf {
  readonly id: string;
  readonly short_id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly author_name?: string | null | undefined;
  readonly created_at?: string | null | undefined;
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
  readonly approved_by?: readonly { readonly user: Person }[] | null | undefined;
}

/** What is asked besides the merge request itself; a part that is not there was not read yet, or the server has none. */
export interface OverviewParts {
  readonly reviewers?: Part<ReviewerOf> | undefined;
  readonly participants?: Part<Person> | undefined;
  readonly commits?: Part<CommitOf> | undefined;
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
  /** What may be done now. */
  readonly actions: readonly MergeRequestAction[];
  /** What is being done at this moment. */
  readonly doing: MergeRequestAction | undefined;
  /** Why what is shown may be out of date. */
  readonly trouble: string | undefined;
  readonly now: number;
}
