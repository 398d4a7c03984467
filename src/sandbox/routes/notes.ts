import { endpoint, list, nothing, one } from '../../api/endpoint';
import { createNote } from '../../api/endpoints/discussions';
import { integer, oneOf, required, string } from '../../api/params';
import { noteSchema } from '../../schemas/discussion';
import { offsetPage } from '../http/pagination';
import { json, NO_CONTENT, refuse } from '../http/reply';
import { route } from '../http/route';
import { noteView } from '../views/discussion';
import { changeText, comment, removeNote } from '../world/merge-requests/comments';
import type { Discussion, Note } from '../world/merge-requests/discussions';
import type { MergeRequest } from '../world/merge-requests/model';
import {
  isForReviewers,
  type QuickAction,
  readQuickActions,
  runQuickActions,
} from '../world/merge-requests/quick-actions';
import {
  checkInternal,
  checkText,
  mayReadInternal,
  requireCommentAccess,
  requireNoteOwner,
  visibleDiscussions,
} from './comment-access';
import { mayEdit, mergeRequestOf } from './merge-request-access';

const NOTES = '/projects/:id/merge_requests/:merge_request_iid/notes';
const NOTE = '/projects/:id/merge_requests/:merge_request_iid/notes/:note_id';

// Not used by the extension, which reads and writes threads. These endpoints return the same notes without
// threads.
const listNotes = endpoint({
  method: 'GET',
  path: NOTES,
  query: {
    page: integer,
    per_page: integer,
    order_by: oneOf(['created_at', 'updated_at']),
    sort: oneOf(['asc', 'desc']),
  },
  response: list(noteSchema),
  pages: ['offset'],
});
const getNote = endpoint({ method: 'GET', path: NOTE, response: one(noteSchema) });
const editNote = endpoint({
  method: 'PUT',
  path: NOTE,
  body: { body: required(string) },
  response: one(noteSchema),
});
const deleteNote = endpoint({ method: 'DELETE', path: NOTE, response: nothing, success: [204] });

/** A note with its thread. */
interface Placed {
  readonly discussion: Discussion;
  readonly note: Note;
}

const notesOf = (discussions: readonly Discussion[]): Placed[] =>
  discussions.flatMap((discussion) => discussion.notes.map((note) => ({ discussion, note })));

function placed(request: MergeRequest, id: string | number): Placed {
  const found = notesOf(request.discussions).find(({ note }) => note.id === Number(id));
  if (found === undefined) throw refuse.missing('Note');
  return found;
}

const notApplied = (actions: readonly QuickAction[]): string =>
  actions.map(({ name }) => `Could not apply ${name} command.`).join(', ');

/** Individual comments on merge requests. */
export const noteRoutes = [
  route(
    listNotes,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const timeOf = ({ note }: Placed): number =>
        args.order_by === 'updated_at' ? note.updatedAt : note.at;
      const found = notesOf(visibleDiscussions(call, request)).sort(
        (a, b) => timeOf(a) - timeOf(b) || a.note.id - b.note.id,
      );
      return offsetPage(call, args, args.sort === 'asc' ? found : found.reverse(), ({ discussion, note }) =>
        noteView(call, request, discussion, note),
      );
    },
    'anyone',
  ),
  route(
    getNote,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const { discussion, note } = placed(request, args.note_id);
      if (note.internal && !mayReadInternal(call, request)) throw refuse.missing('Note');
      return json(200, noteView(call, request, discussion, note));
    },
    'anyone',
  ),
  route(createNote, (call, args) => {
    const { request, user } = requireCommentAccess(call, args);
    checkText(args.body);
    const { actions, text } = readQuickActions(args.body, call.ignores);
    if (actions.length > 0) {
      const refused = mayEdit(call, request) ? [] : actions.filter((action) => !isForReviewers(action));
      if (refused.length > 0) throw refuse.badRequest(notApplied(refused));
      const summary = runQuickActions(call.world, request, user, actions);
      if (text === '') return json(202, { commands_changes: {}, summary });
    }
    const internal = checkInternal(call, request, args);
    const { discussion, note } = comment(call.world, request, { author: user, body: text, internal });
    return json(201, noteView(call, request, discussion, note));
  }),
  route(editNote, (call, args) => {
    const { request } = requireCommentAccess(call, args);
    const { discussion, note } = placed(request, args.note_id);
    requireNoteOwner(call, request, note);
    checkText(args.body);
    changeText(call.world, note, args.body);
    return json(200, noteView(call, request, discussion, note));
  }),
  route(deleteNote, (call, args) => {
    const { request } = requireCommentAccess(call, args);
    const { discussion, note } = placed(request, args.note_id);
    requireNoteOwner(call, request, note);
    removeNote(request, discussion, note);
    return NO_CONTENT;
  }),
];
