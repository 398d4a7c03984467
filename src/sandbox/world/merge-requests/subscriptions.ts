import type { User } from '../model';
import type { MergeRequest } from './model';

/** Returns the participants: author, assignees, reviewers, and authors of comments. Recorded changes don't count. */
export function participantsOf({ author, assignees, reviewers, discussions }: MergeRequest): User[] {
  const writers = discussions.flatMap(({ notes }) =>
    notes.filter(({ system }) => !system).map((note) => note.author),
  );
  return [...new Set([author, ...assignees, ...reviewers.map(({ user }) => user), ...writers])];
}

/** True if the user subscribed explicitly, or takes part and didn't unsubscribe. */
export const isSubscribed = (request: MergeRequest, user: User): boolean =>
  request.subscriptions.get(user.id) ?? participantsOf(request).includes(user);

/** Returns false if the user is already subscribed (304, server-behavior.md#already-done). */
export function subscribe(request: MergeRequest, user: User): boolean {
  if (isSubscribed(request, user)) return false;
  request.subscriptions.set(user.id, true);
  return true;
}

/** Returns false if the user isn't subscribed (304, server-behavior.md#already-done). */
export function unsubscribe(request: MergeRequest, user: User): boolean {
  if (!isSubscribed(request, user)) return false;
  request.subscriptions.set(user.id, false);
  return true;
}
