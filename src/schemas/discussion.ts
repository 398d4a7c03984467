import * as z from 'zod/mini';
import { userSchema } from './user';
import { datetime, elements, flag, optionalNumber, optionalText, part } from './wire';

const lineSchema = z.looseObject({
  line_code: optionalText,
  type: optionalText,
  old_line: optionalNumber,
  new_line: optionalNumber,
});

/** Where in a diff a comment stands; lines are null on the side on which there is none. */
export const positionSchema = z.looseObject({
  base_sha: optionalText,
  start_sha: optionalText,
  head_sha: optionalText,
  position_type: optionalText,
  old_path: optionalText,
  new_path: optionalText,
  old_line: optionalNumber,
  new_line: optionalNumber,
  width: optionalNumber,
  height: optionalNumber,
  x: optionalNumber,
  y: optionalNumber,
  line_range: part(z.looseObject({ start: part(lineSchema), end: part(lineSchema) })),
});

/** A change that a comment suggests. Lines are those of the file at the comment's position. */
const suggestionSchema = z.looseObject({
  id: z.number(),
  from_line: optionalNumber,
  to_line: optionalNumber,
  appliable: flag,
  applied: flag,
  from_content: optionalText,
  to_content: optionalText,
});

export const noteSchema = z.looseObject({
  id: z.number(),
  type: optionalText,
  body: z.pipe(
    optionalText,
    z.transform((body) => body ?? ''),
  ),
  author: part(userSchema),
  created_at: datetime,
  updated_at: datetime,
  system: flag,
  resolvable: flag,
  resolved: flag,
  resolved_by: part(userSchema),
  resolved_at: datetime,
  position: part(positionSchema),
  suggestions: part(z.array(suggestionSchema)),
});

/** What a comment that held quick actions alone is answered with: no note was made. */
const quickActionsSchema = z.pipe(
  z.looseObject({ commands_changes: z.record(z.string(), z.unknown()) }),
  z.transform(() => undefined),
);

/** A note that was made; undefined where only quick actions were run. */
export const madeNoteSchema = z.union([noteSchema, quickActionsSchema]);

export const discussionSchema = z.looseObject({
  id: z.string(),
  individual_note: flag,
  notes: elements(noteSchema),
});

export const draftNoteSchema = z.looseObject({
  id: z.number(),
  author_id: optionalNumber,
  merge_request_id: optionalNumber,
  discussion_id: optionalText,
  resolve_discussion: flag,
  note: z.string(),
  position: part(positionSchema),
});
