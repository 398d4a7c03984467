import type { MergeRequestKey } from '../shared/keys';

/** A thread that couldn't be resolved, and why. */
export interface UnresolvedThread {
  readonly key: MergeRequestKey;
  readonly discussion: string;
  readonly error: unknown;
}

/** A comment that should be internal, but that everyone can read. */
export interface ExposedComment {
  readonly key: MergeRequestKey;
  readonly note: number;
}

/**
 * `arrived`: a previous attempt had succeeded; nothing was sent. `gone`: the comment was sent or discarded in
 * the meantime. `kept`: sending failed, and the comment remains in the outbox under this ID. `unresolved`: the reply
 * was added, but the thread couldn't be resolved. `exposed`: everyone can read the comment, because the server
 * ignored that it must be internal.
 */
export type PostResult =
  | {
      readonly kind: 'sent' | 'arrived' | 'gone';
      readonly unresolved?: UnresolvedThread;
      readonly exposed?: ExposedComment;
    }
  | { readonly kind: 'kept'; readonly id: string; readonly error: unknown };
