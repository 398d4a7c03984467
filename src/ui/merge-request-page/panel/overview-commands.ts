import type { MergeRequestKey } from '../../../app/shared/keys';
import type { OverviewAct } from '../../../presentation/merge-request-page/acts';
import type { DiscussionAct } from '../../../presentation/merge-request-page/discussion-acts';
import { PLAIN_COMMANDS } from '../../../presentation/merge-requests/plain-commands';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import type { Target } from '../../../schemas/target';

/** The command of each button on the page; the same ones as in menus and in the Command Palette. */
export const COMMAND_OF_ACT: Readonly<
  Record<
    Exclude<OverviewAct, 'refresh' | 'showPipeline'>,
    RowCommandId | typeof COMMAND.openFileDiff | typeof COMMAND.compareVersions
  >
> = {
  ...PLAIN_COMMANDS,
  merge: COMMAND.mergeMergeRequest,
  setAutoMerge: COMMAND.mergeMergeRequest,
  rebase: COMMAND.rebaseMergeRequest,
  revert: COMMAND.revertMergeRequest,
  cherryPick: COMMAND.cherryPickMergeRequest,
  deleteSourceBranch: COMMAND.deleteSourceBranch,
  createPipeline: COMMAND.createMergeRequestPipeline,
  previewMerge: COMMAND.previewMergeResult,
  checkOut: COMMAND.checkOutMergeRequest,
  resolveConflicts: COMMAND.resolveConflicts,
  fetchConflicts: COMMAND.fetchConflicts,
  editTitle: COMMAND.editTitle,
  editDescription: COMMAND.editDescription,
  editLabels: COMMAND.editLabels,
  editAssignees: COMMAND.editAssignees,
  editReviewers: COMMAND.editReviewers,
  requestReview: COMMAND.requestReviewAgain,
  editMilestone: COMMAND.editMilestone,
  editTarget: COMMAND.changeTargetBranch,
  editMergeOptions: COMMAND.editMergeOptions,
  setEstimate: COMMAND.setEstimate,
  addTimeSpent: COMMAND.addTimeSpent,
  resetTime: COMMAND.resetTime,
  openChanges: COMMAND.openAllChanges,
  openInBrowser: COMMAND.openInBrowser,
  showCommit: COMMAND.showCommit,
  openFile: COMMAND.openFileDiff,
  markViewed: COMMAND.markViewed,
  markNotViewed: COMMAND.markNotViewed,
  compareVersions: COMMAND.compareVersions,
  filterChanges: COMMAND.filterChanges,
  loadRestOfChanges: COMMAND.loadRestOfChanges,
};

/** Returns the target of a button: the merge request, or the item in `value`. */
export function targetOfAct(
  act: keyof typeof COMMAND_OF_ACT,
  mergeRequest: MergeRequestKey,
  value = '',
): Target {
  switch (act) {
    case 'showCommit':
      return { kind: 'commit', mergeRequest, sha: value };
    case 'requestReview':
      return { kind: 'reviewer', mergeRequest, user: Number(value) };
    case 'openFile':
    case 'markViewed':
    case 'markNotViewed':
      return { kind: 'change', mergeRequest, path: value };
    default:
      return { kind: 'merge-request', mergeRequest };
  }
}

/** The commands of buttons for comments and threads. */
export const COMMAND_OF_DISCUSSION_ACT: Readonly<
  Record<DiscussionAct, RowCommandId | typeof COMMAND.openThread | typeof COMMAND.submitReview>
> = {
  resolveThread: COMMAND.resolveThread,
  unresolveThread: COMMAND.unresolveThread,
  openThread: COMMAND.openThread,
  nextThread: COMMAND.nextThread,
  submitReview: COMMAND.submitReview,
  sendCommentAgain: COMMAND.sendCommentAgain,
  discardComment: COMMAND.discardComment,
};

/** Returns the target of a comment button: the merge request, or the item in `value`. */
export function discussionTarget(act: DiscussionAct, mergeRequest: MergeRequestKey, value = ''): Target {
  switch (act) {
    case 'resolveThread':
    case 'unresolveThread':
      return { kind: 'thread', mergeRequest, discussion: value };
    case 'openThread': {
      const [, draft] = /^draft (\d{1,15})$/.exec(value) ?? [];
      return draft === undefined
        ? { kind: 'thread', mergeRequest, discussion: value }
        : { kind: 'draft', mergeRequest, draft: Number(draft) };
    }
    case 'sendCommentAgain':
    case 'discardComment':
      return { kind: 'unsent', mergeRequest, id: value };
    case 'nextThread':
    case 'submitReview':
      return { kind: 'merge-request', mergeRequest };
  }
}
