import type { NewField, PushState } from '../../domain/merge-requests/new-merge-request';
import type { CreateValues, SquashRule } from '../../domain/merge-requests/new-merge-request-values';
import type { Option } from '../shared/forms/form-fields';
import type { UploadOf } from '../shared/forms/text-editor';
import type { Content } from '../shared/html';
import type { CreateFailure } from './create-messages';

/** A commit to merge. */
interface CommitOf {
  readonly sha: string;
  readonly subject: string;
  readonly author: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Data of the page for a new merge request. */
export interface CreateModel {
  readonly sources: readonly Option[];
  readonly targets: readonly Option[];
  readonly values: CreateValues;
  /** Problems of fields that are known without a request. */
  readonly errors: Readonly<Partial<Record<NewField, string>>>;
  readonly push: PushState | undefined;
  /** Whether the branch can be pushed from here. */
  readonly pushable: boolean;
  /** Commits to merge, newest first; undefined if unknown. */
  readonly commits: readonly CommitOf[] | undefined;
  readonly files: number | undefined;
  /** The commits to merge are loading. */
  readonly loading: boolean;
  /** Open merge requests from this branch. */
  readonly open: readonly { readonly iid: number; readonly title: string; readonly into: string }[];
  readonly templates: readonly string[];
  /** Another template was selected after the description was edited. */
  readonly offersTemplate: boolean;
  /** A template replaced the user's description. */
  readonly canPutBack: boolean;
  /** Number of the issue in the branch name, unless the description closes it. */
  readonly issue: number | undefined;
  /** Names of selected users, labels, and milestones. */
  readonly names: Readonly<Record<string, string>>;
  /** ID of the user. */
  readonly me: string | undefined;
  readonly freeLabels: boolean;
  /** The text box of the description. */
  readonly writing: {
    /** The formatted description; undefined while the user writes. */
    readonly previewed: Content;
    readonly uploads: readonly UploadOf[];
  };
  readonly squashRule: SquashRule;
  readonly isFork: boolean;
  /** When the restored input was stored, in Unix milliseconds; undefined if none was restored. */
  readonly keptAt: number | undefined;
  readonly failure: CreateFailure | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}
