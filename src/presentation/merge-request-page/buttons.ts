import { t } from '../../base/localize';
import type { MergeRemedy } from '../../domain/merge-requests/merge-status';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import { COMMAND, type CommandId } from '../shared/command-ids';

/** A button on the page of a merge request; its target is the merge request, or an item of it. */
interface PageButton {
  readonly label: () => string;
  /** Undefined if the page itself runs the action. */
  readonly command?: CommandId;
  /** The action that must be available, if it has another name. Buttons that change nothing need nothing. */
  readonly needs?: MergeRequestAction | 'nothing';
}

/** All buttons that run a command. Also offered in menus and in the Command Palette. */
const BUTTONS = {
  merge: { label: () => t('Merge...'), command: COMMAND.mergeMergeRequest },
  setAutoMerge: { label: () => t('Set to Auto-Merge...'), command: COMMAND.mergeMergeRequest },
  cancelAutoMerge: { label: () => t('Cancel Auto-Merge'), command: COMMAND.cancelAutoMerge },
  rebase: { label: () => t('Rebase...'), command: COMMAND.rebaseMergeRequest },
  close: { label: () => t('Close Merge Request'), command: COMMAND.closeMergeRequest },
  reopen: { label: () => t('Reopen Merge Request'), command: COMMAND.reopenMergeRequest },
  markDraft: { label: () => t('Mark as Draft'), command: COMMAND.markDraft },
  markReady: { label: () => t('Mark as Ready'), command: COMMAND.markReady },
  delete: { label: () => t('Delete Merge Request...'), command: COMMAND.deleteMergeRequest },
  approve: { label: () => t('Approve'), command: COMMAND.approveMergeRequest },
  unapprove: { label: () => t('Revoke Approval'), command: COMMAND.revokeApproval },
  subscribe: { label: () => t('Subscribe'), command: COMMAND.subscribeMergeRequest },
  unsubscribe: { label: () => t('Unsubscribe'), command: COMMAND.unsubscribeMergeRequest },
  addTodo: { label: () => t('Add To-Do Item'), command: COMMAND.addTodo },
  createPipeline: { label: () => t('Run Pipeline'), command: COMMAND.createMergeRequestPipeline },
  previewMerge: { label: () => t('Preview Merge Result'), command: COMMAND.previewMergeResult },
  checkOut: { label: () => t('Check Out Branch'), command: COMMAND.checkOutMergeRequest },
  resolveConflicts: { label: () => t('Resolve Conflicts...'), command: COMMAND.resolveConflicts },
  fetchConflicts: { label: () => t('Fetch Branches'), command: COMMAND.fetchConflicts, needs: 'nothing' },
  lockDiscussion: { label: () => t('Lock Discussion'), command: COMMAND.lockDiscussion },
  unlockDiscussion: { label: () => t('Unlock Discussion'), command: COMMAND.unlockDiscussion },
  revert: { label: () => t('Revert...'), command: COMMAND.revertMergeRequest },
  cherryPick: { label: () => t('Cherry-Pick...'), command: COMMAND.cherryPickMergeRequest },
  deleteSourceBranch: { label: () => t('Delete Source Branch...'), command: COMMAND.deleteSourceBranch },
  editTitle: { label: () => t('Edit Title...'), command: COMMAND.editTitle, needs: 'edit' },
  editDescription: { label: () => t('Edit Description'), command: COMMAND.editDescription, needs: 'edit' },
  editLabels: { label: () => t('Edit Labels...'), command: COMMAND.editLabels, needs: 'edit' },
  editAssignees: { label: () => t('Edit Assignees...'), command: COMMAND.editAssignees, needs: 'edit' },
  editReviewers: { label: () => t('Edit Reviewers...'), command: COMMAND.editReviewers, needs: 'edit' },
  requestReview: {
    label: () => t('Request Review Again'),
    command: COMMAND.requestReviewAgain,
    needs: 'edit',
  },
  editMilestone: { label: () => t('Edit Milestone...'), command: COMMAND.editMilestone, needs: 'edit' },
  editTarget: {
    label: () => t('Change Target Branch...'),
    command: COMMAND.changeTargetBranch,
    needs: 'changeTarget',
  },
  editMergeOptions: {
    label: () => t('Edit Merge Options...'),
    command: COMMAND.editMergeOptions,
    needs: 'edit',
  },
  setEstimate: { label: () => t('Set Estimate...'), command: COMMAND.setEstimate, needs: 'trackTime' },
  addTimeSpent: { label: () => t('Add Time Spent...'), command: COMMAND.addTimeSpent, needs: 'trackTime' },
  resetTime: { label: () => t('Reset Time Tracking...'), command: COMMAND.resetTime, needs: 'trackTime' },
  openChanges: { label: () => t('Open All Changes'), command: COMMAND.openAllChanges, needs: 'nothing' },
  openInBrowser: { label: () => t('Open in Browser'), command: COMMAND.openInBrowser, needs: 'nothing' },
  showPipeline: { label: () => t('Show Pipeline'), command: COMMAND.showPipeline, needs: 'nothing' },
  showCommit: { label: () => t('Show Commit'), command: COMMAND.showCommit, needs: 'nothing' },
  openFile: { label: () => t('Open File Diff'), command: COMMAND.openFileDiff, needs: 'nothing' },
  markViewed: { label: () => t('Mark as Viewed'), command: COMMAND.markViewed, needs: 'nothing' },
  markNotViewed: { label: () => t('Mark as Unviewed'), command: COMMAND.markNotViewed, needs: 'nothing' },
  compareVersions: {
    label: () => t('Compare Versions...'),
    command: COMMAND.compareVersions,
    needs: 'nothing',
  },
  filterChanges: { label: () => t('Filter Changes...'), command: COMMAND.filterChanges, needs: 'nothing' },
  loadRestOfChanges: {
    label: () => t('Load Remaining Changes'),
    command: COMMAND.loadRestOfChanges,
    needs: 'nothing',
  },
  resolveThread: { label: () => t('Resolve Thread'), command: COMMAND.resolveThread, needs: 'nothing' },
  unresolveThread: { label: () => t('Unresolve Thread'), command: COMMAND.unresolveThread, needs: 'nothing' },
  openThread: { label: () => t('Open Thread...'), command: COMMAND.openThread, needs: 'nothing' },
  nextThread: { label: () => t('Next Unresolved Thread'), command: COMMAND.nextThread, needs: 'nothing' },
  submitReview: { label: () => t('Submit Review...'), command: COMMAND.submitReview, needs: 'nothing' },
  sendCommentAgain: { label: () => t('Send Again'), command: COMMAND.sendCommentAgain, needs: 'nothing' },
  discardComment: { label: () => t('Discard'), command: COMMAND.discardComment, needs: 'nothing' },
  refresh: { label: () => t('Check Again'), needs: 'nothing' },
} as const satisfies Readonly<Record<string, PageButton>>;
export type PageButtonName = keyof typeof BUTTONS;

export const pageButton = (name: PageButtonName): PageButton => BUTTONS[name];

/** Returns the command if pages of merge requests have a button for it. */
export function pageCommandId(text: string): CommandId | undefined {
  const rows: readonly PageButton[] = Object.values(BUTTONS);
  return rows.find(({ command }) => command === text)?.command;
}

/** The button for each remedy of a merge status. Threads open in the browser. */
export const BUTTON_OF_REMEDY: Readonly<Record<MergeRemedy, PageButtonName>> = {
  merge: 'merge',
  setAutoMerge: 'setAutoMerge',
  markReady: 'markReady',
  rebase: 'rebase',
  checkOut: 'checkOut',
  resolveConflicts: 'resolveConflicts',
  openPipeline: 'showPipeline',
  createPipeline: 'createPipeline',
  showThreads: 'openInBrowser',
  approve: 'approve',
  reopen: 'reopen',
  editTitle: 'editTitle',
  openInBrowser: 'openInBrowser',
  refresh: 'refresh',
};

export function isOffered(name: PageButtonName, actions: readonly MergeRequestAction[]): boolean {
  const { needs = name } = pageButton(name);
  return needs === 'nothing' || actions.some((action) => action === needs);
}
