import type { ArgsOf } from '../../api/endpoint';
import type { createMergeRequest, updateMergeRequest } from '../../api/endpoints/merge-requests';
import { milestoneOf } from '../world/merge-requests/milestones';
import type { MergeRequest } from '../world/merge-requests/model';
import type { User } from '../world/model';
import { USERS } from '../world/people';
import { refuseMerge } from './merge-request-refusals';

/** The attributes that can be set when creating or updating a merge request. */
export type Edits = Partial<
  Omit<ArgsOf<typeof createMergeRequest>, 'id' | 'source_branch' | 'target_branch' | 'title'> &
    Omit<ArgsOf<typeof updateMergeRequest>, 'id' | 'merge_request_iid' | 'target_branch'>
>;

/** Maximum lengths in characters (server-behavior.md#description-limit). */
const MAX_DESCRIPTION_LENGTH = 1_048_576;
const MAX_TITLE_LENGTH = 255;

export function checkTexts({ title, description }: Edits): void {
  const problems: Record<string, string[]> = {};
  if (title?.trim() === '') problems['title'] = ["can't be blank"];
  if (lengthOf(title ?? '') > MAX_TITLE_LENGTH) {
    problems['title'] = [`is too long (maximum is ${MAX_TITLE_LENGTH} characters)`];
  }
  if (description !== undefined && lengthOf(description) > MAX_DESCRIPTION_LENGTH) {
    problems['description'] = [`is too long (maximum is ${MAX_DESCRIPTION_LENGTH} characters)`];
  }
  if (Object.keys(problems).length > 0) throw refuseMerge.fields(problems);
}

/** Counts characters like the real service: a surrogate pair is one character. */
const lengthOf = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/** Defines how an attribute changes a merge request. */
const row =
  <K extends keyof Edits>(
    name: K,
    change: (value: NonNullable<Edits[K]>, request: MergeRequest, now: number) => Partial<MergeRequest>,
  ) =>
  (edits: Edits, request: MergeRequest, now: number): Partial<MergeRequest> => {
    const value = edits[name];
    return isGiven(value) ? change(value, request, now) : {};
  };

const isGiven = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null;

const ROWS = [
  row('title', (title) => ({ title: title.trim() })),
  row('description', (description) => ({ description })),
  row('labels', (labels) => ({ labels: unique(labels) })),
  row('add_labels', (labels, request) => ({ labels: unique([...request.labels, ...labels]) })),
  row('remove_labels', (labels, request) => ({
    labels: request.labels.filter((name) => !labels.includes(name)),
  })),
  row('assignee_id', (id) => ({ assignees: people([id]) })),
  row('assignee_ids', (ids) => ({ assignees: people(ids) })),
  row('reviewer_ids', (ids, { reviewers }, now) => ({
    reviewers: people(ids).map(
      (user) => reviewers.find((each) => each.user === user) ?? { user, state: 'unreviewed', at: now },
    ),
  })),
  row('milestone_id', (id, { project }) => ({ milestone: milestoneOf(project.id, id) })),
  row('remove_source_branch', (removeSource) => ({ removeSource })),
  row('squash', (squash) => ({ squash })),
  row('allow_collaboration', (collaboration) => ({ collaboration })),
  row('allow_maintainer_to_push', (collaboration) => ({ collaboration })),
  row('discussion_locked', (discussionLocked) => ({ discussionLocked })),
  row('approvals_before_merge', (count) => ({ approvalsRequired: Math.max(0, Math.min(count, 100)) })),
];

/** Applies all given attributes. */
export function applyEdits(request: MergeRequest, edits: Edits, now: number): void {
  for (const change of ROWS) Object.assign(request, change(edits, request, now));
  request.updatedAt = now;
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Returns users by their IDs. 0 and unknown IDs are ignored. */
const people = (ids: readonly number[]): User[] => Object.values(USERS).filter(({ id }) => ids.includes(id));
