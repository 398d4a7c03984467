import type * as actions from '../../../src/api/endpoints/merge-request-actions';
import type * as diffs from '../../../src/api/endpoints/diffs';
import type * as mergeRequests from '../../../src/api/endpoints/merge-requests';
import type * as timeTracking from '../../../src/api/endpoints/time-tracking';
import { PAGE, reading, type Row } from './row';

const read = reading('doc 2 §4');
const list = { ...read, query: PAGE, answer: 'list' } as const;
const act = { ...read, method: 'POST', success: [200, 201] } as const;

/** Filters of doc 2 §4 by the letters of their column "Applies". */
const GPR = [
  'approved_by_ids',
  'approver_ids',
  'approved',
  'assignee_id',
  'author_id',
  'author_username',
  'created_after',
  'created_before',
  'labels',
  'merge_user_id',
  'merge_user_username',
  'milestone',
  'my_reaction_emoji',
  'not',
  'order_by',
  'reviewer_id',
  'reviewer_username',
  'scope',
  'search',
  'sort',
  'source_branch',
  'target_branch',
  'state',
  'updated_after',
  'updated_before',
  'view',
  'with_labels_details',
  'with_merge_status_recheck',
];
const G = ['deployed_after', 'deployed_before', 'in'];
const GP = ['environment', 'wip'];
const P = ['iids'];
const R = ['approved_by_usernames', 'non_archived'];

const EDITABLE = [
  'allow_collaboration',
  'allow_maintainer_to_push',
  'assignee_id',
  'assignee_ids',
  'description',
  'labels',
  'milestone_id',
  'remove_source_branch',
  'reviewer_ids',
  'squash',
  'target_branch',
  'title',
];

const MR = '/projects/:id/merge_requests/:merge_request_iid';

type Name =
  keyof typeof mergeRequests | keyof typeof actions | keyof typeof timeTracking | keyof typeof diffs;

export const MERGE_REQUEST_ROWS: Readonly<Record<Name, Row>> = {
  listMergeRequests: { ...list, path: '/merge_requests', query: [...GPR, ...G, ...GP, ...PAGE] },
  listProjectMergeRequests: {
    ...list,
    path: '/projects/:id/merge_requests',
    query: [...GPR, ...GP, ...P, ...PAGE],
  },
  listGroupMergeRequests: { ...list, path: '/groups/:id/merge_requests', query: [...GPR, ...R, ...PAGE] },
  getMergeRequest: {
    ...read,
    path: MR,
    query: ['include_diverged_commits_count', 'include_rebase_in_progress', 'render_html'],
  },
  listParticipants: { ...list, path: `${MR}/participants` },
  listReviewers: { ...list, path: `${MR}/reviewers` },
  listMergeRequestCommits: { ...list, path: `${MR}/commits` },
  getChanges: { ...read, path: `${MR}/changes`, query: ['access_raw_diffs', 'unidiff'] },
  listDiffs: { ...list, path: `${MR}/diffs`, query: ['unidiff', ...PAGE] },
  listMergeRequestPipelines: { ...list, path: `${MR}/pipelines` },
  createMergeRequestPipeline: {
    ...act,
    path: `${MR}/pipelines`,
    success: [200, 201, 202],
    // Not in the document: with it the real service answers 202 and nothing.
    body: ['async'],
    answer: 'optional',
  },
  createMergeRequest: {
    ...read,
    method: 'POST',
    path: '/projects/:id/merge_requests',
    success: [201],
    body: [...EDITABLE, 'source_branch', 'approvals_before_merge', 'target_project_id'],
  },
  updateMergeRequest: {
    ...read,
    method: 'PUT',
    path: MR,
    body: [...EDITABLE, 'add_labels', 'remove_labels', 'discussion_locked', 'state_event'],
  },
  deleteMergeRequest: { ...read, method: 'DELETE', path: MR, success: [204], answer: 'none' },
  acceptMergeRequest: {
    ...read,
    method: 'PUT',
    path: `${MR}/merge`,
    body: [
      'merge_commit_message',
      'merge_when_pipeline_succeeds',
      'sha',
      'should_remove_source_branch',
      'squash_commit_message',
      'squash',
    ],
  },
  getMergeRef: { ...read, path: `${MR}/merge_ref` },
  cancelAutoMerge: { ...act, path: `${MR}/cancel_merge_when_pipeline_succeeds`, success: [201] },
  rebaseMergeRequest: { ...read, method: 'PUT', path: `${MR}/rebase`, success: [202], body: ['skip_ci'] },
  listClosedIssues: { ...list, path: `${MR}/closes_issues` },
  subscribe: { ...act, path: `${MR}/subscribe`, success: [201, 304], answer: 'optional' },
  unsubscribe: { ...act, path: `${MR}/unsubscribe`, success: [201, 304], answer: 'optional' },
  createTodo: { ...act, path: `${MR}/todo`, success: [201, 304], answer: 'optional' },
  listDiffVersions: { ...list, path: `${MR}/versions` },
  getDiffVersion: { ...read, path: `${MR}/versions/:version_id`, query: ['unidiff'] },
  setTimeEstimate: { ...act, path: `${MR}/time_estimate`, body: ['duration'] },
  resetTimeEstimate: { ...act, path: `${MR}/reset_time_estimate` },
  addSpentTime: { ...act, path: `${MR}/add_spent_time`, body: ['duration', 'summary'] },
  resetSpentTime: { ...act, path: `${MR}/reset_spent_time` },
  getTimeStats: { ...read, path: `${MR}/time_stats` },
};
