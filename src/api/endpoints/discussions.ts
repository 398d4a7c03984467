import { discussionSchema, draftNoteSchema, madeNoteSchema, noteSchema } from '../../schemas/discussion';
import { endpoint, list, nothing, one } from '../endpoint';
import { boolean, hash, integer, oneOf, required, string } from '../params';

// Comments of merge requests: additional endpoints (server-behavior.md#discussions).

const page = { page: integer, per_page: integer };

/** Its numbers are documented too, but a request with them is refused: `must be a valid json schema`. */
const line = hash({ line_code: required(string), type: oneOf(['old', 'new']) });

/** Where a comment stands: three shas, the paths, and a line on one side or, for an unchanged line, on both. */
const position = hash({
  base_sha: required(string),
  start_sha: required(string),
  head_sha: required(string),
  position_type: required(oneOf(['text', 'image', 'file'])),
  old_path: string,
  new_path: string,
  old_line: integer,
  new_line: integer,
  line_range: hash({ start: line, end: line }),
  /** Of a place in an image. */
  width: integer,
  height: integer,
  x: integer,
  y: integer,
});

/** `GET …/discussions`. */
export const listDiscussions = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions',
  query: page,
  response: list(discussionSchema),
  pages: ['offset'],
});

/** `POST …/discussions`: a thread, on the merge request or with a position in its diff. */
export const createDiscussion = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions',
  body: { body: required(string), position },
  response: one(discussionSchema),
  success: [201],
});

/** `POST …/notes`: a comment that is no thread: nobody has to resolve it. 202 where it held quick actions alone. */
export const createNote = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/notes',
  body: { body: required(string) },
  response: one(madeNoteSchema),
  success: [201],
});

/** `PUT …/discussions/:discussion_id`: resolves or reopens a thread. */
export const resolveDiscussion = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id',
  body: { resolved: required(boolean) },
  response: one(discussionSchema),
});

/** `POST …/discussions/:discussion_id/notes`: a reply. */
export const createReply = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes',
  body: { body: required(string) },
  response: one(noteSchema),
  success: [201],
});

/** `PUT …/discussions/:discussion_id/notes/:note_id`: changes the text of a note, or resolves it; not both. */
export const editNote = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes/:note_id',
  body: { body: string, resolved: boolean },
  exclusive: [['body', 'resolved']],
  atLeastOne: true,
  response: one(noteSchema),
});

/** `DELETE …/discussions/:discussion_id/notes/:note_id`. */
export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes/:note_id',
  response: nothing,
  success: [204],
});

/** `GET …/draft_notes`: the caller's own. */
export const listDraftNotes = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/draft_notes',
  query: page,
  response: list(draftNoteSchema),
  pages: ['offset'],
});

/** `POST …/draft_notes`. */
export const createDraftNote = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/draft_notes',
  body: { note: required(string), in_reply_to_discussion_id: string, resolve_discussion: boolean, position },
  response: one(draftNoteSchema),
  success: [201],
});

/** `PUT …/draft_notes/:draft_note_id`: changes the text of a draft. Without `position` it loses its place in the diff. */
export const editDraftNote = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id',
  body: { note: required(string), position },
  response: one(draftNoteSchema),
});

/** `DELETE …/draft_notes/:draft_note_id`. */
export const deleteDraftNote = endpoint({
  method: 'DELETE',
  path: '/projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id',
  response: nothing,
  success: [204],
});

/** `POST …/draft_notes/bulk_publish`: makes notes of all drafts of the caller. */
export const publishDraftNotes = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/draft_notes/bulk_publish',
  response: nothing,
  success: [204],
});
