import { t } from '../../base/localize';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';

/**
 * Texts of an action. Progress, result, and failure use the same verb; those that aren't shown are absent.
 * `name` is a reference such as `!12`.
 */
interface MergeRequestVerb {
  readonly doing?: (name: string) => string;
  readonly done?: (name: string) => string;
  readonly notDone: (name: string) => string;
  /** Title of the picker, which is that of the command. Undefined if several commands share the action. */
  readonly pick?: () => string;
  /** Placeholder of the picker. */
  readonly question?: () => string;
}

/** Name of a merge request that isn't known yet. */
export const unnamedMergeRequest = (): string => t('the merge request');

export const MERGE_REQUEST_VERBS = {
  merge: {
    doing: (name) => t('Merging {0}…', name),
    done: (name) => t('{0} merged.', name),
    notDone: (name) => t("Couldn't merge {0}.", name),
    pick: () => t('Merge'),
    question: () => t('Select a merge request to merge'),
  },
  setAutoMerge: {
    doing: (name) => t('Setting {0} to auto-merge…', name),
    done: (name) => t('{0} set to auto-merge.', name),
    notDone: (name) => t("Couldn't set {0} to auto-merge.", name),
  },
  cancelAutoMerge: {
    doing: (name) => t('Canceling auto-merge for {0}…', name),
    done: (name) => t('Auto-merge canceled for {0}.', name),
    notDone: (name) => t("Couldn't cancel auto-merge for {0}.", name),
    pick: () => t('Cancel Auto-Merge'),
    question: () => t('Select a merge request to cancel auto-merge for'),
  },
  rebase: {
    doing: (name) => t('Rebasing {0}…', name),
    done: (name) => t('{0} rebased.', name),
    notDone: (name) => t("Couldn't rebase {0}.", name),
    pick: () => t('Rebase Merge Request'),
    question: () => t('Select a merge request to rebase'),
  },
  close: {
    doing: (name) => t('Closing {0}…', name),
    done: (name) => t('{0} closed.', name),
    notDone: (name) => t("Couldn't close {0}.", name),
    pick: () => t('Close Merge Request'),
    question: () => t('Select a merge request to close'),
  },
  reopen: {
    doing: (name) => t('Reopening {0}…', name),
    done: (name) => t('{0} reopened.', name),
    notDone: (name) => t("Couldn't reopen {0}.", name),
    pick: () => t('Reopen Merge Request'),
    question: () => t('Select a merge request to reopen'),
  },
  markDraft: {
    doing: (name) => t('Marking {0} as draft…', name),
    done: (name) => t('{0} marked as draft.', name),
    notDone: (name) => t("Couldn't mark {0} as draft.", name),
    pick: () => t('Mark Merge Request as Draft'),
    question: () => t('Select a merge request to mark as draft'),
  },
  markReady: {
    doing: (name) => t('Marking {0} as ready…', name),
    done: (name) => t('{0} marked as ready.', name),
    notDone: (name) => t("Couldn't mark {0} as ready.", name),
    pick: () => t('Mark Merge Request as Ready'),
    question: () => t('Select a draft to mark as ready'),
  },
  delete: {
    doing: (name) => t('Deleting {0}…', name),
    done: (name) => t('{0} deleted.', name),
    notDone: (name) => t("Couldn't delete {0}.", name),
    pick: () => t('Delete Merge Request'),
    question: () => t('Select a merge request to delete'),
  },
  approve: {
    doing: (name) => t('Approving {0}…', name),
    done: (name) => t('{0} approved.', name),
    notDone: (name) => t("Couldn't approve {0}.", name),
    pick: () => t('Approve Merge Request'),
    question: () => t('Select a merge request to approve'),
  },
  unapprove: {
    doing: (name) => t('Revoking your approval of {0}…', name),
    done: (name) => t('Approval of {0} revoked.', name),
    notDone: (name) => t("Couldn't revoke your approval of {0}.", name),
    pick: () => t('Revoke Merge Request Approval'),
    question: () => t('Select a merge request to revoke your approval of'),
  },
  subscribe: {
    doing: (name) => t('Subscribing to {0}…', name),
    done: (name) => t('Subscribed to {0}.', name),
    notDone: (name) => t("Couldn't subscribe to {0}.", name),
    pick: () => t('Subscribe to Merge Request'),
    question: () => t('Select a merge request to subscribe to'),
  },
  unsubscribe: {
    doing: (name) => t('Unsubscribing from {0}…', name),
    done: (name) => t('Unsubscribed from {0}.', name),
    notDone: (name) => t("Couldn't unsubscribe from {0}.", name),
    pick: () => t('Unsubscribe from Merge Request'),
    question: () => t('Select a merge request to unsubscribe from'),
  },
  addTodo: {
    doing: (name) => t('Adding a to-do item for {0}…', name),
    done: (name) => t('To-do item added for {0}.', name),
    notDone: (name) => t("Couldn't add a to-do item for {0}.", name),
    pick: () => t('Add To-Do Item'),
    question: () => t('Select a merge request to add to your to-do list'),
  },
  createPipeline: {
    doing: (name) => t('Starting a pipeline for {0}…', name),
    notDone: (name) => t("Couldn't run a pipeline for {0}.", name),
    pick: () => t('Run Merge Request Pipeline'),
    question: () => t('Select a merge request to run a pipeline for'),
  },
  previewMerge: {
    doing: (name) => t('Loading the merge result of {0}…', name),
    notDone: (name) => t("Couldn't preview the merge result of {0}.", name),
    pick: () => t('Preview Merge Result'),
    question: () => t('Select a merge request to preview the merge result for'),
  },
  resolveConflicts: {
    notDone: (name) => t("Couldn't resolve the conflicts of {0}.", name),
    pick: () => t('Resolve Conflicts'),
    question: () => t('Select a merge request to resolve the conflicts of'),
  },
  checkOut: {
    notDone: (name) => t("Couldn't check out {0}.", name),
  },
  edit: {
    doing: (name) => t('Updating {0}…', name),
    done: (name) => t('{0} updated.', name),
    notDone: (name) => t("Couldn't update {0}.", name),
    question: () => t('Select a merge request to edit'),
  },
  changeTarget: {
    doing: (name) => t('Changing the target branch of {0}…', name),
    done: (name) => t('Target branch of {0} changed.', name),
    notDone: (name) => t("Couldn't change the target branch of {0}.", name),
    pick: () => t('Change Target Branch'),
    question: () => t('Select a merge request to change the target branch for'),
  },
  lockDiscussion: {
    doing: (name) => t('Locking the discussion on {0}…', name),
    done: (name) => t('Discussion on {0} locked. Only project members can comment.', name),
    notDone: (name) => t("Couldn't lock the discussion on {0}.", name),
    pick: () => t('Lock Discussion'),
    question: () => t('Select a merge request to lock the discussion on'),
  },
  unlockDiscussion: {
    doing: (name) => t('Unlocking the discussion on {0}…', name),
    done: (name) => t('Discussion on {0} unlocked. Everyone with access can comment.', name),
    notDone: (name) => t("Couldn't unlock the discussion on {0}.", name),
    pick: () => t('Unlock Discussion'),
    question: () => t('Select a merge request to unlock the discussion on'),
  },
  revert: {
    doing: (name) => t('Reverting {0}…', name),
    done: (name) => t('{0} reverted.', name),
    notDone: (name) => t("Couldn't revert {0}.", name),
    pick: () => t('Revert Merge Request'),
    question: () => t('Select a merge request to revert'),
  },
  cherryPick: {
    doing: (name) => t('Cherry-picking {0}…', name),
    done: (name) => t('{0} cherry-picked.', name),
    notDone: (name) => t("Couldn't cherry-pick {0}.", name),
    pick: () => t('Cherry-Pick Merge Request'),
    question: () => t('Select a merge request to cherry-pick'),
  },
  deleteSourceBranch: {
    doing: (name) => t('Deleting the source branch of {0}…', name),
    done: (name) => t('Source branch of {0} deleted.', name),
    notDone: (name) => t("Couldn't delete the source branch of {0}.", name),
    pick: () => t('Delete Source Branch'),
    question: () => t('Select a merge request to delete the source branch of'),
  },
  trackTime: {
    doing: (name) => t('Updating time tracking for {0}…', name),
    notDone: (name) => t("Couldn't update time tracking for {0}.", name),
    question: () => t('Select a merge request to track time for'),
  },
} as const satisfies Readonly<Record<MergeRequestAction, MergeRequestVerb>>;

/** Shown if nothing changed because the state was already reached (server-behavior.md#already-done). */
export const ALREADY_DONE_MESSAGES: Readonly<Partial<Record<MergeRequestAction, (name: string) => string>>> =
  {
    subscribe: (name) => t("You're already subscribed to {0}.", name),
    unsubscribe: (name) => t("You aren't subscribed to {0}.", name),
    addTodo: (name) => t('{0} is already on your to-do list.', name),
    approve: (name) => t("You've already approved {0}.", name),
    unapprove: (name) => t("You haven't approved {0}.", name),
    markDraft: (name) => t('{0} is already a draft.', name),
    lockDiscussion: (name) =>
      t('The discussion on {0} is already locked. Only project members can comment.', name),
    unlockDiscussion: (name) => t("The discussion on {0} isn't locked.", name),
  };
