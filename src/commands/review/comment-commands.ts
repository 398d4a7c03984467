import type { CommandRow } from '../shared/command-row';
import type { CommentCommandDeps } from './comment-deps';
import { editCommentCommands } from './edit-comment-commands';
import { SuggestChange } from './suggest-change-command';
import { suggestionCommands } from './suggestion-commands';
import { threadCommands } from './thread-commands';
import { writeCommentCommands } from './write-comment-commands';

/** What is said about merge requests: from the diff, from rows and from the palette. */
export function commentCommands(deps: CommentCommandDeps): readonly CommandRow[] {
  const change = new SuggestChange(deps);
  return [
    ...writeCommentCommands(deps, change),
    ...editCommentCommands(deps),
    ...threadCommands(deps),
    ...suggestionCommands(deps, change),
  ];
}
