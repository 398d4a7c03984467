import * as z from 'zod/mini';
import { userSchema } from './user';
import { datetime, elements, optionalText } from './wire';

/** An emoji on a note, as returned by the REST API. */
export const awardEmojiSchema = z.looseObject({
  id: z.number(),
  /** For example `thumbsup`. */
  name: z.string(),
  user: z.nullish(userSchema),
  created_at: datetime,
});

/** An emoji as returned by GraphQL: with the character, without an ID. Field names are those of GraphQL. */
const givenSchema = z.looseObject({
  name: z.string(),
  /** Null for custom emoji of a group. */
  emoji: optionalText,
  user: z.nullish(z.looseObject({ username: z.string(), name: optionalText })),
});

/**
 * Notes of a merge request with their emoji. `id` is a global ID, for example `gid://gitlab/DiffNote/12`.
 */
export const awardedNotesSchema = z.looseObject({
  nodes: z.nullish(
    elements(
      z.nullish(
        z.looseObject({
          id: z.string(),
          awardEmoji: z.nullish(z.looseObject({ nodes: z.nullish(elements(z.nullish(givenSchema))) })),
        }),
      ),
    ),
  ),
  pageInfo: z.looseObject({ hasNextPage: z.boolean(), endCursor: optionalText }),
});
export type AwardedNotes = z.infer<typeof awardedNotesSchema>;
