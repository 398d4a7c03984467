import * as branches from '../../../src/api/endpoints/branches';
import * as pipelineActions from '../../../src/api/endpoints/pipeline-actions';
import * as pipelines from '../../../src/api/endpoints/pipelines';
import * as projectLists from '../../../src/api/endpoints/project-lists';
import * as projects from '../../../src/api/endpoints/projects';
import * as repository from '../../../src/api/endpoints/repository';
import * as resourceGroups from '../../../src/api/endpoints/resource-groups';
import * as server from '../../../src/api/endpoints/server';
import * as uploads from '../../../src/api/endpoints/uploads';
import { act, type BeyondRow, list, post, read, remove } from './beyond-row';
import { PAGE, SEEN } from './row';

type Name =
  | keyof typeof server
  | keyof typeof projects
  | keyof typeof projectLists
  | keyof typeof pipelines
  | keyof typeof pipelineActions
  | keyof typeof resourceGroups
  | keyof typeof repository
  | keyof typeof branches
  | keyof typeof uploads;

/** Rows of the additional endpoints for servers, projects, pipelines, and repositories. */
export const BEYOND_PROJECT_ROWS: Readonly<Record<Name, BeyondRow>> = {
  getUser: {
    ...read,
    path: '/user',
    usedBy: { commands: ['signIn'] },
    call: (client) => client.call(server.getUser, {}),
  },
  listUsers: {
    ...list,
    path: '/users',
    query: ['username', ...PAGE],
    usedBy: { commands: ['newQuery', 'editQuery'] },
    call: (client) => client.page(server.listUsers, { username: 'dana' }),
  },
  getToken: {
    ...read,
    path: '/personal_access_tokens/self',
    usedBy: { commands: ['signIn'] },
    call: (client) => client.call(server.getToken, {}),
  },
  getVersion: {
    ...read,
    path: '/version',
    usedBy: undefined,
    call: (client) => client.call(server.getVersion, {}),
  },
  getProject: {
    ...read,
    path: '/projects/:id',
    open: true,
    usedBy: { seen: SEEN.pipelines },
    call: (client, { id }) => client.call(projects.getProject, { id }),
  },
  listResourceGroups: {
    ...list,
    path: '/projects/:id/resource_groups',
    usedBy: { commands: ['showPipelineSummary'] },
    call: (client, { id }) => client.page(resourceGroups.listResourceGroups, { id }),
  },
  getCurrentJob: {
    ...read,
    path: '/projects/:id/resource_groups/:key/current_job',
    usedBy: { commands: ['showPipelineSummary'] },
    call: (client, { id, key }) => client.call(resourceGroups.getCurrentJob, { id, key }),
  },
  listUpcomingJobs: {
    ...list,
    path: '/projects/:id/resource_groups/:key/upcoming_jobs',
    usedBy: { commands: ['showPipelineSummary'] },
    call: (client, { id, key }) => client.page(resourceGroups.listUpcomingJobs, { id, key }),
  },
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
    responseKind: 'list',
    open: true,
    usedBy: { seen: SEEN.pipelines },
    call: (client, { id }) => client.page(pipelines.listPipelines, { id }),
  },
  getPipeline: {
    ...read,
    path: '/projects/:id/pipelines/:pipeline_id',
    open: true,
    usedBy: { seen: SEEN.pipelines, commands: ['find'] },
    call: (client, { id, pipeline_id }) => client.call(pipelines.getPipeline, { id, pipeline_id }),
  },
  lintConfiguration: {
    ...read,
    path: '/projects/:id/ci/lint',
    query: ['content_ref'],
    usedBy: { commands: ['playJobWithVariables', 'retryJobWithInputs'] },
    call: (client, { id, sha }) => client.call(pipelines.lintConfiguration, { id, content_ref: sha }),
  },
  listProjects: {
    ...list,
    path: '/projects',
    query: ['membership', 'search', 'simple', 'order_by', 'sort', 'pagination', ...PAGE],
    open: true,
    usedBy: { commands: ['addProject'] },
    call: (client) => client.page(projectLists.listProjects, {}),
  },
  retryPipeline: {
    ...act,
    path: '/projects/:id/pipelines/:pipeline_id/retry',
    usedBy: { commands: ['retryPipeline'] },
    call: (client, { id, pipeline_id }) => client.call(pipelineActions.retryPipeline, { id, pipeline_id }),
  },
  cancelPipeline: {
    ...act,
    path: '/projects/:id/pipelines/:pipeline_id/cancel',
    usedBy: { commands: ['cancelPipeline'] },
    call: (client, { id, pipeline_id }) => client.call(pipelineActions.cancelPipeline, { id, pipeline_id }),
  },
  createPipeline: {
    ...post,
    path: '/projects/:id/pipeline',
    body: ['ref', 'variables', 'inputs'],
    usedBy: { commands: ['runPipeline'] },
    call: (client, { id }) => client.call(pipelineActions.createPipeline, { id, ref: 'main' }),
  },

  listBranches: {
    ...list,
    path: '/projects/:id/repository/branches',
    query: ['search', ...PAGE],
    open: true,
    usedBy: { seen: SEEN.pickers },
    call: (client, { id }) => client.page(repository.listBranches, { id }),
  },
  getBranch: {
    ...read,
    path: '/projects/:id/repository/branches/:branch',
    open: true,
    usedBy: { seen: 'pages of merged and closed merge requests', commands: ['deleteSourceBranch'] },
    call: (client, { id, branch }) => client.call(branches.getBranch, { id, branch }),
  },
  createBranch: {
    ...post,
    path: '/projects/:id/repository/branches',
    body: ['branch', 'ref'],
    usedBy: { commands: ['revertMergeRequest', 'cherryPickMergeRequest'] },
    call: (client, { id }) => client.call(branches.createBranch, { id, branch: 'made-here', ref: 'main' }),
  },
  deleteBranch: {
    ...remove,
    path: '/projects/:id/repository/branches/:branch',
    usedBy: { commands: ['deleteSourceBranch'] },
    call: (client, { id, branch }) => client.call(branches.deleteBranch, { id, branch }),
  },
  revertCommit: {
    ...act,
    path: '/projects/:id/repository/commits/:sha/revert',
    body: ['branch'],
    usedBy: { commands: ['revertMergeRequest'] },
    call: (client, { id, sha, branch }) => client.call(branches.revertCommit, { id, sha, branch }),
  },
  cherryPickCommit: {
    ...act,
    path: '/projects/:id/repository/commits/:sha/cherry_pick',
    body: ['branch'],
    usedBy: { commands: ['cherryPickMergeRequest'] },
    call: (client, { id, sha, older_branch: branch }) =>
      client.call(branches.cherryPickCommit, { id, sha, branch }),
  },
  listTags: {
    ...list,
    path: '/projects/:id/repository/tags',
    query: ['search', ...PAGE],
    open: true,
    usedBy: { commands: ['filterPipelinesByRef'] },
    call: (client, { id }) => client.page(repository.listTags, { id }),
  },
  getRawFile: {
    ...read,
    path: '/projects/:id/repository/files/:file_path/raw',
    query: ['ref'],
    responseKind: 'text',
    open: true,
    usedBy: { seen: "diffs of files whose commits aren't in a clone", commands: ['openFileDiff'] },
    call: (client, { id, file_path }) => client.text(repository.getRawFile, { id, file_path }),
  },
  createUpload: {
    ...post,
    path: '/projects/:id/uploads',
    body: ['file'],
    usedBy: { commands: ['attachFiles'] },
    call: (client, { id }) =>
      client.call(uploads.createUpload, { id, file: { name: 'a.txt', bytes: Buffer.from('text') } }),
  },
  getUpload: {
    ...read,
    path: '/projects/:id/uploads/:secret/:filename',
    responseKind: 'text',
    usedBy: { seen: 'images on the page of a merge request' },
    call: (client, { id, secret, filename }) => client.text(uploads.getUpload, { id, secret, filename }),
  },
  getCommit: {
    ...read,
    path: '/projects/:id/repository/commits/:sha',
    open: true,
    usedBy: { seen: "commits that aren't in a clone", commands: ['showCommit', 'nextCommit'] },
    call: (client, { id, sha }) => client.call(repository.getCommit, { id, sha }),
  },
  listCommits: {
    ...list,
    path: '/projects/:id/repository/commits',
    query: ['ref_name', 'all', ...PAGE],
    open: true,
    usedBy: { seen: "titles of pipelines whose commits aren't in a clone" },
    call: (client, { id }) => client.page(repository.listCommits, { id }),
  },
  listCommitDiff: {
    ...list,
    path: '/projects/:id/repository/commits/:sha/diff',
    query: PAGE,
    open: true,
    usedBy: { seen: "commits that aren't in a clone", commands: ['showCommit', 'nextCommit'] },
    call: (client, { id, sha }) => client.page(repository.listCommitDiff, { id, sha }),
  },
  listMembers: {
    ...list,
    path: '/projects/:id/members/all',
    query: ['query', ...PAGE],
    usedBy: { seen: SEEN.pickers },
    call: (client, { id }) => client.page(repository.listMembers, { id }),
  },
  listLabels: {
    ...list,
    path: '/projects/:id/labels',
    query: ['search', ...PAGE],
    open: true,
    usedBy: { seen: SEEN.pickers },
    call: (client, { id }) => client.page(repository.listLabels, { id }),
  },
  listMilestones: {
    ...list,
    path: '/projects/:id/milestones',
    query: ['state', 'search', ...PAGE],
    open: true,
    usedBy: { seen: SEEN.pickers },
    call: (client, { id }) => client.page(repository.listMilestones, { id }),
  },
  listIssues: {
    ...list,
    path: '/projects/:id/issues',
    query: ['iids', 'state', 'search', 'order_by', ...PAGE],
    open: true,
    usedBy: { seen: 'suggestions while writing a comment' },
    call: (client, { id }) => client.page(repository.listIssues, { id }),
  },
};
