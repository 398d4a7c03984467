import { commands } from 'vscode';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import { type CommentCommandDeps, commentedMergeRequestOf } from './comment-deps';
import { commentOnFileCommand } from './comment-on-file-command';
import { editCommentCommands } from './edit-comment-commands';
import { SuggestChange } from './suggest-change-command';
import { suggestEditsCommand } from './suggest-edits-command';
import { suggestionCommands } from './suggestion-commands';
import { threadCommands } from './thread-commands';
import { writeCommentCommands } from './write-comment-commands';

/** Commands for comments on merge requests, from diffs, rows, and the Command Palette. */
export function commentCommands(deps: CommentCommandDeps): readonly CommandRow[] {
  const change = new SuggestChange(deps);
  return [
    ...writeCommentCommands(deps, change),
    commentOnFileCommand(deps),
    commentOnLineCommand(),
    ...editCommentCommands(deps),
    submitReviewCommand(deps),
    ...threadCommands(deps),
    ...suggestionCommands(deps, change),
    suggestEditsCommand(deps),
  ];
}

/**
 * The command that opens a comment box at the cursor of the side that has the focus. VS Code's own command has a key that
 * copies the path of the file on Linux and macOS, and the Command Palette lists it only if a line of the right side is
 * selected.
 */
const commentOnLineCommand = (): CommandRow => ({
  id: COMMAND.commentOnLine,
  failure: () => t("Couldn't open a comment box."),
  run: async () => {
    // If the line can't have a comment, VS Code shows a message.
    await commands.executeCommand('workbench.action.addComment');
  },
});

/** The command that opens the form of a review on the page of the merge request. */
const submitReviewCommand = (deps: CommentCommandDeps): CommandRow =>
  defineCommand({
    id: COMMAND.submitReview,
    args: COMMAND_ARGUMENTS.submitReview,
    failure: () => t("Couldn't open the form of the review."),
    run: async (argument) => {
      // Key bindings pass only the verdict.
      const { verdict, ...row } = argument ?? {};
      const given = Object.keys(row).length === 0 ? undefined : row;
      const key = await commentedMergeRequestOf(deps, given, t('Submit Review'));
      if (key === undefined) return;
      await deps.reviewForms.open(key, verdict);
      const target = { kind: 'merge-request', mergeRequest: key } as const;
      await execute(COMMAND.openMergeRequest, { target, review: true });
    },
  });
