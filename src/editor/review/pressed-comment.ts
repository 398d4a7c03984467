import type { Comment, CommentReply, CommentThread } from 'vscode';

/** What VS Code passes to a command in a menu of comments: a comment, a thread, or a comment box. */
export type PressedComment = Comment | CommentReply | CommentThread;
