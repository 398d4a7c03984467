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

/** False where it was so already (304, server-behavior.md#already-done). */
export function subscribe(request: MergeRequest, user: User): boolean {
  if (isSubscribed(request, user)) return false;
  request.subscriptions.set(user.id, true);
  return true;
}

/** False where it was so already (304, server-behavior.md#already-done). */
export function unsubscribe(request: MergeRequest, user: User): boolean {
  if (!isSubscribed(request, user)) return false;
  request.subscriptions.set(user.id, false);
  return true;
}
