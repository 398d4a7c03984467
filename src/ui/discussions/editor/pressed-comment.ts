import type { Comment, CommentReply, CommentThread } from 'vscode';

/** The argument of commands in comment menus: a comment, a thread, or a comment box. */
export type PressedComment = Comment | CommentReply | CommentThread;
