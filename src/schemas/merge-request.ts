import * as z from 'zod/mini';
import { withNewerFields } from './older-merge-request';
import { pipelineDetailSchema, pipelineSchema } from './pipeline';
import { userSchema } from './user';
import {
  datetime,
  flag,
  numberOrText,
  optionalFlag,
  optionalNumber,
  optionalText,
  part,
  partElements,
} from './wire';

/** See server-behavior.md#merge-request-states. */
export const MERGE_REQUEST_STATES = ['opened', 'closed', 'merged', 'locked'] as const;

/**
 * Values of detailed_merge_status (server-behavior.md#detailed-merge-status). The last value has a neutral
 * word instead of a brand name. Servers may send it with the brand name, or newer values that aren't listed
 * here; both are accepted as text.
 */
export const DETAILED_MERGE_STATUSES = [
  'blocked_status',
  'broken_status',
  'checking',
  'unchecked',
  'ci_must_pass',
  'ci_still_running',
  'discussions_not_resolved',
  'draft_status',
  'external_status_checks',
  'mergeable',
  'not_approved',
  'not_open',
  'policies_denied',
  'tracker_association_missing',
] as const;

export const milestoneSchema = z.looseObject({
  id: z.number(),
  iid: optionalNumber,
  project_id: optionalNumber,
  title: z.string(),
  description: optionalText,
  state: optionalText,
  created_at: datetime,
  updated_at: datetime,
  due_date: optionalText,
  start_date: optionalText,
  web_url: optionalText,
});

/** Times are in seconds. The human-readable times are null if there is no time. */
export const timeStatsSchema = z.looseObject({
  time_estimate: z.number(),
  total_time_spent: z.number(),
  human_time_estimate: optionalText,
  human_total_time_spent: optionalText,
});

/** The name of a label, or an object if the request has `with_labels_details`. */
const labelSchema = z.union([
  z.string(),
  z.looseObject({
    name: z.string(),
    color: optionalText,
    description: optionalText,
    description_html: optionalText,
    text_color: optionalText,
  }),
]);

/** Null, or with null members, right after a merge request is created. */
const diffRefsSchema = z.looseObject({
  base_sha: optionalText,
  head_sha: optionalText,
  start_sha: optionalText,
});

const users = partElements(userSchema);

/**
 * The fields of `view=simple`, which all responses with merge requests contain
 * (server-behavior.md#merge-request-fields).
 */
const simpleMergeRequestSchema = z.looseObject({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: optionalText,
  state: z.string(),
  created_at: datetime,
  updated_at: datetime,
  web_url: optionalText,
});

/**
 * A merge request as sent by servers of any version. Fields that only some responses or versions contain can
 * be absent.
 */
export const sentMergeRequestSchema = z.extend(simpleMergeRequestSchema, {
  source_project_id: optionalNumber,
  target_project_id: optionalNumber,
  merged_at: datetime,
  closed_at: datetime,
  prepared_at: datetime,
  merge_user: part(userSchema),
  merged_by: part(userSchema),
  closed_by: part(userSchema),
  author: part(userSchema),
  assignee: part(userSchema),
  assignees: users,
  reviewers: users,
  source_branch: optionalText,
  target_branch: optionalText,
  upvotes: optionalNumber,
  downvotes: optionalNumber,
  labels: partElements(labelSchema),
  draft: flag,
  work_in_progress: flag,
  milestone: part(milestoneSchema),
  merge_when_pipeline_succeeds: flag,
  merge_status: optionalText,
  detailed_merge_status: optionalText,
  merge_error: optionalText,
  sha: optionalText,
  merge_commit_sha: optionalText,
  squash_commit_sha: optionalText,
  user_notes_count: optionalNumber,
  discussion_locked: flag,
  should_remove_source_branch: optionalFlag,
  force_remove_source_branch: flag,
  allow_collaboration: flag,
  allow_maintainer_to_push: flag,
  reference: optionalText,
  references: part(z.looseObject({ short: optionalText, relative: optionalText, full: optionalText })),
  time_stats: part(timeStatsSchema),
  squash: flag,
  /** Whether a merge squashes, after the rule of the project. Absent on older servers. */
  squash_on_merge: optionalFlag,
  task_completion_status: part(z.looseObject({ count: z.number(), completed_count: z.number() })),
  has_conflicts: flag,
  blocking_discussions_resolved: optionalFlag,
  approvals_before_merge: optionalNumber,
  subscribed: optionalFlag,
  // A text (`1000+` if there are more; server-behavior.md#merge-request-fields). Some servers send a number.
  changes_count: numberOrText,
  latest_build_started_at: datetime,
  latest_build_finished_at: datetime,
  first_deployed_to_production_at: datetime,
  pipeline: part(pipelineSchema),
  head_pipeline: part(pipelineDetailSchema),
  diff_refs: part(diffRefsSchema),
  first_contribution: optionalFlag,
  user: part(z.looseObject({ can_merge: optionalFlag })),
  diverged_commits_count: optionalNumber,
  rebase_in_progress: flag,
  title_html: optionalText,
  description_html: optionalText,
});

/**
 * A merge request (server-behavior.md#merge-request-fields), from a list or a single request. Fields that
 * lists or `view=simple` omit, or that require a parameter, can be absent.
 */
export const mergeRequestSchema = z.pipe(sentMergeRequestSchema, z.transform(withNewerFields));
export type MergeRequest = z.infer<typeof mergeRequestSchema>;

/** The review state of a reviewer. Observed values: unreviewed, reviewed (server-behavior.md#reviewers). */
export const reviewerEntrySchema = z.looseObject({
  user: userSchema,
  state: z.string(),
  created_at: datetime,
});
export type ReviewerEntry = z.infer<typeof reviewerEntrySchema>;

export const mergeRefSchema = z.looseObject({ commit_id: z.string() });

/** The response to a rebase, and the fields of a merge request that contain its result. */
export const rebaseStatusSchema = z.looseObject({ rebase_in_progress: flag, merge_error: optionalText });

/** A pipeline in a merge request's list of pipelines. */
export const pipelineSummarySchema = pipelineSchema;

/**
 * The response to canceling auto-merge (server-behavior.md#cancel-auto-merge). Documented as a merge request.
 * The source code of the server returns a status, on failure too: then the response is also a 201, which the
 * client converts to the error that it contains.
 */
export const autoMergeCanceledSchema = z.union([
  mergeRequestSchema,
  z.looseObject({ status: z.string(), message: optionalText }),
]);
