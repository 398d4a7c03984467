import { type CommentController, comments, type Uri } from 'vscode';
import { t } from '../../base/localize';
import { COMMENTS } from '../../editor/review/comment-controller';
import type { CommentView } from './comment-view';

/** Creates the comment controller. `viewOf`: returns the comments of an open side. */
export function createReviewComments(viewOf: (uri: Uri) => CommentView | undefined): CommentController {
  const controller = comments.createCommentController(COMMENTS, t('Merge Request Comments'));
  controller.options = {
    prompt: t('Reply...'),
    placeHolder: t('Write a comment. Markdown is supported.'),
  };
  controller.commentingRangeProvider = {
    provideCommentingRanges: async ({ uri }) =>
      // The comment view reports failures.
      viewOf(uri)
        ?.ranges()
        .catch(() => []) ?? [],
  };
  return controller;
}
