import type { MergeRequestKey } from '../app/keys';
import type { Target } from '../app/targets';
import { COMMAND, type CommandId } from '../presentation/command-ids';
import { PLAIN_COMMANDS } from '../presentation/merge-request-commands';
import type { OverviewAct } from '../presentation/overview-acts';
import type { TalkAct } from '../presentation/overview-talk-acts';

/** The command behind each button of the page: the same as in menus and in the palette. */
export const COMMAND_OF_ACT: Readonly<Record<Exclude<OverviewAct, 'refresh' | 'showPipeline'>, CommandId>> = {
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
export const COMMAND_OF_TALK_ACT: Readonly<Record<TalkAct, CommandId>> = {
  addComment: COMMAND.addComment,
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
    case 'openThread':
    case 'nextThread':
    case 'publishReview':
      return { kind: 'merge-request', mergeRequest };
  }
}
