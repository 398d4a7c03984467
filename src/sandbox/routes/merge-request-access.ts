import { type Call, signedIn, userOf } from '../http/call';
import { refuse } from '../http/reply';
import type { MergeRequest } from '../world/merge-requests/model';
import { hasRole } from '../world/merge-requests/rules';
import type { Project, User } from '../world/model';
import { maySee } from '../world/world';
import { isGuest, projectOf } from './access';

interface Args {
  readonly id: string | number;
  readonly merge_request_iid: string | number;
}

/**
 * Returns the merge request of a path. Responds with 404 if the viewer can't see its project
 * (server-behavior.md#access).
 */
export function mergeRequestOf(call: Call, { id, merge_request_iid: iid }: Args): MergeRequest {
  const request = call.world.mergeRequests.find(projectWithRequests(call, id), Number(iid));
  if (request === undefined) throw refuse.missing();
  return request;
}

/**
 * Returns the project of a path for reading its merge requests. Guests can't read those of private projects.
 */
export function projectWithRequests(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  if (!maySeeRequests(call, project)) throw refuse.forbidden();
  return project;
}

export const maySeeRequests = (call: Call, project: Project): boolean =>
  maySee(project, userOf(call)) && (project.visibility !== 'private' || !isGuest(call, project));

/**
 * Returns the merge request and the signed-in user, who can see it. Sufficient for the user's own
 * subscription, to-do items, and comments.
 */
export function requireReadAccess(call: Call, args: Args): { request: MergeRequest; user: User } {
  return { request: mergeRequestOf(call, args), user: signedIn(call) };
}

/** Like `requireReadAccess`, but responds with 403 unless the user is a developer or the author of the merge request. */
export function requireEditAccess(call: Call, args: Args): { request: MergeRequest; user: User } {
  const seen = requireReadAccess(call, args);
  if (!mayEdit(call, seen.request)) throw refuse.forbidden();
  return seen;
}

export function mayEdit(call: Call, { project, author }: MergeRequest): boolean {
  const user = userOf(call);
  return user !== undefined && (user === author || hasRole(project, user, 'developer'));
}
