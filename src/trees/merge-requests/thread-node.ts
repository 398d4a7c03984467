import type { MergeRequestKey } from '../../app/shared/keys';

/** Rows of what is said about a merge request. Plain data. */
export type ThreadNodeData =
  | { readonly kind: 'thread'; readonly mergeRequest: MergeRequestKey; readonly discussion: string }
  /** One of the comments in a thread. */
  | {
      readonly kind: 'comment';
      readonly mergeRequest: MergeRequestKey;
      readonly discussion: string;
      readonly note: number;
    }
  /** Own drafts together. */
  | { readonly kind: 'drafts'; readonly mergeRequest: MergeRequestKey }
  /** Something that no server has taken yet, by its id in the outbox. */
  | { readonly kind: 'unsent'; readonly mergeRequest: MergeRequestKey; readonly id: string };
