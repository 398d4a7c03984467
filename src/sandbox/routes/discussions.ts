import { endpoint, one } from '../../api/endpoint';
import * as endpoints from '../../api/endpoints/discussions';
import { discussionSchema } from '../../schemas/discussion';
import { type Call, signedIn } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, NO_CONTENT, refuse } from '../http/reply';
import { route } from '../http/route';
import { discussionView, noteView } from '../views/discussion';
import {
  beginDiscussion,
  changeText,
  removeNote,
  reply,
  resolve,
  unresolve,
} from '../world/merge-requests/comments';
import type { Discussion } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { noteResolving } from '../world/merge-requests/system-notes';
import {
  checkInternal,
  checkText,
  discussionOf,
  noteOf,
  requireCommentAccess,
  requireNoteOwner,
  visibleDiscussions,
} from './comment-access';
import { mayEdit, mergeRequestOf } from './merge-request-access';
import { positionOf } from './positions';

function setResolved(call: Call, request: MergeRequest, discussion: Discussion, resolved: boolean): void {
  if (!mayEdit(call, request)) throw refuse.forbidden();
  const user = signedIn(call);
  const isDone = resolved
    ? noteResolving(call.world, request, user, () => resolve(call.world, discussion, user))
    : unresolve(discussion);
  if (!isDone) throw refuse.badRequest('Not resolvable');
}

/**
 * `GET …/discussions/:discussion_id`, which isn't part of the API client because the extension doesn't use
 * it.
 */
const getDiscussion = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id',
  response: one(discussionSchema),
});

/** Threads on merge requests (server-behavior.md#discussions). */
export const discussionRoutes = [
  route(
    endpoints.listDiscussions,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const visible = visibleDiscussions(call, request);
      return offsetPage(call, args, visible, (each) => discussionView(call, request, each));
    },
    'anyone',
  ),
  route(
    getDiscussion,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const discussions = [...visibleDiscussions(call, request)];
      return json(200, discussionView(call, request, discussionOf({ discussions }, args.discussion_id)));
    },
    'anyone',
  ),
  route(endpoints.createDiscussion, (call, args) => {
    const { request, user } = requireCommentAccess(call, args);
    checkText(args.body);
    const position = args.position === undefined ? undefined : positionOf(call, request, args.position);
    const internal = checkInternal(call, request, args);
    const note = { author: user, body: args.body, position, internal };
    const discussion = beginDiscussion(call.world, request, note);
    return json(201, discussionView(call, request, discussion));
  }),
  route(endpoints.resolveDiscussion, (call, args) => {
    const { request } = requireCommentAccess(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    setResolved(call, request, discussion, args.resolved);
    return json(200, discussionView(call, request, discussion));
  }),
  route(endpoints.createReply, (call, args) => {
    const { request, user } = requireCommentAccess(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    checkText(args.body);
    const note = reply(call.world, request, discussion, { author: user, body: args.body });
    return json(201, noteView(call, request, discussion, note));
  }),
  route(endpoints.editNote, (call, args) => {
    const { request } = requireCommentAccess(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    const note = noteOf(discussion, args.note_id);
    if (args.body === undefined && args.resolved === undefined) {
      throw refuse.invalid('body, resolved are missing, exactly one parameter must be provided');
    }
    if (args.body !== undefined && args.resolved !== undefined) {
      throw refuse.invalid('body, resolved are mutually exclusive');
    }
    if (args.body !== undefined) {
      requireNoteOwner(call, request, note);
      checkText(args.body);
      changeText(call.world, note, args.body);
    }
    if (args.resolved !== undefined) setResolved(call, request, discussion, args.resolved);
    return json(200, noteView(call, request, discussion, note));
  }),
  route(endpoints.deleteNote, (call, args) => {
    const { request } = requireCommentAccess(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    const note = noteOf(discussion, args.note_id);
    requireNoteOwner(call, request, note);
    removeNote(request, discussion, note);
    return NO_CONTENT;
  }),
];
