import type { MergeRequestKey } from '../../app/shared/keys';
import type { ChangeGroup } from '../../domain/review/change-groups';

/** What is told above or below the files, each in a row of its own. */
export type ChangeNote = 'range' | 'filter' | 'more' | 'limited' | 'failed' | 'none';

/** Rows of the changes of a merge request. Plain data. */
export type ChangeNodeData =
  | { readonly kind: 'change'; readonly mergeRequest: MergeRequestKey; readonly path: string }
  /** `name` as it is shown: folders that hold nothing but one folder are joined. */
  | {
      readonly kind: 'change-folder';
      readonly mergeRequest: MergeRequestKey;
      readonly group: ChangeGroup;
      readonly path: string;
      readonly name: string;
    }
  | {
      readonly kind: 'change-group';
      readonly mergeRequest: MergeRequestKey;
      readonly group: Exclude<ChangeGroup, 'files'>;
    }
  | { readonly kind: 'change-note'; readonly mergeRequest: MergeRequestKey; readonly note: ChangeNote };
