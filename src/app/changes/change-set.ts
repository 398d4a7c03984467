import type { DiffRefs, ReviewFile, ReviewRange } from '../../domain/changes/review-file';
import type { MergeRequestKey } from '../shared/keys';

/** The files of a range that are loaded so far. */
export interface ChangeSet {
  readonly mergeRequest: MergeRequestKey;
  readonly range: ReviewRange;
  /** The commits of the displayed version; undefined right after the merge request was created. */
  readonly refs: DiffRefs | undefined;
  /** In comparisons of two versions, the commits of the older one. */
  readonly fromRefs: DiffRefs | undefined;
  /** In the server's order. Comparisons of two versions omit files that are the same in both. */
  readonly files: readonly ReviewFile[];
  /** False while further pages are being read. */
  readonly complete: boolean;
  /** True if files are missing because of the server's limits. */
  readonly overflow: boolean;
  /** Why further pages couldn't be read. */
  readonly failure: unknown;
}
