import { t } from '../../base/localize';
import type { MergeRemedy } from '../../domain/merge-requests/merge-status';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';

/** What can be clicked on the page of a merge request besides links and copying, and what its button says. */
export const ACT_WORDS = {
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
  lockDiscussion: () => t('Lock Discussion'),
  unlockDiscussion: () => t('Unlock Discussion'),
  editTitle: () => t('Edit Title...'),
  editDescription: () => t('Edit Description'),
  editLabels: () => t('Edit Labels...'),
  editAssignees: () => t('Edit Assignees...'),
  editReviewers: () => t('Edit Reviewers...'),
  editMilestone: () => t('Edit Milestone...'),
  editTarget: () => t('Change Target Branch...'),
  editMergeOptions: () => t('Edit Merge Options...'),
  setEstimate: () => t('Set Estimate...'),
  spendTime: () => t('Add Time Spent...'),
  resetTime: () => t('Reset Time Tracking...'),
  openChanges: () => t('Open All Changes'),
  openInBrowser: () => t('Open in Browser'),
  showPipeline: () => t('Show Pipeline'),
  showCommit: () => t('Show Commit'),
  refresh: () => t('Check Again'),
} as const satisfies Readonly<Record<string, () => string>>;
export type OverviewAct = keyof typeof ACT_WORDS;

/** A page may say anything. */
export const isOverviewAct = (name: string): name is OverviewAct => Object.hasOwn(ACT_WORDS, name);

/** The button for each way out of a merge status; threads and approvals beyond ours are on the server's own page. */
export const ACT_OF_REMEDY: Readonly<Record<MergeRemedy, OverviewAct>> = {
  merge: 'merge',
  setAutoMerge: 'setAutoMerge',
  markReady: 'markReady',
  rebase: 'rebase',
  checkOut: 'checkOut',
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
  editMilestone: 'edit',
  editTarget: 'changeTarget',
  editMergeOptions: 'edit',
  setEstimate: 'trackTime',
  spendTime: 'trackTime',
  resetTime: 'trackTime',
};

/** Acts that change nothing are always there. */
export const READING_ACTS: readonly OverviewAct[] = [
  'openChanges',
  'openInBrowser',
  'showPipeline',
  'showCommit',
  'refresh',
];

export function isOffered(act: OverviewAct, actions: readonly MergeRequestAction[]): boolean {
  if (READING_ACTS.includes(act)) return true;
  const needed = NEEDS[act];
  return needed === undefined ? actions.some((action) => action === act) : actions.includes(needed);
}
