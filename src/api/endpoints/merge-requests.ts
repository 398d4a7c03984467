import { closedIssueSchema } from '../../schemas/closed-issue';
import { commitSchema } from '../../schemas/diff';
import { mergeRequestSchema, pipelineSummarySchema, reviewerEntrySchema } from '../../schemas/merge-request';
import { pipelineDetailSchema } from '../../schemas/pipeline';
import { userSchema } from '../../schemas/user';
import { endpoint, list, nothing, one, oneOrNone } from '../endpoint';
import { boolean, commaList, integer, integers, oneOf, required, string } from '../params';
import { filterSpec } from './merge-request-filters';

const page = { page: integer, per_page: integer };

/** `GET /merge_requests`: all merge requests that the user can see; `scope` defaults to the user's own. */
export const listMergeRequests = endpoint({
  method: 'GET',
  path: '/merge_requests',
  ...filterSpec('host'),
  response: list(mergeRequestSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/merge_requests`. */
export const listProjectMergeRequests = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests',
  ...filterSpec('project'),
  response: list(mergeRequestSchema),
  pages: ['offset'],
});

/** `GET /groups/:id/merge_requests`: the group and its subgroups. */
export const listGroupMergeRequests = endpoint({
  method: 'GET',
  path: '/groups/:id/merge_requests',
  ...filterSpec('group'),
  response: list(mergeRequestSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/merge_requests/:merge_request_iid`. */
export const getMergeRequest = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid',
  query: {
    include_diverged_commits_count: boolean,
    include_rebase_in_progress: boolean,
    render_html: boolean,
  },
  response: one(mergeRequestSchema),
});

/** `GET …/participants`. */
export const listParticipants = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/participants',
  query: page,
  response: list(userSchema),
  pages: ['offset'],
});

/** `GET …/reviewers`. */
export const listReviewers = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/reviewers',
  query: page,
  response: list(reviewerEntrySchema),
  pages: ['offset'],
});

/** `GET …/commits`: newest first. */
export const listMergeRequestCommits = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/commits',
  query: page,
  response: list(commitSchema),
  pages: ['offset'],
});

/** `GET …/pipelines`. */
export const listMergeRequestPipelines = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
  query: page,
  response: list(pipelineSummarySchema),
  pages: ['offset'],
});

/**
 * `POST …/pipelines`: jobs run only if the configuration allows them (server-behavior.md#pipelines-of-merge-requests).
 */
export const createMergeRequestPipeline = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
  // Responds immediately with 202 and no body.
  body: { async: boolean },
  response: oneOrNone(pipelineDetailSchema),
  success: [200, 201, 202],
});

/** `GET …/closes_issues` (server-behavior.md#issues-closed-by-a-merge). */
export const listClosedIssues = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/closes_issues',
  query: page,
  response: list(closedIssueSchema),
  pages: ['offset'],
});

/** Parameters of both create and update; `allow_maintainer_to_push` is an alias of `allow_collaboration`. */
const editable = {
  allow_collaboration: boolean,
  allow_maintainer_to_push: boolean,
  assignee_id: integer,
  assignee_ids: integers,
  description: { ...string, longest: 1_048_576 },
  labels: commaList,
  milestone_id: integer,
  remove_source_branch: boolean,
  reviewer_ids: integers,
  squash: boolean,
};

/** `POST /projects/:id/merge_requests` (server-behavior.md#create). A description has at most 1,048,576 characters. */
export const createMergeRequest = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests',
  body: {
    ...editable,
    source_branch: required(string),
    target_branch: required(string),
    title: required(string),
    approvals_before_merge: integer,
    target_project_id: integer,
  },
  response: one(mergeRequestSchema),
  success: [201],
});

/**
 * `PUT /projects/:id/merge_requests/:merge_request_iid`. At least one attribute; 0 or empty unassigns
 * (server-behavior.md#update).
 */
export const updateMergeRequest = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid',
  body: {
    ...editable,
    add_labels: commaList,
    remove_labels: commaList,
    discussion_locked: boolean,
    state_event: oneOf(['close', 'reopen']),
    target_branch: string,
    title: string,
  },
  atLeastOne: true,
  response: one(mergeRequestSchema),
});

/** `DELETE /projects/:id/merge_requests/:merge_request_iid`: administrators and project owners only. */
export const deleteMergeRequest = endpoint({
  method: 'DELETE',
  path: '/projects/:id/merge_requests/:merge_request_iid',
  response: nothing,
  success: [204],
});
