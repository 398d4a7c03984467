import type { CommentReply, Uri } from 'vscode';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import { isRecord } from '../../../base/record';

/** Text from the comment box of a thread or of lines. */
export interface TypedComment {
  readonly text: string;
  /** Undefined if the API doesn't support comments there. */
  readonly target: CommentTarget | undefined;
  /** Why there is no target, if it isn't the server's reason. */
  readonly refusal: string | undefined;
  /**
   * Called after the text was accepted. Removes the editor's new thread, which is replaced by the one from
   * the server.
   */
  done(): void;
}

/** Text of a comment box that was sent. */
export interface SentText {
  readonly at: Uri;
  /** The thread, if there is one. */
  readonly target: CommentTarget | undefined;
  readonly text: string;
}

/** True for the argument of commands of a comment box's buttons. */
export function isReply(value: unknown): value is CommentReply {
  return (
    isRecord(value) &&
    typeof value['text'] === 'string' &&
    isRecord(value['thread']) &&
    'uri' in value['thread'] &&
    'comments' in value['thread']
  );
}
