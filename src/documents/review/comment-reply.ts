import type { CommentReply, Uri } from 'vscode';
import type { CommentTarget } from '../../app/review/comment-targets';
import { isRecord } from '../../base/record';

/** What was typed below a thread, or at lines. */
export interface TypedComment {
  readonly text: string;
  /** Undefined where the API has no place for it. */
  readonly target: CommentTarget | undefined;
  /** What was typed has been taken over: a new thread of the editor makes room for that of the server. */
  done(): void;
}

/** A text that was typed in a comment box and sent. */
export interface SentText {
  readonly at: Uri;
  /** The thread, if it has one. */
  readonly target: CommentTarget | undefined;
  readonly text: string;
}

/** What a button below a comment box hands over. */
export function isReply(value: unknown): value is CommentReply {
  return (
    isRecord(value) &&
    typeof value['text'] === 'string' &&
    isRecord(value['thread']) &&
    'uri' in value['thread'] &&
    'comments' in value['thread']
  );
}
