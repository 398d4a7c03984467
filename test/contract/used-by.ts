import { COMMAND, type CommandId } from '../../src/presentation/command-ids';
import type { DECLARED } from './endpoints';

/** Where a person meets an endpoint: commands by their ids, and surfaces in words. */
export interface Use {
  readonly commands?: readonly CommandId[];
  readonly seen?: string;
}

const C = COMMAND;
const PIPELINES = 'Pipelines view';
const LISTS = 'Merge Requests view';
const ERRORS = 'Errors view';
const PAGE = 'page of a merge request';
const CHANGES = 'row Changes';
const PICKERS = 'suggestions in forms and lists to choose from';

/** Every endpoint that a person reaches; one that nothing uses yet is `undefined`. */
export const USED_BY: Readonly<Record<keyof typeof DECLARED, Use | undefined>> = {
  listProjectJobs: { seen: PIPELINES, commands: [C.showJobHistory, C.find, C.compareLogPassing] },
  listPipelineJobs: { seen: PIPELINES, commands: [C.searchLogs] },
  listPipelineBridges: { seen: PIPELINES },
  getJobOfToken: undefined,
  getAllowedAgents: undefined,
  getJob: { seen: 'job logs', commands: [C.find] },
  getJobTrace: { seen: 'job logs', commands: [C.openLog, C.saveRawLog, C.searchLogs] },
  cancelJob: { commands: [C.cancelJob, C.forceCancelJob] },
  retryJob: { commands: [C.retryJob] },
  eraseJob: { commands: [C.eraseJob] },
  playJob: { commands: [C.playJob, C.playJobWithVariables] },

  listMergeRequests: { seen: `${LISTS}: presets and queries of a host`, commands: [C.newQuery] },
  listProjectMergeRequests: {
    seen: `${LISTS}: presets and queries of a project`,
    commands: [C.newQuery, C.find],
  },
  listGroupMergeRequests: {
    seen: `${LISTS}: presets and queries of a group`,
    commands: [C.addGroup, C.newQuery],
  },
  getMergeRequest: { seen: PAGE, commands: [C.openMergeRequest, C.find] },
  listParticipants: { seen: `${PAGE}; row People` },
  listReviewers: { seen: `${PAGE}; row People` },
  listMergeRequestCommits: { seen: `${PAGE}; row Commits` },
  getChanges: { seen: `${CHANGES} that the server left out`, commands: [C.openDiff] },
  listDiffs: { seen: CHANGES, commands: [C.openAllChanges, C.openDiff] },
  listMergeRequestPipelines: { seen: `${PAGE}; row Pipelines` },
  createMergeRequestPipeline: { commands: [C.createMergeRequestPipeline, C.runPipeline] },
  createMergeRequest: { commands: [C.createMergeRequest] },
  updateMergeRequest: {
    commands: [
      C.closeMergeRequest,
      C.reopenMergeRequest,
      C.markDraft,
      C.markReady,
      C.editTitle,
      C.editDescription,
      C.editLabels,
      C.editAssignees,
      C.editReviewers,
      C.editMilestone,
      C.editMergeOptions,
      C.changeTargetBranch,
      C.lockDiscussion,
      C.unlockDiscussion,
    ],
  },
  deleteMergeRequest: { commands: [C.deleteMergeRequest] },
  acceptMergeRequest: { commands: [C.mergeMergeRequest] },
  getMergeRef: { commands: [C.previewMergeResult] },
  cancelAutoMerge: { commands: [C.cancelAutoMerge] },
  rebaseMergeRequest: { commands: [C.rebaseMergeRequest] },
  listClosedIssues: { seen: `${PAGE}; row Closes`, commands: [C.mergeMergeRequest] },
  subscribe: { commands: [C.subscribeMergeRequest] },
  unsubscribe: { commands: [C.unsubscribeMergeRequest] },
  createTodo: { commands: [C.addTodo] },
  listDiffVersions: { seen: CHANGES, commands: [C.compareVersions, C.openDiffVersion] },
  getDiffVersion: { commands: [C.compareVersions, C.showChangesSinceReview, C.openDiffVersion] },
  setTimeEstimate: { commands: [C.setEstimate] },
  resetTimeEstimate: { commands: [C.resetTime] },
  addSpentTime: { commands: [C.spendTime, C.stopTimer] },
  resetSpentTime: { commands: [C.resetTime] },
  getTimeStats: { seen: `${LISTS}: row Time` },

  createClientKey: { commands: [C.createClientKey, C.rotateClientKey] },
  listClientKeys: {
    seen: `${ERRORS}: row Client Keys`,
    commands: [C.copyClientKey, C.findClientKeys, C.sendTestEvent],
  },
  deleteClientKey: { commands: [C.deleteClientKey, C.rotateClientKey] },
  getErrorTrackingSettings: { seen: `${ERRORS}: rows of projects`, commands: [C.errorSettings] },
  changeErrorTrackingSettings: { commands: [C.errorSettings] },

  getUser: { commands: [C.signIn] },
  getVersion: undefined,
  getProject: { seen: PIPELINES },
  listPipelines: { seen: PIPELINES },
  getPipeline: { seen: PIPELINES, commands: [C.find] },
  listProjects: { commands: [C.addProject] },
  retryPipeline: { commands: [C.retryPipeline] },
  cancelPipeline: { commands: [C.cancelPipeline] },
  createPipeline: { commands: [C.runPipeline] },
  listBranches: { seen: PICKERS },
  getRawFile: { seen: 'diffs of files whose commits no clone has', commands: [C.openFileDiff] },
  getCommit: { seen: 'commits that no clone has', commands: [C.showCommit, C.nextCommit] },
  listCommitDiff: { seen: 'commits that no clone has', commands: [C.showCommit, C.nextCommit] },
  listMembers: { seen: PICKERS },
  listLabels: { seen: PICKERS },
  listMilestones: { seen: PICKERS },
  listDiscussions: { seen: 'diffs; row Discussions', commands: [C.openThread] },
  createDiscussion: { commands: [C.commentNow, C.addComment] },
  resolveDiscussion: { commands: [C.resolveThread, C.reopenThread] },
  createReply: { commands: [C.replyToThread, C.commentNow] },
  editNote: { commands: [C.editComment, C.saveComment] },
  deleteNote: { commands: [C.deleteComment] },
  listDraftNotes: { seen: 'diffs; row Discussions' },
  createDraftNote: { commands: [C.startReview, C.addToReview] },
  editDraftNote: { commands: [C.editComment, C.saveComment] },
  deleteDraftNote: { commands: [C.discardComment] },
  publishDraftNotes: { commands: [C.publishReview] },
  listNoteAwards: { seen: 'reactions below comments of diffs' },
  giveNoteAward: { seen: 'reactions below comments of diffs' },
  takeNoteAward: { seen: 'reactions below comments of diffs' },
  getApprovals: { seen: PAGE },
  approveMergeRequest: { commands: [C.approveMergeRequest] },
  unapproveMergeRequest: { commands: [C.revokeApproval] },
};
