// Whether a thread in the editor shows its comments. The editor sends only values that change, and learns too late what
// the user expands or collapses, so the other value is set first. Both are sent as one update.
import { commands, type CommentThread, CommentThreadCollapsibleState, workspace } from 'vscode';
import { background } from '../../../base/background';
import { systemClock } from '../../../base/clock';

const { Collapsed, Expanded } = CommentThreadCollapsibleState;

/** The editor sends changes of a thread after 100 ms without a change. In milliseconds, with a margin. */
const SENT_MS = 150;
/** How often a change is sent, because the user may have made the other one meanwhile. */
const MAX_SENT = 4;

/** The last change of each thread until the editor has confirmed it. */
const unconfirmed = new WeakMap<CommentThread, { readonly state: CommentThreadCollapsibleState }>();

/** Expands a thread, also if the user collapsed it. */
export function expandThread(thread: CommentThread): void {
  change(thread, Expanded);
}

/** Collapses a thread, also if the user expanded it. */
export function collapseThread(thread: CommentThread): void {
  change(thread, Collapsed);
}

/** Call it after other changes of a thread: they delay a change of its expansion that isn't sent yet. */
export function threadChanged(thread: CommentThread): void {
  const change = unconfirmed.get(thread);
  if (change !== undefined) background(sendAgainIfLost(thread, change.state));
}

/** The user's setting for threads that are resolved while they are visible. */
export function collapsesOnResolve(): boolean {
  return workspace.getConfiguration('comments').get('collapseOnResolve', true);
}

function change(thread: CommentThread, state: CommentThreadCollapsibleState): void {
  send(thread, state);
  background(sendAgainIfLost(thread, state));
}

function send(thread: CommentThread, state: CommentThreadCollapsibleState): void {
  thread.collapsibleState = state === Expanded ? Collapsed : Expanded;
  thread.collapsibleState = state;
}

/**
 * The editor confirms each change, and the confirmation of an earlier change replaces a later one that isn't sent yet. In a slow
 * window, this can also happen to the change that is sent again.
 */
async function sendAgainIfLost(thread: CommentThread, state: CommentThreadCollapsibleState): Promise<void> {
  const mine = { state };
  unconfirmed.set(thread, mine);
  for (let sent = 0; sent < MAX_SENT; sent++) {
    await systemClock.wait(SENT_MS);
    // The editor replies in order, so the confirmation arrives before the result of this command.
    await commands.executeCommand('vscode.getEditorLayout');
    if (unconfirmed.get(thread) !== mine) return;
    if (thread.collapsibleState === state) break;
    send(thread, state);
  }
  unconfirmed.delete(thread);
}
