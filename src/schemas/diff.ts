import * as z from 'zod/mini';
import { sentMergeRequestSchema } from './merge-request';
import { asNewer } from './older-merge-request';
import { datetime, flag, numberOrText, optionalNumber, optionalText } from './wire';

/** One commit of a merge request (server-behavior.md#commits-of-a-merge-request). */
export const commitSchema = z.looseObject({
  id: z.string(),
  short_id: optionalText,
  title: optionalText,
  author_name: optionalText,
  author_email: optionalText,
  created_at: datetime,
  message: optionalText,
  web_url: optionalText,
});

/**
 * The change of one file (server-behavior.md#diff-entries). `generated_file` only from the diffs endpoint, and behind a
 * flag.
 */
export const diffEntrySchema = z.looseObject({
  old_path: z.string(),
  new_path: z.string(),
  a_mode: optionalText,
  b_mode: optionalText,
  diff: z.pipe(
    optionalText,
    z.transform((diff) => diff ?? ''),
  ),
  new_file: flag,
  renamed_file: flag,
  deleted_file: flag,
  generated_file: flag,
  // Newer servers tell so of diffs that they leave out (server-behavior.md#diff-entries).
  collapsed: flag,
  too_large: flag,
});

/**
 * The deprecated changes answer: a merge request with its diffs; `overflow` where limits cut them
 * (server-behavior.md#diff-limits).
 */
export const changesSchema = z.pipe(
  z.extend(sentMergeRequestSchema, {
    changes: z.array(diffEntrySchema),
    overflow: flag,
  }),
  z.transform(asNewer),
);

/** A version of a merge request's diff: base is the merge base, head the source branch, start the target branch then. */
export const diffVersionSchema = z.looseObject({
  id: z.number(),
  head_commit_sha: optionalText,
  base_commit_sha: optionalText,
  start_commit_sha: optionalText,
  created_at: datetime,
  merge_request_id: optionalNumber,
  state: optionalText,
  real_size: numberOrText,
  patch_id_sha: optionalText,
});

/** One version with its commits and diffs. */
export const singleDiffVersionSchema = z.extend(diffVersionSchema, {
  commits: z.array(commitSchema),
  diffs: z.array(diffEntrySchema),
});
