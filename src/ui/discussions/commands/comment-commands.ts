import type { CommandRow } from '../../shared/commands/command-row';
import type { CommentCommandDeps } from './comment-deps';
import { commentOnFileCommand } from './comment-on-file-command';
import { commentOnLineCommand } from './comment-on-line-command';
import { editCommentCommands } from './edit-comment-commands';
import { submitReviewCommand } from './submit-review-command';
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
