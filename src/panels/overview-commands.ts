import { COMMAND, type CommandId } from '../presentation/command-ids';
import { PLAIN_COMMANDS } from '../presentation/merge-request-commands';
import type { OverviewAct } from '../presentation/overview-acts';

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
  openDiff: COMMAND.openDiff,
  openInBrowser: COMMAND.openInBrowser,
  showCommit: COMMAND.showCommit,
};
