import type { User } from '../model';
import type { MergeRequest } from './model';

/** Who takes part: wrote, is assigned, reviews, or said something. */
export function participantsOf({ author, assignees, reviewers, discussions }: MergeRequest): User[] {
  const writers = discussions.flatMap(({ notes }) => notes.map((note) => note.author));
  return [...new Set([author, ...assignees, ...reviewers.map(({ user }) => user), ...writers])];
}

/** What one said oneself counts; otherwise who takes part is told. */
export const isSubscribed = (request: MergeRequest, user: User): boolean =>
  request.subscriptions.get(user.id) ?? participantsOf(request).includes(user);

/** Sets it; false where it was so already (304, server-behavior.md#already-done). */
export function setSubscribed(request: MergeRequest, user: User, subscribed: boolean): boolean {
  if (isSubscribed(request, user) === subscribed) return false;
  request.subscriptions.set(user.id, subscribed);
  return true;
}
