import type { NewField, PushState } from '../../domain/merge-requests/new-merge-request';
import type { CreateValues, SquashRule } from '../../domain/merge-requests/new-merge-request-values';
import type { Option } from '../shared/form-fields';
import type { CreateFailure } from './create-messages';

/** A commit that would be merged. */
interface CommitOf {
  readonly sha: string;
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** All that the page of a new merge request shows. */
export interface CreateModel {
  readonly sources: readonly Option[];
  readonly targets: readonly Option[];
  readonly values: CreateValues;
  /** What is wrong with a field, as far as it is known without sending. */
  readonly errors: Readonly<Partial<Record<NewField, string>>>;
  readonly push: PushState | undefined;
  /** Whether it can be pushed from here. */
  readonly pushable: boolean;
  /** What would be merged, newest first; undefined where it is not known. */
  readonly commits: readonly CommitOf[] | undefined;
  readonly files: number | undefined;
  /** It is being looked at what would be merged. */
  readonly loading: boolean;
  /** Numbers of open merge requests from this branch. */
  readonly open: readonly { readonly iid: number; readonly title: string; readonly into: string }[];
  readonly templates: readonly string[];
  /** Another template was chosen after the description was changed. */
  readonly offersTemplate: boolean;
  /** A template took the place of what was written. */
  readonly canPutBack: boolean;
  /** The issue that the branch names and the description does not close. */
  readonly issue: number | undefined;
  /** What chosen people, labels and milestones are called. */
  readonly names: Readonly<Record<string, string>>;
  /** Id of the person. */
  readonly me: string | undefined;
  readonly freeLabels: boolean;
  readonly squashRule: SquashRule;
  readonly isFork: boolean;
  /** When what was typed was kept, where it was brought back; milliseconds since 1970. */
  readonly keptAt: number | undefined;
  readonly failure: CreateFailure | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}
