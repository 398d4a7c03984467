import type { ChangeGroup } from '../../../domain/changes/change-groups';
import type { ChangeFilter } from '../../../domain/changes/file-filter';
import type { ReviewFile, ReviewRange } from '../../../domain/changes/review-file';
import type { RangeOf } from '../../changes/change-notes';

/** The changes as far as they are loaded. */
export interface LoadedChanges {
  readonly set: {
    readonly files: readonly ReviewFile[];
    readonly range: ReviewRange;
    readonly refs: object | undefined;
    /** False while further pages are being read. */
    readonly complete: boolean;
    /** True if files are missing because of the server's limits. */
    readonly overflow: boolean;
    /** Why further pages couldn't be read. */
    readonly failure: unknown;
  };
  readonly filter: ChangeFilter;
  readonly groups: Readonly<Record<ChangeGroup, { readonly files: readonly ReviewFile[] }>>;
  /** Number of files that match the filter. */
  readonly count: number;
  readonly progress: { readonly files: number; readonly viewed: number };
  readonly lines: { readonly added: number; readonly removed: number };
}

/** The section with the changed files. */
export interface ChangesModel {
  readonly isExpanded: boolean;
  /** Undefined until loaded. */
  readonly loaded: LoadedChanges | undefined;
  /** Set unless all changes of the latest version are shown. */
  readonly range: RangeOf | undefined;
  /** Number of versions newer than the displayed one. */
  readonly newer: number;
  /** Why the changes couldn't be loaded. */
  readonly errorMessage: string | undefined;
  /** Shows all files of long lists. */
  readonly showsAll: boolean;
  readonly isViewed: (file: ReviewFile) => boolean;
}
