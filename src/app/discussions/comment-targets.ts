import type { CommentPosition } from '../../domain/changes/positions';
import type { MergeRequestKey } from '../shared/keys';

/** The target of a command on comments. Plain data. */
export type CommentTarget =
  /** Lines without a thread. */
  | { readonly kind: 'lines'; readonly mergeRequest: MergeRequestKey; readonly position: CommentPosition }
  | { readonly kind: 'thread'; readonly mergeRequest: MergeRequestKey; readonly discussion: string }
  | {
      readonly kind: 'note';
      readonly mergeRequest: MergeRequestKey;
      readonly discussion: string;
      readonly note: number;
    }
  | { readonly kind: 'draft'; readonly mergeRequest: MergeRequestKey; readonly draft: number }
  /** A comment in the outbox. */
  | { readonly kind: 'unsent'; readonly mergeRequest: MergeRequestKey; readonly id: string };
