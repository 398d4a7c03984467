import { endpoint, one } from '../../api/endpoint';
import * as endpoints from '../../api/endpoints/award-emoji';
import { awardEmojiSchema } from '../../schemas/award-emoji';
import type { Call } from '../http/call';
import { signedIn } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, NO_CONTENT, refuse } from '../http/reply';
import { route } from '../http/route';
import { isoTime } from '../views/time';
import { userView } from '../views/user';
import { award } from '../world/merge-requests/comments';
import type { Award, Note } from '../world/merge-requests/discussions';
import { EMOJI } from '../world/merge-requests/emoji';
import { requireCommentAccess } from './comment-access';
import { mergeRequestOf } from './merge-request-access';

// Not used by the extension, which fetches the reactions to all comments with GraphQL.
const getNoteAward = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji/:award_id',
  response: one(awardEmojiSchema),
});

interface Args {
  readonly id: string | number;
  readonly merge_request_iid: string | number;
  readonly note_id: string | number;
}

/** Returns a note. System notes can't have reactions. */
function noteOf(call: Call, args: Args): Note {
  const notes = mergeRequestOf(call, args).discussions.flatMap((discussion) => discussion.notes);
  const found = notes.find(({ id, system }) => id === Number(args.note_id) && !system);
  if (found === undefined) throw refuse.missing('Note');
  return found;
}

function awardOf(note: Note, id: string | number): Award {
  const found = note.awards.find((each) => each.id === Number(id));
  if (found === undefined) throw refuse.missing('Award Emoji');
  return found;
}

const awardView = ({ base }: Call, note: Note, { id, name, user, at }: Award) => ({
  id,
  name,
  user: userView(user, base),
  created_at: isoTime(at),
  updated_at: isoTime(at),
  awardable_id: note.id,
  awardable_type: 'Note',
  url: null,
});

/** Reactions to comments on merge requests. */
export const awardEmojiRoutes = [
  route(
    endpoints.listNoteAwards,
    (call, args) => {
      const note = noteOf(call, args);
      return offsetPage(call, args, note.awards, (each) => awardView(call, note, each));
    },
    'anyone',
  ),
  route(
    getNoteAward,
    (call, args) => {
      const note = noteOf(call, args);
      return json(200, awardView(call, note, awardOf(note, args.award_id)));
    },
    'anyone',
  ),
  route(endpoints.addNoteAward, (call, args) => {
    const note = noteOf(call, args);
    const { user } = requireCommentAccess(call, args);
    if (!Object.hasOwn(EMOJI, args.name)) throw refuse.missing('Award Emoji Name is not a valid emoji name');
    const given = award(call.world, note, user, args.name);
    if (given === undefined) throw refuse.missing('Award Emoji Name has already been taken');
    return json(201, awardView(call, note, given));
  }),
  route(endpoints.removeNoteAward, (call, args) => {
    const note = noteOf(call, args);
    const given = awardOf(note, args.award_id);
    // The real service responds with 401 if the reaction was added by another user.
    if (given.user !== signedIn(call)) throw refuse.unauthorized();
    note.awards.splice(note.awards.indexOf(given), 1);
    return NO_CONTENT;
  }),
];
