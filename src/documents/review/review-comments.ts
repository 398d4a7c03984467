import { type CommentController, comments, type Uri } from 'vscode';
import { t } from '../../base/localize';
import { COMMENTS } from '../../editor/review/comment-controller';
import type { CommentView } from './comment-view';

/** Has the editor show comments. `viewOf` finds the side of a file that is drawn. */
export function createReviewComments(viewOf: (uri: Uri) => CommentView | undefined): CommentController {
  const controller = comments.createCommentController(COMMENTS, t('Merge Request Comments'));
  controller.options = {
    prompt: t('Reply...'),
    placeHolder: t('Write a comment. Markdown is supported.'),
  };
  controller.commentingRangeProvider = {
    provideCommentingRanges: async ({ uri }) =>
      // A failure to read is reported where the comments are drawn.
      viewOf(uri)
        ?.ranges()
        .catch(() => []) ?? [],
  };
  return controller;
}
