import { discussionSchema, draftNoteSchema, madeNoteSchema, noteSchema } from '../../schemas/discussion';
import { endpoint, list, nothing, one } from '../endpoint';
import { boolean, hash, integer, oneOf, required, string } from '../params';

// Comments of merge requests: additional endpoints (server-behavior.md#discussions).

const page = { page: integer, per_page: integer };

/** Line numbers are documented too, but requests with them are rejected: `must be a valid json schema`. */
const line = hash({ line_code: required(string), type: oneOf(['old', 'new']) });

/**
 * The position of a comment: three SHAs, the paths, and a line on one side or, for an unchanged line, on
 * both.
 */
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
  /** For positions in images. */
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

/**
 * `POST …/discussions`: creates a thread, for the merge request or at a position in its diff. Servers before GitLab 16.9
 * ignore `internal`, and publish the comment.
 */
export const createDiscussion = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions',
  body: { body: required(string), position, internal: boolean },
  response: one(discussionSchema),
  success: [201],
});

/**
 * `POST …/notes`: adds a comment without a thread, which doesn't have to be resolved. 202 if it consists only
 * of quick actions. Servers before GitLab 16.9 ignore `internal`, and publish the comment.
 */
export const createNote = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/notes',
  body: { body: required(string), internal: boolean },
  response: one(madeNoteSchema),
  success: [201],
});

/** `PUT …/discussions/:discussion_id`: resolves or unresolves a thread. */
export const resolveDiscussion = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id',
  body: { resolved: required(boolean) },
  response: one(discussionSchema),
});

/** `POST …/discussions/:discussion_id/notes`: replies to a thread. */
export const createReply = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes',
  body: { body: required(string) },
  response: one(noteSchema),
  success: [201],
});

/**
 * `PUT …/discussions/:discussion_id/notes/:note_id`: changes the text of a note or resolves it, but not both.
 */
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

/** `GET …/draft_notes`: the pending comments of the current user. */
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

/**
 * `PUT …/draft_notes/:draft_note_id`: changes the text of a draft. Without `position`, the draft loses its
 * position in the diff.
 */
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

/**
 * `POST …/draft_notes/bulk_publish`: publishes all drafts of the current user. Newer servers also add a comment
 * and set the user's reviewer state; older ones ignore these parameters (server-behavior.md#submit-review).
 */
export const publishDraftNotes = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/draft_notes/bulk_publish',
  body: { note: string, internal: boolean, reviewer_state: oneOf(['reviewed', 'requested_changes']) },
  response: nothing,
  success: [204],
});
