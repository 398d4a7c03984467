import type { MergeRequestKey } from '../../../app/shared/keys';

/** Rows of a merge request's threads. Plain data. */
export type ThreadNodeData =
  | {
      readonly kind: 'thread';
      readonly mergeRequest: MergeRequestKey;
      readonly discussion: string;
      /** Its first comment. */
      readonly note: number | undefined;
    }
  /** A comment in a thread. */
  | {
      readonly kind: 'comment';
      readonly mergeRequest: MergeRequestKey;
      readonly discussion: string;
      readonly note: number;
    }
  /** All pending comments of the user. */
  | { readonly kind: 'drafts'; readonly mergeRequest: MergeRequestKey }
  /** A comment that the server hasn't accepted yet, by its ID in the outbox. */
  | { readonly kind: 'unsent'; readonly mergeRequest: MergeRequestKey; readonly id: string };
