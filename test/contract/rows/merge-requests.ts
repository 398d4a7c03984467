import type * as diffs from '../../../src/api/endpoints/diffs';
import type * as actions from '../../../src/api/endpoints/merge-request-actions';
import type * as mergeRequests from '../../../src/api/endpoints/merge-requests';
import type * as timeTracking from '../../../src/api/endpoints/time-tracking';
import { PAGE, reading, type Row, SEEN } from './row';

const read = reading('merge requests and client keys');
const list = { ...read, query: PAGE, responseKind: 'list' } as const;
const act = { ...read, method: 'POST', success: [200, 201] } as const;

/**
 * Filters by the lists that support them (server-behavior.md#list-filters): G for the host, P for a project,
 * R for a group.
 */
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
  | keyof typeof mergeRequests
  | keyof typeof actions
  | keyof typeof timeTracking
  | keyof typeof diffs;

export const MERGE_REQUEST_ROWS: Readonly<Record<Name, Row>> = {
  listMergeRequests: {
    ...list,
    path: '/merge_requests',
    query: [...GPR, ...G, ...GP, ...PAGE],
    usedBy: {
      seen: `${SEEN.mergeRequests}: predefined lists and saved queries of a server`,
      commands: ['newQuery'],
    },
  },
  listProjectMergeRequests: {
    ...list,
    path: '/projects/:id/merge_requests',
    query: [...GPR, ...GP, ...P, ...PAGE],
    usedBy: {
      seen: `${SEEN.mergeRequests}: predefined lists and saved queries of a project`,
      commands: ['newQuery', 'find'],
    },
  },
  listGroupMergeRequests: {
    ...list,
    path: '/groups/:id/merge_requests',
    query: [...GPR, ...R, ...PAGE],
    usedBy: {
      seen: `${SEEN.mergeRequests}: predefined lists and saved queries of a group`,
      commands: ['addGroup', 'newQuery'],
    },
  },
  getMergeRequest: {
    ...read,
    path: MR,
    query: ['include_diverged_commits_count', 'include_rebase_in_progress', 'render_html'],
    usedBy: { seen: SEEN.page, commands: ['openMergeRequest', 'find'] },
  },
  listParticipants: { ...list, path: `${MR}/participants`, usedBy: { seen: `${SEEN.page}; row People` } },
  listReviewers: { ...list, path: `${MR}/reviewers`, usedBy: { seen: `${SEEN.page}; row People` } },
  listMergeRequestCommits: { ...list, path: `${MR}/commits`, usedBy: { seen: `${SEEN.page}; row Commits` } },
  getChanges: {
    ...read,
    path: `${MR}/changes`,
    query: ['access_raw_diffs', 'unidiff'],
    usedBy: { seen: 'row Truncated by the server', commands: ['openDiff'] },
  },
  listDiffs: {
    ...list,
    path: `${MR}/diffs`,
    query: ['unidiff', ...PAGE],
    usedBy: { seen: SEEN.changes, commands: ['openAllChanges', 'openDiff'] },
  },
  listMergeRequestPipelines: {
    ...list,
    path: `${MR}/pipelines`,
    usedBy: { seen: `${SEEN.page}; row Pipelines` },
  },
  createMergeRequestPipeline: {
    ...act,
    path: `${MR}/pipelines`,
    success: [200, 201, 202],
    // With `async`, servers return 202 without a body (server-behavior.md#pipelines-of-merge-requests).
    body: ['async'],
    responseKind: 'optional',
    usedBy: { commands: ['createMergeRequestPipeline', 'runPipeline'] },
  },
  createMergeRequest: {
    ...read,
    method: 'POST',
    path: '/projects/:id/merge_requests',
    success: [201],
    body: [...EDITABLE, 'source_branch', 'approvals_before_merge', 'target_project_id'],
    usedBy: { commands: ['createMergeRequest'] },
  },
  updateMergeRequest: {
    ...read,
    method: 'PUT',
    path: MR,
    body: [...EDITABLE, 'add_labels', 'remove_labels', 'discussion_locked', 'state_event'],
    usedBy: {
      commands: [
        'closeMergeRequest',
        'reopenMergeRequest',
        'markDraft',
        'markReady',
        'editTitle',
        'editDescription',
        'editLabels',
        'editAssignees',
        'editReviewers',
        'editMilestone',
        'editMergeOptions',
        'changeTargetBranch',
        'lockDiscussion',
        'unlockDiscussion',
      ],
    },
  },
  deleteMergeRequest: {
    ...read,
    method: 'DELETE',
    path: MR,
    success: [204],
    responseKind: 'none',
    usedBy: { commands: ['deleteMergeRequest'] },
  },
  acceptMergeRequest: {
    ...read,
    method: 'PUT',
    path: `${MR}/merge`,
    body: [
      'auto_merge',
      'merge_commit_message',
      'merge_when_pipeline_succeeds',
      'sha',
      'should_remove_source_branch',
      'squash_commit_message',
      'squash',
    ],
    usedBy: { commands: ['mergeMergeRequest'] },
  },
  getMergeRef: { ...read, path: `${MR}/merge_ref`, usedBy: { commands: ['previewMergeResult'] } },
  cancelAutoMerge: {
    ...act,
    path: `${MR}/cancel_merge_when_pipeline_succeeds`,
    success: [201],
    usedBy: { commands: ['cancelAutoMerge'] },
  },
  rebaseMergeRequest: {
    ...read,
    method: 'PUT',
    path: `${MR}/rebase`,
    success: [202],
    body: ['skip_ci'],
    usedBy: { commands: ['rebaseMergeRequest'] },
  },
  listClosedIssues: {
    ...list,
    path: `${MR}/closes_issues`,
    usedBy: { seen: `${SEEN.page}; row Issues to Close`, commands: ['mergeMergeRequest'] },
  },
  subscribe: {
    ...act,
    path: `${MR}/subscribe`,
    success: [201, 304],
    responseKind: 'optional',
    usedBy: { commands: ['subscribeMergeRequest'] },
  },
  unsubscribe: {
    ...act,
    path: `${MR}/unsubscribe`,
    success: [201, 304],
    responseKind: 'optional',
    usedBy: { commands: ['unsubscribeMergeRequest'] },
  },
  createTodo: {
    ...act,
    path: `${MR}/todo`,
    success: [201, 304],
    responseKind: 'optional',
    usedBy: { commands: ['addTodo'] },
  },
  listDiffVersions: {
    ...list,
    path: `${MR}/versions`,
    usedBy: { seen: SEEN.changes, commands: ['compareVersions', 'openDiffVersion'] },
  },
  getDiffVersion: {
    ...read,
    path: `${MR}/versions/:version_id`,
    query: ['unidiff'],
    usedBy: { commands: ['compareVersions', 'showChangesSinceReview', 'openDiffVersion'] },
  },
  setTimeEstimate: {
    ...act,
    path: `${MR}/time_estimate`,
    body: ['duration'],
    usedBy: { commands: ['setEstimate'] },
  },
  resetTimeEstimate: { ...act, path: `${MR}/reset_time_estimate`, usedBy: { commands: ['resetTime'] } },
  addSpentTime: {
    ...act,
    path: `${MR}/add_spent_time`,
    body: ['duration', 'summary'],
    usedBy: { commands: ['addTimeSpent', 'stopTimer'] },
  },
  resetSpentTime: { ...act, path: `${MR}/reset_spent_time`, usedBy: { commands: ['resetTime'] } },
  getTimeStats: { ...read, path: `${MR}/time_stats`, usedBy: { seen: `${SEEN.mergeRequests}: row Time` } },
};
