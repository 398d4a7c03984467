import * as z from 'zod/mini';
import { userSchema } from './user';
import { datetime, elements, optionalText } from './wire';

/** An emoji that somebody gave to a note, as the REST interface has it. */
export const awardEmojiSchema = z.looseObject({
  id: z.number(),
  /** Such as `thumbsup`. */
  name: z.string(),
  user: z.nullish(userSchema),
  created_at: datetime,
});

/** The same as GraphQL has it: with the character, without an id. Names are those of GraphQL. */
const givenSchema = z.looseObject({
  name: z.string(),
  /** Null for emoji of a group's own. */
  emoji: optionalText,
  user: z.nullish(z.looseObject({ username: z.string(), name: optionalText })),
});

/** Notes of a merge request with what was given to them; `id` is such as `gid://gitlab/DiffNote/12`. */
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
