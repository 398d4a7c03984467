import * as z from 'zod/mini';
import { awardedNotesSchema } from '../../schemas/award-emoji';
import { integer, required, string } from '../params';
import { query } from '../query';

/**
 * The emoji reactions to up to 100 notes of a merge request at once. The REST API returns them only for a
 * single note. `after` is the `endCursor` of the previous page.
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
