import type { MergeRequestKey } from '../../../app/shared/keys';
import type { ChangeGroup } from '../../../domain/changes/change-groups';

/** Notes above or below the files, each in a separate row. */
export type ChangeNote = 'range' | 'filter' | 'more' | 'limited' | 'failed' | 'none';

/** Rows of a merge request's changes. Plain data. */
export type ChangeNodeData =
  | { readonly kind: 'change'; readonly mergeRequest: MergeRequestKey; readonly path: string }
  /** `name`: the label; a folder whose only child is a folder is combined with it. */
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
