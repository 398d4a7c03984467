import type * as z from 'zod/mini';
import type { mergeRequestSchema } from '../../schemas/merge-request';
import { type Call, userOf } from '../http/call';
import { allResolved } from '../world/merge-requests/discussions';
import { squashes } from '../world/merge-requests/merge-settings';
import { conflictsOf, detailedStatusOf, mergeStatusOf } from '../world/merge-requests/mergeability';
import { isDraft, type MergeRequest } from '../world/merge-requests/model';
import { headPipelineOf } from '../world/merge-requests/pipelines-of';
import { mayMerge, rulesOf } from '../world/merge-requests/rules';
import { isSubscribed } from '../world/merge-requests/subscriptions';
import { diffRangeOf } from '../world/merge-requests/versions';
import { changedFiles } from '../world/repositories/diff';
import { labelView, milestoneView, tasksView, timeStatsView } from './merge-request-parts';
import { pipelineDetailView, pipelineView } from './pipeline';
import { isoTime } from './time';
import { userView } from './user';

/** Options for the format of a merge request. */
export interface MergeRequestViewOptions {
  readonly labelDetails?: boolean | undefined;
  /** The path of a group or project to which `references.relative` is relative. */
  readonly from?: string | undefined;
}

export const mergeRequestAddress = ({ project, iid }: MergeRequest, base: string): string =>
  `${base}/${project.path}/-/merge_requests/${iid}`;

/** The reduced form of `view=simple` (server-behavior.md#merge-request-fields). */
export function simpleView({ base }: Call, request: MergeRequest): z.input<typeof mergeRequestSchema> {
  const { id, iid, project, title, description, state, createdAt, updatedAt } = request;
  return {
    id,
    iid,
    project_id: project.id,
    title,
    description,
    state,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
    web_url: mergeRequestAddress(request, base),
  };
}

/** A merge request in the format of lists (server-behavior.md#merge-request-fields). */
export function mergeRequestView(
  call: Call,
  request: MergeRequest,
  options: MergeRequestViewOptions = {},
): z.input<typeof mergeRequestSchema> {
  const { world, base } = call;
  const { project, autoMerge, mergeUser, closedBy } = request;
  const assignees = request.assignees.map((user) => userView(user, base));
  const votes = (emoji: string): number => request.reactions.filter((one) => one.emoji === emoji).length;
  const merger = mergeUser ?? autoMerge?.user;
  const draft = isDraft(request);
  const status = mergeStatusOf(world, request);
  return {
    ...simpleView(call, request),
    source_project_id: request.source.id,
    target_project_id: project.id,
    source_branch: request.sourceBranch,
    target_branch: request.targetBranch,
    merged_at: isoTime(request.mergedAt),
    closed_at: isoTime(request.closedAt),
    prepared_at: isoTime(request.preparedAt),
    merge_user: merger === undefined ? null : userView(merger, base),
    merged_by: merger === undefined ? null : userView(merger, base),
    closed_by: closedBy === undefined ? null : userView(closedBy, base),
    author: userView(request.author, base),
    assignee: assignees[0] ?? null,
    assignees,
    reviewers: request.reviewers.map(({ user }) => userView(user, base)),
    upvotes: votes('thumbsup'),
    downvotes: votes('thumbsdown'),
    labels: options.labelDetails === true ? request.labels.map(labelView) : [...request.labels],
    draft,
    work_in_progress: draft,
    imported: false,
    milestone: request.milestone === undefined ? null : milestoneView(request.milestone, project, base),
    merge_when_pipeline_succeeds: autoMerge !== undefined,
    merge_status: status,
    detailed_merge_status: detailedStatusOf(world, request),
    merge_error: request.mergeError ?? null,
    sha: request.head,
    merge_commit_sha: request.mergeCommit ?? null,
    squash_commit_sha: request.squashCommit ?? null,
    user_notes_count: request.discussions.flatMap(({ notes }) => notes).filter(({ system }) => !system)
      .length,
    discussion_locked: request.discussionLocked ?? null,
    should_remove_source_branch: autoMerge?.options.removeSource ?? (request.removeSource ? true : null),
    force_remove_source_branch: request.removeSource,
    allow_collaboration: request.collaboration,
    allow_maintainer_to_push: request.collaboration,
    ...referencesView(request, options.from),
    time_stats: timeStatsView(request),
    squash: request.squash,
    squash_on_merge: squashes(project.mergeSettings, request),
    task_completion_status: tasksView(request.description),
    has_conflicts: status === 'cannot_be_merged' && conflictsOf(world, request),
    blocking_discussions_resolved:
      !rulesOf(project).discussionsMustBeResolved || allResolved(request.discussions),
    approvals_before_merge: request.approvalsRequired === 0 ? null : request.approvalsRequired,
  };
}

function referencesView({ project, iid }: MergeRequest, from = '') {
  const short = `!${iid}`;
  const full = `${project.path}${short}`;
  const relative =
    from === project.path
      ? short
      : from !== '' && full.startsWith(`${from}/`)
        ? full.slice(from.length + 1)
        : full;
  return { reference: relative, references: { short, relative, full } };
}

/**
 * A single merge request, with the fields that lists don't contain. Diff and counts are empty until the merge
 * request is prepared.
 */
export function singleView(call: Call, request: MergeRequest): z.input<typeof mergeRequestSchema> {
  const { world, base } = call;
  const range = diffRangeOf(request);
  const pipeline = headPipelineOf(request);
  const user = userOf(call);
  const detail = pipeline === undefined ? undefined : pipelineDetailView(pipeline, base, world.time);
  return {
    ...mergeRequestView(call, request, { from: request.project.path }),
    subscribed: user !== undefined && isSubscribed(request, user),
    changes_count: changesCount(call, request),
    latest_build_started_at: detail?.started_at ?? null,
    latest_build_finished_at: detail?.finished_at ?? null,
    first_deployed_to_production_at: null,
    pipeline: pipeline === undefined ? null : pipelineView(pipeline, base),
    head_pipeline: detail ?? null,
    diff_refs:
      range === undefined ? null : { base_sha: range.base, head_sha: range.head, start_sha: range.start },
    first_contribution: false,
    user: { can_merge: mayMerge(request.project, user) },
  };
}

/**
 * The count as a string: null until the merge request is prepared, `1000+` above 1000
 * (server-behavior.md#merge-request-fields).
 */
function changesCount({ world }: Call, request: MergeRequest): string | null {
  const range = diffRangeOf(request);
  if (range === undefined) return null;
  const count = changedFiles(world.repositories.of(request.project), range.base, range.head);
  return count > 1000 ? '1000+' : String(count);
}
