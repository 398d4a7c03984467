import type { MergeRequestKey } from '../app/keys';
import { t } from '../base/localize';
import { isRecord } from '../base/record';
import { COMMAND } from '../presentation/command-ids';
import { threadElement } from '../presentation/overview-talk-shown';
import type { CommandRow } from './command-row';

export interface PageCommandPorts {
  /** `part` is the id of what is brought into sight. */
  readonly open: (key: MergeRequestKey, part?: string) => void;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
}

export function pageCommands({ open, mergeRequestOf }: PageCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.openMergeRequest,
      failure: () => t('The merge request was not opened.'),
      run: async (argument) => {
        const key = await mergeRequestOf(argument, t('Open Merge Request'));
        if (key !== undefined) open(key, partOf(argument));
      },
    },
  ];
}

/** What an argument names beside the merge request: the first comment of a thread. */
function partOf(argument: unknown): string | undefined {
  const note = isRecord(argument) ? argument['note'] : undefined;
  return typeof note === 'number' ? threadElement(note) : undefined;
}
