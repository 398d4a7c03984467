import * as endpoints from '../../api/endpoints/discussions';
import { signedIn, type Call } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, refuse, type Reply } from '../http/reply';
import { route } from '../http/route';
import { discussionView, draftNoteView, noteView } from '../views/discussion';
import type { Discussion, Note } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import { hasRole } from '../world/merge-requests/rules';
import { beginDiscussion, publishDrafts, removeNote, reply, resolve } from '../world/merge-requests/talking';
import type { User } from '../world/model';
import { mayEdit, mergeRequestOf, onLooker } from './merge-request-access';
import { refuseMerge } from './merge-request-refusals';
import { positionOf } from './positions';

const NO_CONTENT: Reply = { status: 204, type: 'application/json', body: '' };

type Args = Parameters<typeof mergeRequestOf>[1];

/** Whoever may say something: everybody who sees it, only members where it is locked (doc 2 §4, Update). */
function speaker(call: Call, args: Args): { request: MergeRequest; user: User } {
  const seen = onLooker(call, args);
  const { request, user } = seen;
  if (request.discussionLocked === true && !request.project.members.includes(user.role)) {
    throw refuse.forbidden();
  }
  return seen;
}

function checkText(text: string): void {
  if (text.trim() === '') throw refuseMerge.fields({ note: ["can't be blank"] });
}

function discussionOf({ discussions }: MergeRequest, id: string | number): Discussion {
  const found = discussions.find((each) => each.id === String(id));
  if (found === undefined) throw refuse.missing('Discussion');
  return found;
}

function noteOf({ notes }: Discussion, id: string | number): Note {
  const found = notes.find((each) => each.id === Number(id));
  if (found === undefined) throw refuse.missing('Note');
  return found;
}

/** One's own notes, and those of others for maintainers. */
function owner(call: Call, { project }: MergeRequest, note: Note): void {
  const user = signedIn(call);
  if (note.author !== user && !hasRole(project, user, 'maintainer')) throw refuse.forbidden();
}

function setResolved(call: Call, request: MergeRequest, discussion: Discussion, resolved: boolean): void {
  if (!mayEdit(call, request)) throw refuse.forbidden();
  if (!resolve(call.world, discussion, signedIn(call), resolved)) throw refuse.badRequest('Not resolvable');
}

/** Comments on merge requests: all beyond the description, as the real service documents them. */
export const discussionRoutes = [
  route(
    endpoints.listDiscussions,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      return offsetPage(call, args, request.discussions, (each) => discussionView(call, request, each));
    },
    'anyone',
  ),
  route(endpoints.createDiscussion, (call, args) => {
    const { request, user } = speaker(call, args);
    checkText(args.body);
    const position = args.position === undefined ? undefined : positionOf(call, request, args.position);
    const discussion = beginDiscussion(call.world, request, user, args.body, position);
    return json(201, discussionView(call, request, discussion));
  }),
  route(endpoints.resolveDiscussion, (call, args) => {
    const { request } = speaker(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    setResolved(call, request, discussion, args.resolved);
    return json(200, discussionView(call, request, discussion));
  }),
  route(endpoints.createReply, (call, args) => {
    const { request, user } = speaker(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    checkText(args.body);
    const note = reply(call.world, request, discussion, user, args.body);
    return json(201, noteView(call, request, discussion, note));
  }),
  route(endpoints.editNote, (call, args) => {
    const { request } = speaker(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    const note = noteOf(discussion, args.note_id);
    if (args.body === undefined && args.resolved === undefined) {
      throw refuse.invalid('body, resolved are missing, exactly one parameter must be provided');
    }
    if (args.body !== undefined) {
      owner(call, request, note);
      checkText(args.body);
      note.body = args.body;
      note.updatedAt = call.world.time;
    }
    if (args.resolved !== undefined) setResolved(call, request, discussion, args.resolved);
    return json(200, noteView(call, request, discussion, note));
  }),
  route(endpoints.deleteNote, (call, args) => {
    const { request } = speaker(call, args);
    const discussion = discussionOf(request, args.discussion_id);
    const note = noteOf(discussion, args.note_id);
    owner(call, request, note);
    removeNote(request, discussion, note);
    return NO_CONTENT;
  }),
  route(endpoints.listDraftNotes, (call, args) => {
    const { request, user } = onLooker(call, args);
    const own = request.drafts.filter(({ author }) => author === user);
    return offsetPage(call, args, own, (draft) => draftNoteView(request, draft));
  }),
  route(endpoints.createDraftNote, (call, args) => {
    const { request, user } = speaker(call, args);
    checkText(args.note);
    const thread = args.in_reply_to_discussion_id;
    const draft = {
      id: call.world.mergeRequests.nextNumber(),
      author: user,
      discussion: thread === undefined ? undefined : discussionOf(request, thread).id,
      resolves: args.resolve_discussion === true,
      text: args.note,
      position: args.position === undefined ? undefined : positionOf(call, request, args.position),
    };
    request.drafts.push(draft);
    return json(201, draftNoteView(request, draft));
  }),
  route(endpoints.deleteDraftNote, (call, args) => {
    const { request, user } = onLooker(call, args);
    const index = request.drafts.findIndex(
      ({ id, author }) => author === user && id === Number(args.draft_note_id),
    );
    if (index < 0) throw refuse.missing('DraftNote');
    request.drafts.splice(index, 1);
    return NO_CONTENT;
  }),
  route(endpoints.publishDraftNotes, (call, args) => {
    const { request, user } = speaker(call, args);
    publishDrafts(call.world, request, user);
    return NO_CONTENT;
  }),
];
