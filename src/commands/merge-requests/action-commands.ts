import type { CommandRow } from '../shared/command-row';
import { editCommands, type EditDeps } from './edit-commands';
import { mergeCommands, type MergeDeps } from './merge-commands';
import { type PlainDeps, plainMergeRequestCommands } from './plain-commands';
import { type RebaseCommandDeps, rebaseCommands } from './rebase-commands';
import { timeCommands, type TimeDeps } from './time-commands';

export type MergeRequestCommandDeps = MergeDeps & RebaseCommandDeps & PlainDeps & EditDeps & TimeDeps;

/** Everything that can be done to a merge request. */
export function mergeRequestCommands(deps: MergeRequestCommandDeps): readonly CommandRow[] {
  return [
    ...mergeCommands(deps),
    ...rebaseCommands(deps),
    ...plainMergeRequestCommands(deps),
    ...editCommands(deps),
    ...timeCommands(deps),
  ];
}
