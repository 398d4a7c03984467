import { type Call, signedIn, userOf } from '../http/call';
import { refuse } from '../http/reply';
import type { Discussion, Note } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { hasRole } from '../world/merge-requests/rules';
import type { User } from '../world/model';
import { type mergeRequestOf, requireReadAccess } from './merge-request-access';
import { refuseMerge } from './merge-request-refusals';

type Args = Parameters<typeof mergeRequestOf>[1];

/**
 * Returns the merge request and the signed-in user, who can comment on it. If the discussion is locked, only
 * members can (server-behavior.md#update).
 */
export function requireCommentAccess(call: Call, args: Args): { request: MergeRequest; user: User } {
  const seen = requireReadAccess(call, args);
  const { request, user } = seen;
  if (request.discussionLocked === true && !request.project.members.includes(user.role)) {
    throw refuse.forbidden();
  }
  return seen;
}

/** True if the viewer can read internal notes, and add them. */
export function mayReadInternal(call: Call, { project }: MergeRequest): boolean {
  const user = userOf(call);
  return user !== undefined && hasRole(project, user, 'reporter');
}

/** Returns the threads that the viewer can read. */
export const visibleDiscussions = (call: Call, request: MergeRequest): readonly Discussion[] =>
  mayReadInternal(call, request)
    ? request.discussions
    : request.discussions.filter(({ notes }) => notes[0]?.internal !== true);

/** Returns whether a new comment is internal. Responds with 403 if the user can't add internal notes. */
export function checkInternal(
  call: Call,
  request: MergeRequest,
  { internal = false }: { readonly internal?: boolean | undefined },
): boolean {
  if (internal && !mayReadInternal(call, request)) throw refuse.forbidden();
  return internal;
}

export function checkText(text: string): void {
  if (text.trim() === '') throw refuseMerge.fields({ note: ["can't be blank"] });
}

export function discussionOf(
  { discussions }: Pick<MergeRequest, 'discussions'>,
  id: string | number,
): Discussion {
  const found = discussions.find((each) => each.id === String(id));
  if (found === undefined) throw refuse.missing('Discussion');
  return found;
}

export function noteOf({ notes }: Discussion, id: string | number): Note {
  const found = notes.find((each) => each.id === Number(id));
  if (found === undefined) throw refuse.missing('Note');
  return found;
}

/** Responds with 403 unless the user is the author of the note or a maintainer. System notes can't be changed. */
export function requireNoteOwner(call: Call, { project }: MergeRequest, note: Note): void {
  const user = signedIn(call);
  if (note.system) throw refuse.forbidden();
  if (note.author !== user && !hasRole(project, user, 'maintainer')) throw refuse.forbidden();
}
