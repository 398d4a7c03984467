import { endpoint, nothing, one } from '../../api/endpoint';
import * as endpoints from '../../api/endpoints/discussions';
import { draftNoteSchema } from '../../schemas/discussion';
import type { Call } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, NO_CONTENT, refuse } from '../http/reply';
import { route } from '../http/route';
import { draftNoteView } from '../views/discussion';
import { comment, publishDrafts } from '../world/merge-requests/comments';
import type { DraftNote } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { finishReview } from '../world/merge-requests/quick-actions';
import type { User } from '../world/model';
import { checkText, discussionOf, requireCommentAccess } from './comment-access';
import { requireReadAccess } from './merge-request-access';
import { positionOf } from './positions';

const PATH = '/projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id';

// Not used by the extension, which submits all pending comments at once.
const getDraftNote = endpoint({ method: 'GET', path: PATH, response: one(draftNoteSchema) });
const publishDraftNote = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id/publish',
  response: nothing,
  success: [204],
});

interface Args {
  readonly id: string | number;
  readonly merge_request_iid: string | number;
  readonly draft_note_id: string | number;
}

/** Returns a pending comment of the signed-in user. Those of other users don't exist (404). */
function ownDraft(call: Call, args: Args): { request: MergeRequest; user: User; draft: DraftNote } {
  const { request, user } = requireReadAccess(call, args);
  const draft = request.drafts.find(({ id, author }) => author === user && id === Number(args.draft_note_id));
  if (draft === undefined) throw refuse.missing('DraftNote');
  return { request, user, draft };
}

/** Pending comments, which only their author can see until they are published. */
export const draftNoteRoutes = [
  route(endpoints.listDraftNotes, (call, args) => {
    const { request, user } = requireReadAccess(call, args);
    const own = request.drafts.filter(({ author }) => author === user);
    return offsetPage(call, args, own, (draft) => draftNoteView(request, draft));
  }),
  route(getDraftNote, (call, args) => {
    const { request, draft } = ownDraft(call, args);
    return json(200, draftNoteView(request, draft));
  }),
  route(endpoints.createDraftNote, (call, args) => {
    const { request, user } = requireCommentAccess(call, args);
    checkText(args.note);
    const thread = args.in_reply_to_discussion_id;
    const discussion = thread === undefined ? undefined : discussionOf(request, thread).id;
    const isSecond =
      discussion !== undefined &&
      request.drafts.some((each) => each.author === user && each.discussion === discussion);
    if (isSecond) throw refuse.badRequest('Author has already been taken');
    const draft = {
      id: call.world.mergeRequests.nextNumber(),
      author: user,
      discussion,
      resolves: args.resolve_discussion === true,
      text: args.note,
      position: args.position === undefined ? undefined : positionOf(call, request, args.position),
    };
    request.drafts.push(draft);
    return json(201, draftNoteView(request, draft));
  }),
  route(endpoints.editDraftNote, (call, args) => {
    const { request, draft } = ownDraft(call, args);
    const text = args.note;
    checkText(text);
    // As on the real service, the position is removed if it isn't sent again.
    const position = args.position === undefined ? undefined : positionOf(call, request, args.position);
    const edited = { ...draft, text, position };
    request.drafts.splice(request.drafts.indexOf(draft), 1, edited);
    return json(200, draftNoteView(request, edited));
  }),
  route(endpoints.deleteDraftNote, (call, args) => {
    const { request, draft } = ownDraft(call, args);
    request.drafts.splice(request.drafts.indexOf(draft), 1);
    return NO_CONTENT;
  }),
  route(publishDraftNote, (call, args) => {
    const { request, user, draft } = ownDraft(call, args);
    requireCommentAccess(call, args);
    publishDrafts(call.world, request, user, [draft]);
    return NO_CONTENT;
  }),
  route(endpoints.publishDraftNotes, (call, args) => {
    const { request, user } = requireCommentAccess(call, args);
    publishDrafts(
      call.world,
      request,
      user,
      request.drafts.filter(({ author }) => author === user),
    );
    if (args.note !== undefined && args.note !== '') {
      checkText(args.note);
      comment(call.world, request, { author: user, body: args.note });
    }
    if (args.reviewer_state !== undefined) finishReview(call.world, request, user, args.reviewer_state);
    return NO_CONTENT;
  }),
];
