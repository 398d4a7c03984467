// Whether a thread in the editor shows its comments. The editor doesn't report what the user expands or collapses, and
// sends only values that change, so the other value is set first. Both are sent as one update.
import { type CommentThread, CommentThreadCollapsibleState, workspace } from 'vscode';

const { Collapsed, Expanded } = CommentThreadCollapsibleState;

/** Expands a thread, also if the user collapsed it. */
export function expandThread(thread: CommentThread): void {
  thread.collapsibleState = Collapsed;
  thread.collapsibleState = Expanded;
}

/** Collapses a thread, also if the user expanded it. */
export function collapseThread(thread: CommentThread): void {
  thread.collapsibleState = Expanded;
  thread.collapsibleState = Collapsed;
}

/** The user's setting for threads that are resolved while they are visible. */
export function collapsesOnResolve(): boolean {
  return workspace.getConfiguration('comments').get('collapseOnResolve', true);
}
