import * as z from 'zod/mini';
import { awardedNotesSchema } from '../../schemas/award-emoji';
import { integer, required, string } from '../params';
import { query } from '../query';

/**
 * Emoji that were given to the notes of a merge request: all of a hundred notes at once, while the REST interface
 * tells them of one note at a time. `after` is the `endCursor` of the page before.
 */
export const listNoteReactions = query({
  name: 'noteReactions',
  text: `query noteReactions($fullPath: ID!, $iid: String!, $first: Int, $after: String) {
  project(fullPath: $fullPath) { mergeRequest(iid: $iid) { notes(first: $first, after: $after) {
    nodes { id awardEmoji { nodes { name emoji user { username name } } } }
    pageInfo { hasNextPage endCursor } } } } }`,
  variables: { fullPath: required(string), iid: required(string), first: integer, after: string },
  data: z.looseObject({
    project: z.nullish(
      z.looseObject({ mergeRequest: z.nullish(z.looseObject({ notes: z.nullish(awardedNotesSchema) })) }),
    ),
  }),
});
