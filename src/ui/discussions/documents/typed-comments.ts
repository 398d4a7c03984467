import type { CommentReply, Range, Uri } from 'vscode';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import { isRecord } from '../../../base/record';
import { localLinesMessage } from '../../../presentation/changes/working-messages';
import { workingSide } from '../../changes/editor/shown-side';
import { wholeLines } from '../../shared/editor/whole-lines';
import type { PressedComment } from '../editor/pressed-comment';
import type { CommentViews } from './comment-views';

/** Text from the comment box of a thread or of lines. */
interface TypedComment {
  readonly text: string;
  /** Undefined if the API doesn't support comments there. */
  readonly target: CommentTarget | undefined;
  /** Why there is no target, if it isn't the server's reason. */
  readonly refusal: string | undefined;
  /** Called after the text was accepted. Removes the editor's new thread, which is replaced by that of the server. */
  done(): void;
}

/** Text of a comment box that was sent. `target`: the thread, if there is one. */
export interface SentText extends Pick<TypedComment, 'target' | 'text'> {
  readonly at: Uri;
}

/** True for the argument of commands of a comment box's buttons. */
export const isReply = (value: unknown): value is CommentReply =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  isRecord(value['thread']) &&
  'uri' in value['thread'] &&
  'comments' in value['thread'];

/** Returns the text of the comment box whose button was clicked; undefined for other buttons. `sent`: called when the text was accepted. */
export async function typedComment(
  views: Pick<CommentViews, 'at'>,
  pressed: PressedComment | undefined,
  sent: (text: SentText) => void,
): Promise<TypedComment | undefined> {
  if (!isReply(pressed)) return undefined;
  const { thread, text } = pressed;
  const view = views.at(thread.uri.toString());
  const own = view?.targetOf(thread);
  const lines = own === undefined && thread.range ? await view?.linesTarget(thread.range) : undefined;
  const side = workingSide(thread.uri);
  return {
    text,
    target: own ?? lines,
    refusal: side && localLinesMessage(side.address.iid),
    done: () => {
      if (own === undefined) thread.dispose();
      sent({ at: thread.uri, target: own, text });
    },
  };
}

/** A comment box for a new thread, as passed to the commands of its buttons. */
export interface NewCommentBox {
  readonly uri: Uri;
  /** Whole lines. */
  readonly lines: Range;
  readonly text: string;
  readonly close: () => void;
}

/**
 * Returns the comment box whose button was clicked if it is for a new thread. Its range consists of whole
 * lines.
 */
export function newCommentBox(
  views: Pick<CommentViews, 'at'>,
  pressed: PressedComment | undefined,
): NewCommentBox | undefined {
  if (!isReply(pressed)) return undefined;
  const { thread, text } = pressed;
  const { uri, range } = thread;
  const isNew = range !== undefined && views.at(uri.toString())?.targetOf(thread) === undefined;
  if (!isNew) return undefined;
  return {
    uri,
    text,
    lines: wholeLines(range),
    close: () => {
      thread.dispose();
    },
  };
}
