import * as z from 'zod/mini';
import { lenient } from './stored/stored-value';
import { userSchema } from './user';
import { datetime, elements, flag, optionalFlag, optionalNumber, optionalText, part } from './wire';

const lineSchema = z.looseObject({
  line_code: optionalText,
  type: optionalText,
  old_line: optionalNumber,
  new_line: optionalNumber,
});

/** The position of a comment in a diff. Lines are null on a side that doesn't contain the line. */
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

const nonEmptyText = z.string().check(z.minLength(1));
const sentLineSchema = z.object({ line_code: nonEmptyText, type: lenient(z.enum(['old', 'new'])) });

/** The supported fields of a position in a request, read from a position that a server sent: without `null`. */
export const sentPositionSchema = z.object({
  base_sha: nonEmptyText,
  start_sha: nonEmptyText,
  head_sha: nonEmptyText,
  position_type: z.enum(['text', 'image', 'file']),
  old_path: lenient(z.string()),
  new_path: lenient(z.string()),
  old_line: lenient(z.number()),
  new_line: lenient(z.number()),
  line_range: lenient(z.object({ start: sentLineSchema, end: sentLineSchema })),
  width: lenient(z.number()),
  height: lenient(z.number()),
  x: lenient(z.number()),
  y: lenient(z.number()),
});

/** A suggested change in a comment. Line numbers refer to the file at the comment's position. */
export const suggestionSchema = z.looseObject({
  id: z.number(),
  from_line: optionalNumber,
  to_line: optionalNumber,
  appliable: optionalFlag,
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
  internal: optionalFlag,
  resolvable: flag,
  resolved: flag,
  resolved_by: part(userSchema),
  resolved_at: datetime,
  position: part(positionSchema),
  suggestions: part(z.array(suggestionSchema)),
});

/** The response to a comment that consists only of quick actions. No note was created. */
const quickActionsSchema = z.pipe(
  z.looseObject({ commands_changes: z.record(z.string(), z.unknown()) }),
  z.transform(() => undefined),
);

/** The created note; undefined if the comment consisted only of quick actions. */
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
