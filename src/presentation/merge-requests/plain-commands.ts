import { COMMAND } from '../shared/command-ids';

/** Commands of actions whose only argument is the merge request, for menus and pages. */
export const PLAIN_COMMANDS = {
  cancelAutoMerge: COMMAND.cancelAutoMerge,
  close: COMMAND.closeMergeRequest,
  reopen: COMMAND.reopenMergeRequest,
  markDraft: COMMAND.markDraft,
  markReady: COMMAND.markReady,
  delete: COMMAND.deleteMergeRequest,
  approve: COMMAND.approveMergeRequest,
  unapprove: COMMAND.revokeApproval,
  subscribe: COMMAND.subscribeMergeRequest,
  unsubscribe: COMMAND.unsubscribeMergeRequest,
  addTodo: COMMAND.addTodo,
  lockDiscussion: COMMAND.lockDiscussion,
  unlockDiscussion: COMMAND.unlockDiscussion,
} as const;
