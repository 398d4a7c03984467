import type { CommandRow } from '../../shared/commands/command-row';
import { afterMergeCommands, type AfterMergeDeps } from './after-merge-commands';
import { editCommands, type EditDeps } from './edit-commands';
import { mergeCommands, type MergeDeps } from './merge-commands';
import { type PlainDeps, plainMergeRequestCommands } from './plain-commands';
import { type RebaseCommandDeps, rebaseCommands } from './rebase-commands';
import { requestReviewCommand } from './request-review-command';
import { timeCommands, type TimeDeps } from './time-commands';

export type MergeRequestCommandDeps = MergeDeps &
  RebaseCommandDeps &
  PlainDeps &
  EditDeps &
  TimeDeps &
  AfterMergeDeps;

/** All commands that change merge requests. */
export function mergeRequestCommands(deps: MergeRequestCommandDeps): readonly CommandRow[] {
  return [
    ...mergeCommands(deps),
    ...rebaseCommands(deps),
    ...plainMergeRequestCommands(deps),
    ...editCommands(deps),
    requestReviewCommand(deps),
    ...timeCommands(deps),
    ...afterMergeCommands(deps),
  ];
}
