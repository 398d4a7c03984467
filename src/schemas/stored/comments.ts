import * as z from 'zod/mini';
import { sentPositionSchema } from '../discussion';
import { verdictSchema } from '../verdict';
import { lenient, storedList, storedMergeRequestKey, trueOrFalse } from './stored-value';

const rangeEnd = z.object({ line_code: z.string(), type: z.enum(['old', 'new']) });

const commentPosition = z.extend(sentPositionSchema, {
  base_sha: z.string(),
  start_sha: z.string(),
  head_sha: z.string(),
  /** Only stored by newer versions. */
  position_type: lenient(z.enum(['text', 'file', 'image'])),
  old_path: z.string(),
  new_path: z.string(),
  line_range: lenient(z.object({ start: rangeEnd, end: rangeEnd })),
});

/** A place in an image, and the size of the image, in pixels. */
const imagePlace = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A comment that no server has confirmed. */
const commentSchema = z.object({
  id: z.string(),
  mergeRequest: storedMergeRequestKey,
  at: z.number(),
  body: z.string(),
  draft: trueOrFalse,
  thread: trueOrFalse,
  discussion: lenient(z.string()),
  note: lenient(z.number()),
  resolve: trueOrFalse,
  internal: trueOrFalse,
  /** For an edit: the text that the user started from. */
  was: lenient(z.string()),
  position: lenient(commentPosition),
  why: lenient(z.string()),
  unconfirmed: trueOrFalse,
  newest: lenient(z.number()),
});
export type StoredComment = z.infer<typeof commentSchema>;
export type StoredCommentPosition = z.infer<typeof commentPosition>;

export const storedCommentsSchema = storedList(commentSchema);

/** A comment that isn't sent yet. */
const unfinishedSchema = z.object({
  mergeRequest: storedMergeRequestKey,
  name: z.string(),
  text: z.string(),
  was: lenient(z.string()),
  internal: trueOrFalse,
  /** Only for the summary of a review. */
  verdict: lenient(verdictSchema),
  /** Only for a comment on an image. */
  image: lenient(imagePlace),
  box: lenient(
    z.object({
      path: z.string(),
      side: z.enum(['old', 'new']),
      start: z.number(),
      end: z.number(),
      closed: trueOrFalse,
    }),
  ),
});

export const unfinishedCommentsSchema = storedList(unfinishedSchema);
