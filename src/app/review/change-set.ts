import type { DiffRefs, ReviewFile, ReviewRange } from '../../domain/review/review-file';
import type { MergeRequestKey } from '../shared/keys';

/** The files of a range as far as they came. */
export interface ChangeSet {
  readonly mergeRequest: MergeRequestKey;
  readonly range: ReviewRange;
  /** Of the version that is looked at; undefined right after the merge request was made. */
  readonly refs: DiffRefs | undefined;
  /** Between two versions only: of the older one. */
  readonly fromRefs: DiffRefs | undefined;
  /** In the server's order. Of two versions, those that are the same in both are not here. */
  readonly files: readonly ReviewFile[];
  /** False while further pages arrive. */
  readonly complete: boolean;
  /** Limits of the server cut it: files are missing. */
  readonly overflow: boolean;
  /** Why further pages did not arrive. */
  readonly failure: unknown;
}
