import type { CommentReply, Range, Uri } from 'vscode';
import { localLinesMessage } from '../../../presentation/changes/working-messages';
import { workingSide } from '../../changes/editor/shown-side';
import { wholeLines } from '../../shared/editor/whole-lines';
import type { PressedComment } from '../editor/pressed-comment';
import { isReply, type SentText, type TypedComment } from './comment-reply';
import type { CommentViews } from './comment-views';

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
  return {
    text,
    target: own ?? lines,
    refusal: refusal(pressed),
    done: () => {
      if (own === undefined) thread.dispose();
      sent({ at: thread.uri, target: own, text });
    },
  };
}

function refusal({ thread: { uri } }: CommentReply): string | undefined {
  const side = workingSide(uri);
  return side && localLinesMessage(side.address.iid);
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
