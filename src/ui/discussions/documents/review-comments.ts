import { type CommentController, comments, type Range, type Uri } from 'vscode';
import { t } from '../../../base/localize';
import { COMMENTS } from '../editor/comment-controller';

/** Creates the comment controller. `rangesOf`: returns the lines of an open side that can have comments. */
export function createReviewComments(rangesOf: (uri: Uri) => Promise<Range[]>): CommentController {
  const controller = comments.createCommentController(COMMENTS, t('Merge Request Comments'));
  controller.options = {
    prompt: t('Reply...'),
    placeHolder: t('Write a comment. Markdown is supported.'),
  };
  controller.commentingRangeProvider = {
    provideCommentingRanges: ({ uri }) => rangesOf(uri),
  };
  return controller;
}
