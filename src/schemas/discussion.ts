import * as z from 'zod/mini';
import { userSchema } from './user';
import { datetime, flag, optionalNumber, optionalText, part } from './wire';

const lineSchema = z.looseObject({
  line_code: optionalText,
  type: optionalText,
  old_line: optionalNumber,
  new_line: optionalNumber,
});

/** Where in a diff a comment stands; lines are null on the side on which there is none. All beyond the description. */
export const positionSchema = z.looseObject({
  base_sha: optionalText,
  start_sha: optionalText,
  head_sha: optionalText,
  position_type: optionalText,
  old_path: optionalText,
  new_path: optionalText,
  old_line: optionalNumber,
  new_line: optionalNumber,
  line_range: part(z.looseObject({ start: part(lineSchema), end: part(lineSchema) })),
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
  position: part(positionSchema),
});
