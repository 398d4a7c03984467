import { awardEmojiSchema } from '../../schemas/award-emoji';
import { endpoint, list, nothing, one } from '../endpoint';
import { integer, required, string } from '../params';

// Emoji on the notes of merge requests: additional endpoints (server-behavior.md#core-and-additional-endpoints).

/** `GET …/notes/:note_id/award_emoji`. */
export const listNoteAwards = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji',
  query: { page: integer, per_page: integer },
  response: list(awardEmojiSchema),
  pages: ['offset'],
});

/** `POST …/notes/:note_id/award_emoji`: adds an emoji by name; 404 if it was already added. */
export const addNoteAward = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji',
  body: { name: required(string) },
  response: one(awardEmojiSchema),
  success: [201],
});

/** `DELETE …/notes/:note_id/award_emoji/:award_id`: removes one of the user's own emoji. */
export const removeNoteAward = endpoint({
  method: 'DELETE',
  path: '/projects/:id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji/:award_id',
  response: nothing,
  success: [204],
});
