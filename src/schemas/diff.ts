import * as z from 'zod/mini';
import { sentMergeRequestSchema } from './merge-request';
import { withNewerFields } from './older-merge-request';
import { datetime, flag, numberOrText, optionalNumber, optionalText } from './wire';

/** A commit of a merge request (server-behavior.md#commits-of-a-merge-request). */
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
 * The changes of a file (server-behavior.md#diff-entries). Only the diffs endpoint returns `generated_file`,
 * behind a feature flag.
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
  // True for omitted diffs, on newer servers only (server-behavior.md#diff-entries).
  collapsed: flag,
  too_large: flag,
});

/**
 * The response of the deprecated changes endpoint: a merge request with its diffs. `overflow` is true if diff
 * limits were exceeded (server-behavior.md#diff-limits).
 */
export const changesSchema = z.pipe(
  z.extend(sentMergeRequestSchema, {
    changes: z.array(diffEntrySchema),
    overflow: flag,
  }),
  z.transform(withNewerFields),
);

/**
 * A version of a merge request's diff: `base` is the merge base, `head` the head of the source branch, and
 * `start` the head of the target branch at that time (server-behavior.md#diff-versions).
 */
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

/** A single version, with its commits and diffs. */
export const singleDiffVersionSchema = z.extend(diffVersionSchema, {
  commits: z.array(commitSchema),
  diffs: z.array(diffEntrySchema),
});
