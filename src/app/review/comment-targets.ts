import type { CommentPosition } from '../../domain/review/positions';
import type { MergeRequestKey } from '../shared/keys';

/** What a command on comments is about. Plain data. */
export type CommentTarget =
  /** Lines at which nothing was said yet. */
  | { readonly kind: 'lines'; readonly mergeRequest: MergeRequestKey; readonly position: CommentPosition }
  | { readonly kind: 'thread'; readonly mergeRequest: MergeRequestKey; readonly discussion: string }
  | {
      readonly kind: 'note';
      readonly mergeRequest: MergeRequestKey;
      readonly discussion: string;
      readonly note: number;
    }
  | { readonly kind: 'draft'; readonly mergeRequest: MergeRequestKey; readonly draft: number }
  /** Something in the outbox. */
  | { readonly kind: 'unsent'; readonly mergeRequest: MergeRequestKey; readonly id: string };
