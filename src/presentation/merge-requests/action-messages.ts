import { t } from '../../base/localize';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';

/** The same verb in the progress of an action, its result and its failure. The name is such as `!12`. */
export interface MergeRequestVerb {
  readonly doing: (name: string) => string;
  readonly done: (name: string) => string;
  readonly notDone: (name: string) => string;
  /** Title and question of the choice among merge requests. */
  readonly pick: () => string;
  readonly question: () => string;
}

/** What is said where no merge request is known yet. */
export const UNNAMED = (): string => t('The merge request');

export const MERGE_REQUEST_VERBS: Readonly<Record<MergeRequestAction, MergeRequestVerb>> = {
  merge: {
    doing: (name) => t('Merging {0}…', name),
    done: (name) => t('{0} is merged.', name),
    notDone: (name) => t('{0} was not merged.', name),
    pick: () => t('Merge'),
    question: () => t('The merge request to merge'),
  },
  setAutoMerge: {
    doing: (name) => t('Setting {0} to merge when its pipeline succeeds…', name),
    done: (name) => t('{0} merges when its pipeline succeeds.', name),
    notDone: (name) => t('{0} was not set to merge by itself.', name),
    pick: () => t('Set Auto-Merge'),
    question: () => t('The merge request to merge when its pipeline succeeds'),
  },
  cancelAutoMerge: {
    doing: (name) => t('Canceling the auto-merge of {0}…', name),
    done: (name) => t('{0} does not merge by itself any more.', name),
    notDone: (name) => t('The auto-merge of {0} was not canceled.', name),
    pick: () => t('Cancel Auto-Merge'),
    question: () => t('The merge request that is not to merge by itself'),
  },
  rebase: {
    doing: (name) => t('Rebasing {0}…', name),
    done: (name) => t('{0} is rebased.', name),
    notDone: (name) => t('{0} was not rebased.', name),
    pick: () => t('Rebase'),
    question: () => t('The merge request to rebase'),
  },
  close: {
    doing: (name) => t('Closing {0}…', name),
    done: (name) => t('{0} is closed.', name),
    notDone: (name) => t('{0} was not closed.', name),
    pick: () => t('Close Merge Request'),
    question: () => t('The merge request to close'),
  },
  reopen: {
    doing: (name) => t('Reopening {0}…', name),
    done: (name) => t('{0} is open again.', name),
    notDone: (name) => t('{0} was not reopened.', name),
    pick: () => t('Reopen Merge Request'),
    question: () => t('The merge request to reopen'),
  },
  markDraft: {
    doing: (name) => t('Marking {0} as draft…', name),
    done: (name) => t('{0} is a draft.', name),
    notDone: (name) => t('{0} was not marked as draft.', name),
    pick: () => t('Mark as Draft'),
    question: () => t('The merge request to mark as draft'),
  },
  markReady: {
    doing: (name) => t('Marking {0} as ready…', name),
    done: (name) => t('{0} is ready.', name),
    notDone: (name) => t('{0} was not marked as ready.', name),
    pick: () => t('Mark as Ready'),
    question: () => t('The draft to mark as ready'),
  },
  delete: {
    doing: (name) => t('Deleting {0}…', name),
    done: (name) => t('{0} is deleted.', name),
    notDone: (name) => t('{0} was not deleted.', name),
    pick: () => t('Delete Merge Request'),
    question: () => t('The merge request to delete'),
  },
  approve: {
    doing: (name) => t('Approving {0}…', name),
    done: (name) => t('You approved {0}.', name),
    notDone: (name) => t('{0} was not approved.', name),
    pick: () => t('Approve'),
    question: () => t('The merge request to approve'),
  },
  unapprove: {
    doing: (name) => t('Revoking your approval of {0}…', name),
    done: (name) => t('Your approval of {0} is revoked.', name),
    notDone: (name) => t('Your approval of {0} was not revoked.', name),
    pick: () => t('Revoke Approval'),
    question: () => t('The merge request that you approved'),
  },
  subscribe: {
    doing: (name) => t('Subscribing to {0}…', name),
    done: (name) => t('You are subscribed to {0}.', name),
    notDone: (name) => t('You were not subscribed to {0}.', name),
    pick: () => t('Subscribe to Merge Request'),
    question: () => t('The merge request to be told about'),
  },
  unsubscribe: {
    doing: (name) => t('Unsubscribing from {0}…', name),
    done: (name) => t('You are not subscribed to {0} any more.', name),
    notDone: (name) => t('Your subscription to {0} was not ended.', name),
    pick: () => t('Unsubscribe from Merge Request'),
    question: () => t('The merge request not to be told about'),
  },
  addTodo: {
    doing: (name) => t('Adding a to-do item for {0}…', name),
    done: (name) => t('{0} is on your to-do list.', name),
    notDone: (name) => t('No to-do item was added for {0}.', name),
    pick: () => t('Add To-Do'),
    question: () => t('The merge request to put on your to-do list'),
  },
  createPipeline: {
    doing: (name) => t('Creating a pipeline for {0}…', name),
    done: (name) => t('A pipeline for {0} was created.', name),
    notDone: (name) => t('No pipeline was created for {0}.', name),
    pick: () => t('Create Pipeline'),
    question: () => t('The merge request to create a pipeline for'),
  },
  previewMerge: {
    doing: (name) => t('Asking for the merge result of {0}…', name),
    done: (name) => t('The merge result of {0} is there.', name),
    notDone: (name) => t('The merge result of {0} cannot be shown.', name),
    pick: () => t('Preview Merge Result'),
    question: () => t('The merge request whose result to preview'),
  },
  checkOut: {
    doing: (name) => t('Checking out {0}…', name),
    done: (name) => t('{0} is checked out.', name),
    notDone: (name) => t('{0} was not checked out.', name),
    pick: () => t('Check Out Branch'),
    question: () => t('The merge request whose branch to check out'),
  },
  edit: {
    doing: (name) => t('Saving {0}…', name),
    done: (name) => t('{0} is saved.', name),
    notDone: (name) => t('{0} was not changed.', name),
    pick: () => t('Edit Merge Request'),
    question: () => t('The merge request to change'),
  },
  changeTarget: {
    doing: (name) => t('Changing the target branch of {0}…', name),
    done: (name) => t('{0} has another target branch.', name),
    notDone: (name) => t('The target branch of {0} was not changed.', name),
    pick: () => t('Change Target Branch'),
    question: () => t('The merge request whose target branch to change'),
  },
  lockDiscussion: {
    doing: (name) => t('Locking the discussion of {0}…', name),
    done: (name) => t('Only members can comment on {0} now.', name),
    notDone: (name) => t('The discussion of {0} was not locked.', name),
    pick: () => t('Lock Discussion'),
    question: () => t('The merge request on which only members may comment'),
  },
  unlockDiscussion: {
    doing: (name) => t('Unlocking the discussion of {0}…', name),
    done: (name) => t('Everybody who sees {0} can comment on it again.', name),
    notDone: (name) => t('The discussion of {0} was not unlocked.', name),
    pick: () => t('Unlock Discussion'),
    question: () => t('The merge request on which everybody may comment again'),
  },
  trackTime: {
    doing: (name) => t('Telling the time of {0}…', name),
    done: (name) => t('The time of {0} is told.', name),
    notDone: (name) => t('The time of {0} was not changed.', name),
    pick: () => t('Track Time'),
    question: () => t('The merge request whose time to track'),
  },
};

/** What is said calmly where it was so before (server-behavior.md#already-done). */
export const ALREADY: Readonly<Partial<Record<MergeRequestAction, (name: string) => string>>> = {
  subscribe: (name) => t('You were subscribed to {0} already.', name),
  unsubscribe: (name) => t('You were not subscribed to {0} anyway.', name),
  addTodo: (name) => t('{0} is on your to-do list already.', name),
  approve: (name) => t('You approved {0} already.', name),
  unapprove: (name) => t('You had not approved {0} anyway.', name),
  markDraft: (name) => t('{0} is a draft already.', name),
  lockDiscussion: (name) => t('Only members can comment on {0} already.', name),
  unlockDiscussion: (name) => t('The discussion of {0} is not locked.', name),
};
