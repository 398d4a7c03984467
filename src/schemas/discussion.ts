import * as z from 'zod/mini';
import { userSchema } from './user';
import { datetime, flag, optionalNumber, optionalText } from './wire';

const lineSchema = z.looseObject({
  line_code: optionalText,
  type: optionalText,
  old_line: optionalNumber,
  new_line: optionalNumber,
});

/** Where in a diff a comment stands; lines are null on the side on which there is none. All beyond the description. */
const positionSchema = z.looseObject({
  base_sha: optionalText,
  start_sha: optionalText,
  head_sha: optionalText,
  position_type: optionalText,
  old_path: optionalText,
  new_path: optionalText,
  old_line: optionalNumber,
  new_line: optionalNumber,
  line_range: z.nullish(z.looseObject({ start: z.nullish(lineSchema), end: z.nullish(lineSchema) })),
});

export const noteSchema = z.looseObject({
  id: z.number(),
  type: optionalText,
  body: z.string(),
  author: z.nullish(userSchema),
  created_at: datetime,
  updated_at: datetime,
  system: flag,
  resolvable: flag,
  resolved: flag,
  resolved_by: z.nullish(userSchema),
  resolved_at: datetime,
  position: z.nullish(positionSchema),
});

export const discussionSchema = z.looseObject({
  id: z.string(),
  individual_note: flag,
  notes: z.array(noteSchema),
});

export const draftNoteSchema = z.looseObject({
  id: z.number(),
  author_id: optionalNumber,
  merge_request_id: optionalNumber,
  discussion_id: optionalText,
  resolve_discussion: flag,
  note: z.string(),
  position: z.nullish(positionSchema),
});
