import type * as approvals from '../../../src/api/endpoints/approvals';
import type * as awardEmoji from '../../../src/api/endpoints/award-emoji';
import type * as discussions from '../../../src/api/endpoints/discussions';
import type * as pipelineActions from '../../../src/api/endpoints/pipeline-actions';
import type * as pipelines from '../../../src/api/endpoints/pipelines';
import type * as projectLists from '../../../src/api/endpoints/project-lists';
import type * as projects from '../../../src/api/endpoints/projects';
import type * as repository from '../../../src/api/endpoints/repository';
import type * as server from '../../../src/api/endpoints/server';
import { PAGE, reading, type Row } from './row';

// Public documentation of GitLab REST v4.
const read = reading('beyond the description');
const list = { ...read, query: PAGE, answer: 'list' } as const;
const post = { ...read, method: 'POST', success: [201] } as const;
const act = { ...post, success: [200, 201] } as const;
const remove = { ...read, method: 'DELETE', success: [204], answer: 'none' } as const;

type Name =
  | keyof typeof server
  | keyof typeof projects
  | keyof typeof projectLists
  | keyof typeof pipelines
  | keyof typeof pipelineActions
  | keyof typeof repository
  | keyof typeof discussions
  | keyof typeof awardEmoji
  | keyof typeof approvals;

const MR = '/projects/:id/merge_requests/:merge_request_iid';

export const BEYOND_ROWS: Readonly<Record<Name, Row>> = {
  getUser: { ...read, path: '/user' },
  getVersion: { ...read, path: '/version' },
  getProject: { ...read, path: '/projects/:id' },
  listPipelines: {
    ...read,
    path: '/projects/:id/pipelines',
    query: [
      'ref',
      'sha',
      'status',
      'source',
      'username',
      'updated_after',
      'updated_before',
      'order_by',
      'sort',
      ...PAGE,
    ],
    answer: 'list',
  },
  getPipeline: { ...read, path: '/projects/:id/pipelines/:pipeline_id' },
  listProjects: {
    ...list,
    path: '/projects',
    query: ['membership', 'search', 'simple', 'order_by', 'sort', 'pagination', ...PAGE],
  },
  retryPipeline: { ...act, path: '/projects/:id/pipelines/:pipeline_id/retry' },
  cancelPipeline: { ...act, path: '/projects/:id/pipelines/:pipeline_id/cancel' },
  createPipeline: { ...post, path: '/projects/:id/pipeline', body: ['ref', 'variables'] },

  listBranches: { ...list, path: '/projects/:id/repository/branches', query: ['search', ...PAGE] },
  getRawFile: {
    ...read,
    path: '/projects/:id/repository/files/:file_path/raw',
    query: ['ref'],
    answer: 'text',
  },
  getCommit: { ...read, path: '/projects/:id/repository/commits/:sha' },
  listCommitDiff: { ...list, path: '/projects/:id/repository/commits/:sha/diff', query: PAGE },
  listMembers: { ...list, path: '/projects/:id/members/all', query: ['query', ...PAGE] },
  listLabels: { ...list, path: '/projects/:id/labels', query: ['search', ...PAGE] },
  listMilestones: { ...list, path: '/projects/:id/milestones', query: ['state', 'search', ...PAGE] },

  listDiscussions: { ...list, path: `${MR}/discussions` },
  createDiscussion: { ...post, path: `${MR}/discussions`, body: ['body', 'position'] },
  resolveDiscussion: { ...read, method: 'PUT', path: `${MR}/discussions/:discussion_id`, body: ['resolved'] },
  createReply: { ...post, path: `${MR}/discussions/:discussion_id/notes`, body: ['body'] },
  editNote: {
    ...read,
    method: 'PUT',
    path: `${MR}/discussions/:discussion_id/notes/:note_id`,
    body: ['body', 'resolved'],
  },
  deleteNote: { ...remove, path: `${MR}/discussions/:discussion_id/notes/:note_id` },
  listDraftNotes: { ...list, path: `${MR}/draft_notes` },
  createDraftNote: {
    ...post,
    path: `${MR}/draft_notes`,
    body: ['note', 'in_reply_to_discussion_id', 'resolve_discussion', 'position'],
  },
  editDraftNote: { ...read, method: 'PUT', path: `${MR}/draft_notes/:draft_note_id`, body: ['note'] },
  deleteDraftNote: { ...remove, path: `${MR}/draft_notes/:draft_note_id` },
  publishDraftNotes: { ...post, path: `${MR}/draft_notes/bulk_publish`, success: [204], answer: 'none' },
  listNoteAwards: { ...list, path: `${MR}/notes/:note_id/award_emoji` },
  giveNoteAward: { ...post, path: `${MR}/notes/:note_id/award_emoji`, body: ['name'] },
  takeNoteAward: { ...remove, path: `${MR}/notes/:note_id/award_emoji/:award_id` },
  getApprovals: { ...read, path: `${MR}/approvals` },
  approveMergeRequest: { ...post, path: `${MR}/approve`, body: ['sha'] },
  unapproveMergeRequest: { ...post, path: `${MR}/unapprove`, answer: 'none' },
};
