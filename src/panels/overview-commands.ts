import type { MergeRequestKey } from '../app/shared/keys';
import type { OverviewAct } from '../presentation/merge-request-page/acts';
import type { TalkAct } from '../presentation/merge-request-page/discussion-acts';
import { PLAIN_COMMANDS } from '../presentation/merge-requests/plain-commands';
import { COMMAND, type RowCommandId } from '../presentation/shared/command-ids';
import type { Target } from '../schemas/target';

/** The command behind each button of the page: the same as in menus and in the palette. */
export const COMMAND_OF_ACT: Readonly<
  Record<Exclude<OverviewAct, 'refresh' | 'showPipeline'>, RowCommandId>
> = {
  ...PLAIN_COMMANDS,
  merge: COMMAND.mergeMergeRequest,
  setAutoMerge: COMMAND.mergeMergeRequest,
  rebase: COMMAND.rebaseMergeRequest,
  createPipeline: COMMAND.createMergeRequestPipeline,
  previewMerge: COMMAND.previewMergeResult,
  checkOut: COMMAND.checkOutMergeRequest,
  editTitle: COMMAND.editTitle,
  editDescription: COMMAND.editDescription,
  editLabels: COMMAND.editLabels,
  editAssignees: COMMAND.editAssignees,
  editReviewers: COMMAND.editReviewers,
  editMilestone: COMMAND.editMilestone,
  editTarget: COMMAND.changeTargetBranch,
  editMergeOptions: COMMAND.editMergeOptions,
  setEstimate: COMMAND.setEstimate,
  spendTime: COMMAND.spendTime,
  resetTime: COMMAND.resetTime,
  openChanges: COMMAND.openAllChanges,
  openInBrowser: COMMAND.openInBrowser,
  showCommit: COMMAND.showCommit,
};

/** The same for what is said: a command, and what its button stands at. */
export const COMMAND_OF_TALK_ACT: Readonly<Record<TalkAct, RowCommandId | typeof COMMAND.openThread>> = {
  addComment: COMMAND.addComment,
  startThread: COMMAND.startThread,
  replyToThread: COMMAND.replyToThread,
  resolveThread: COMMAND.resolveThread,
  reopenThread: COMMAND.reopenThread,
  openThread: COMMAND.openThread,
  nextThread: COMMAND.nextThread,
  publishReview: COMMAND.publishReview,
  sendCommentAgain: COMMAND.sendCommentAgain,
  discardComment: COMMAND.discardComment,
};

/** What a button of the talk is about: the merge request, or what its value names. */
export function talkTarget(act: TalkAct, mergeRequest: MergeRequestKey, value = ''): Target {
  switch (act) {
    case 'replyToThread':
    case 'resolveThread':
    case 'reopenThread':
      return { kind: 'thread', mergeRequest, discussion: value };
    case 'sendCommentAgain':
    case 'discardComment':
      return { kind: 'unsent', mergeRequest, id: value };
    case 'addComment':
    case 'startThread':
    case 'openThread':
    case 'nextThread':
    case 'publishReview':
      return { kind: 'merge-request', mergeRequest };
  }
}
