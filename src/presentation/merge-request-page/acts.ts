import { t } from '../../base/localize';
import type { MergeRemedy } from '../../domain/merge-requests/merge-status';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';

/** Actions on the page of a merge request, except links and copying, and the labels of their buttons. */
export const ACT_LABELS = {
  merge: () => t('Merge...'),
  setAutoMerge: () => t('Set to Auto-Merge...'),
  cancelAutoMerge: () => t('Cancel Auto-Merge'),
  rebase: () => t('Rebase...'),
  close: () => t('Close Merge Request'),
  reopen: () => t('Reopen Merge Request'),
  markDraft: () => t('Mark as Draft'),
  markReady: () => t('Mark as Ready'),
  delete: () => t('Delete Merge Request...'),
  approve: () => t('Approve'),
  unapprove: () => t('Revoke Approval'),
  subscribe: () => t('Subscribe'),
  unsubscribe: () => t('Unsubscribe'),
  addTodo: () => t('Add To-Do Item'),
  createPipeline: () => t('Run Pipeline'),
  previewMerge: () => t('Preview Merge Result'),
  checkOut: () => t('Check Out Branch'),
  resolveConflicts: () => t('Resolve Conflicts...'),
  fetchConflicts: () => t('Fetch Branches'),
  lockDiscussion: () => t('Lock Discussion'),
  unlockDiscussion: () => t('Unlock Discussion'),
  revert: () => t('Revert...'),
  cherryPick: () => t('Cherry-Pick...'),
  deleteSourceBranch: () => t('Delete Source Branch...'),
  editTitle: () => t('Edit Title...'),
  editDescription: () => t('Edit Description'),
  editLabels: () => t('Edit Labels...'),
  editAssignees: () => t('Edit Assignees...'),
  editReviewers: () => t('Edit Reviewers...'),
  requestReview: () => t('Request Review Again'),
  editMilestone: () => t('Edit Milestone...'),
  editTarget: () => t('Change Target Branch...'),
  editMergeOptions: () => t('Edit Merge Options...'),
  setEstimate: () => t('Set Estimate...'),
  addTimeSpent: () => t('Add Time Spent...'),
  resetTime: () => t('Reset Time Tracking...'),
  openChanges: () => t('Open All Changes'),
  openInBrowser: () => t('Open in Browser'),
  showPipeline: () => t('Show Pipeline'),
  showCommit: () => t('Show Commit'),
  openFile: () => t('Open File Diff'),
  markViewed: () => t('Mark as Viewed'),
  markNotViewed: () => t('Mark as Unviewed'),
  compareVersions: () => t('Compare Versions...'),
  filterChanges: () => t('Filter Changes...'),
  loadRestOfChanges: () => t('Load Remaining Changes'),
  refresh: () => t('Check Again'),
} as const satisfies Readonly<Record<string, () => string>>;
export type OverviewAct = keyof typeof ACT_LABELS;

/** True if the name is that of an action. Pages can send any text. */
export const isOverviewAct = (name: string): name is OverviewAct => Object.hasOwn(ACT_LABELS, name);

/** The button for each remedy of a merge status. Threads open in the browser. */
export const ACT_OF_REMEDY: Readonly<Record<MergeRemedy, OverviewAct>> = {
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

const NEEDS: Readonly<Partial<Record<OverviewAct, MergeRequestAction>>> = {
  editTitle: 'edit',
  editDescription: 'edit',
  editLabels: 'edit',
  editAssignees: 'edit',
  editReviewers: 'edit',
  requestReview: 'edit',
  editMilestone: 'edit',
  editTarget: 'changeTarget',
  editMergeOptions: 'edit',
  setEstimate: 'trackTime',
  addTimeSpent: 'trackTime',
  resetTime: 'trackTime',
};

/** Actions that change nothing are always available. */
export const READING_ACTS: readonly OverviewAct[] = [
  'openChanges',
  'openInBrowser',
  'fetchConflicts',
  'showPipeline',
  'showCommit',
  'openFile',
  'markViewed',
  'markNotViewed',
  'compareVersions',
  'filterChanges',
  'loadRestOfChanges',
  'refresh',
];

export function isOffered(act: OverviewAct, actions: readonly MergeRequestAction[]): boolean {
  if (READING_ACTS.includes(act)) return true;
  const needed = NEEDS[act];
  return needed === undefined ? actions.some((action) => action === act) : actions.includes(needed);
}

/** Actions on the section with the changed files that run in the page instead of a command. */
const CHANGES_ACTS = ['expandChanges', 'collapseChanges', 'showAllFiles', 'loadChanges'] as const;
type ChangesAct = (typeof CHANGES_ACTS)[number];

/** Reads an action; undefined if it isn't one of these. Pages can send any text. */
export const changesAct = (name: string): ChangesAct | undefined => CHANGES_ACTS.find((act) => act === name);
