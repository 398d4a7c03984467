import type { CommandRow } from './command-row';
import { editCommands, type EditPorts } from './merge-request-edit-commands';
import { mergeCommands, type MergePorts } from './merge-request-merge-commands';
import { plainMergeRequestCommands, type PlainPorts } from './merge-request-plain-commands';
import { rebaseCommands, type RebasePorts } from './merge-request-rebase-commands';
import { timeCommands, type TimePorts } from './merge-request-time-commands';

export type MergeRequestCommandPorts = MergePorts & RebasePorts & PlainPorts & EditPorts & TimePorts;

/** Everything that can be done to a merge request. */
export function mergeRequestCommands(ports: MergeRequestCommandPorts): readonly CommandRow[] {
  return [
    ...mergeCommands(ports),
    ...rebaseCommands(ports),
    ...plainMergeRequestCommands(ports),
    ...editCommands(ports),
    ...timeCommands(ports),
  ];
}
