import type { CommandDefinition } from '../command-definition';
import { all, anyOf, hasWord, readingKey, threadLetters, verdictKey, WHEN } from '../conditions';
import { inEditor, inEditorTitle, inMenu, inViewTitle, onOneRow, onRow } from '../menus';

/** Threads, comments, reviews, and suggestions. */
export const COMMENT_COMMANDS = {
  openThread: {
    title: 'Open Thread...',
    icon: 'comment-discussion',
    writes: 'nothing',
  },
  nextThread: {
    title: 'Go to Next Unresolved Thread',
    icon: 'arrow-down',
    writes: 'nothing',
    keys: [readingKey('n'), ...threadLetters('t')],
  },
  previousThread: {
    title: 'Go to Previous Unresolved Thread',
    icon: 'arrow-up',
    writes: 'nothing',
    keys: [readingKey('p'), ...threadLetters('p')],
  },
  replyToThread: {
    title: 'Reply to Thread...',
    icon: 'reply',
    writes: 'comments',
    keys: [readingKey('r'), ...threadLetters('r')],
    menus: [onRow('inline@2', WHEN.mergeRequests, 'thread'), onRow('2_act@2', WHEN.mergeRequests, 'thread')],
  },
  resolveThread: {
    title: 'Resolve Thread',
    icon: 'pass',
    writes: 'comments',
    // Letters without a modifier change nothing on the server, because the focus may not be where the user expects it.
    keys: [...threadLetters('e')],
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'canResolve'),
      onRow('2_act@1', WHEN.mergeRequests, 'canResolve'),
      inMenu(
        'comments/commentThread/title',
        'inline@1',
        WHEN.comments,
        hasWord('commentThread', 'canResolve'),
      ),
    ],
  },
  unresolveThread: {
    title: 'Unresolve Thread',
    icon: 'issue-reopened',
    writes: 'comments',
    keys: [...threadLetters('z')],
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'canReopen'),
      onRow('2_act@1', WHEN.mergeRequests, 'canReopen'),
      inMenu(
        'comments/commentThread/title',
        'inline@1',
        WHEN.comments,
        hasWord('commentThread', 'canReopen'),
      ),
    ],
  },
  addComment: {
    title: 'Add Comment...',
    icon: 'add',
    writes: 'comments',
    menus: [onRow('inline@1', WHEN.mergeRequests, 'threads')],
  },
  startThread: {
    title: 'Start Thread...',
    icon: 'comment-discussion',
    writes: 'comments',
    menus: [onRow('2_act@1', WHEN.mergeRequests, 'threads')],
  },
  commentOnFile: {
    title: 'Comment on File...',
    icon: 'comment',
    writes: 'comments',
    palette: WHEN.review,
    menus: [onRow('2_act@3', WHEN.mergeRequests, 'change'), inEditorTitle('2_walk@5', WHEN.review)],
  },
  commentOnImage: {
    title: 'Comment on Image...',
    icon: 'comment',
    writes: 'nothing',
    palette: WHEN.reviewedImage,
    menus: [
      onOneRow('2_act@3.1', WHEN.mergeRequests, 'change', 'image'),
      inEditorTitle('2_walk@5.1', WHEN.reviewedImage),
    ],
  },
  commentOnLine: {
    title: 'Comment on Line',
    icon: 'comment',
    writes: 'nothing',
    worksReadOnly: false,
    palette: anyOf(WHEN.review, WHEN.workingSide),
    menus: [inEditor('4_review@8', `(${anyOf(WHEN.review, WHEN.workingSide)})`)],
    keys: [
      {
        // The key of VS Code's own command, which copies the path of the file on Linux and macOS.
        key: 'ctrl+k ctrl+alt+c',
        mac: 'cmd+k cmd+alt+c',
        when: all(
          'editorTextFocus',
          `(${anyOf(WHEN.review, all(WHEN.workingSide, 'activeCursorHasCommentingRange'))})`,
        ),
      },
    ],
  },
  attachFiles: {
    title: 'Attach Files...',
    icon: 'file-media',
    writes: 'comments',
    palette: anyOf(WHEN.review, WHEN.description),
  },
  previewText: {
    title: 'Preview Comment or Description',
    icon: 'open-preview',
    writes: 'nothing',
    palette: anyOf(WHEN.review, WHEN.description),
    menus: [inEditorTitle('navigation@1', WHEN.description)],
    // The key of VS Code's own preview, which doesn't know the service's Markdown.
    keys: [
      { key: 'ctrl+shift+v', when: all('commentEditorFocused', WHEN.review) },
      { key: 'ctrl+shift+v', when: all('editorTextFocus', WHEN.description) },
    ],
  },
  commentNow: {
    title: 'Add Comment Now',
    writes: 'comments',
    palette: false,
    menus: [
      inMenu('comments/commentThread/context', 'inline@1', WHEN.comments, WHEN.reviewNotStarted),
      inMenu('comments/commentThread/context', 'inline@2', WHEN.comments, WHEN.reviewStarted),
    ],
  },
  startReview: {
    title: 'Start a Review',
    writes: 'comments',
    palette: false,
    menus: [
      inMenu('comments/commentThread/context', 'inline@2', WHEN.comments, 'switchyard.review == ready'),
    ],
  },
  addToReview: {
    title: 'Add to Review',
    writes: 'comments',
    palette: false,
    // VS Code runs the first button on Ctrl+Enter.
    menus: [inMenu('comments/commentThread/context', 'inline@1', WHEN.comments, WHEN.reviewStarted)],
  },
  pressOtherButton: {
    title: 'Press Second Button of Comment Box',
    writes: 'nothing',
    worksReadOnly: false,
    palette: false,
    keys: [
      {
        key: 'ctrl+shift+enter',
        mac: 'cmd+shift+enter',
        when: all('commentEditorFocused', WHEN.review, WHEN.pendingComments),
      },
    ],
  },
  replyAndResolve: {
    title: 'Reply and Resolve',
    writes: 'comments',
    palette: false,
    menus: [
      inMenu(
        'comments/commentThread/context',
        'inline@3',
        WHEN.comments,
        hasWord('commentThread', 'canResolve'),
      ),
    ],
  },
  submitReview: {
    title: 'Submit Review...',
    icon: 'send',
    writes: 'nothing',
    worksReadOnly: false,
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'drafts'),
      onOneRow('2_act@4', WHEN.mergeRequests, 'opened'),
    ],
    keys: [verdictKey(1, 'comment'), verdictKey(2, 'approve'), verdictKey(3, 'request-changes')],
  },
  reviewNext: {
    title: 'Review Next Merge Request',
    shortTitle: 'Review Next',
    icon: 'arrow-right',
    writes: 'nothing',
    menus: [
      inViewTitle('0_work@0', WHEN.mergeRequests, WHEN.signedIn),
      inEditorTitle('2_walk@4', WHEN.review),
      inEditorTitle('2_walk@4', WHEN.mergeRequestPage),
    ],
    keys: [{ key: 'alt+shift+n', mac: 'ctrl+alt+n', when: WHEN.hasAccount }],
  },
  editComment: {
    title: 'Edit Comment',
    icon: 'edit',
    writes: 'nothing',
    worksReadOnly: false,
    palette: false,
    menus: [
      inMenu('comments/comment/title', 'inline@2', WHEN.comments, hasWord('comment', 'can(Edit|Change)')),
    ],
  },
  saveComment: {
    title: 'Save Comment',
    writes: 'comments',
    palette: false,
    menus: [inMenu('comments/comment/context', 'inline@1', WHEN.comments)],
  },
  cancelComment: {
    title: 'Cancel Editing',
    writes: 'nothing',
    palette: false,
    menus: [inMenu('comments/comment/context', 'inline@2', WHEN.comments)],
  },
  deleteComment: {
    title: 'Delete Comment',
    icon: 'trash',
    writes: 'comments',
    palette: false,
    menus: [inMenu('comments/comment/title', 'inline@3', WHEN.comments, hasWord('comment', 'canEdit'))],
  },
  discardComment: {
    title: 'Discard Comment',
    icon: 'discard',
    writes: 'comments',
    worksReadOnly: true,
    palette: false,
    menus: [
      onRow('inline@2', WHEN.mergeRequests, 'unsent\\.failed'),
      inMenu('comments/comment/title', 'inline@3', WHEN.comments, hasWord('comment', 'canDiscard')),
    ],
  },
  sendCommentAgain: {
    title: 'Send Comment Again',
    shortTitle: 'Send Again',
    icon: 'send',
    writes: 'comments',
    palette: false,
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'unsent\\.failed'),
      inMenu('comments/comment/title', 'inline@1', WHEN.comments, hasWord('comment', 'canSend')),
    ],
  },
  insertSuggestion: {
    title: 'Insert Suggestion',
    icon: 'diff-added',
    writes: 'nothing',
    worksReadOnly: false,
    palette: anyOf(WHEN.review, WHEN.reading, WHEN.workingSide),
    keys: [readingKey('s')],
    menus: [
      inEditor('4_review@9', `(${anyOf(WHEN.review, WHEN.reading, WHEN.workingSide)})`),
      inMenu('comments/commentThread/context', 'inline@9', WHEN.comments, 'commentThreadIsEmpty'),
    ],
  },
  suggestMyEdits: {
    title: 'Suggest My Edits...',
    icon: 'request-changes',
    writes: 'comments',
    palette: WHEN.workingSide,
    menus: [inEditor('4_review@10', WHEN.workingSide), inEditorTitle('2_walk@4', WHEN.workingSide)],
  },
  applySuggestion: {
    title: 'Apply Suggestion...',
    icon: 'git-commit',
    writes: 'comments',
    palette: false,
    menus: [
      inMenu(
        'comments/comment/title',
        'inline@1',
        WHEN.comments,
        hasWord('comment', 'suggestion'),
        `!(${hasWord('comment', 'inBatch')})`,
      ),
    ],
  },
  applySuggestionBatch: {
    title: 'Apply Suggestions in Batch...',
    icon: 'git-commit',
    writes: 'comments',
    palette: WHEN.suggestionBatch,
    menus: [inMenu('comments/comment/title', 'inline@1', WHEN.comments, hasWord('comment', 'inBatch'))],
  },
  addSuggestionToBatch: {
    title: 'Add Suggestion to Batch',
    icon: 'add',
    writes: 'nothing',
    worksReadOnly: false,
    palette: false,
    menus: [inMenu('comments/comment/title', 'inline@1.1', WHEN.comments, hasWord('comment', 'canBatch'))],
  },
  removeSuggestionFromBatch: {
    title: 'Remove Suggestion from Batch',
    icon: 'remove',
    writes: 'nothing',
    palette: false,
    menus: [inMenu('comments/comment/title', 'inline@1.2', WHEN.comments, hasWord('comment', 'inBatch'))],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
