import type { MergeRequestKey } from '../app/keys';
import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import type { CommandRow } from './command-row';

export interface PageCommandPorts {
  readonly open: (key: MergeRequestKey) => void;
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
        if (key !== undefined) open(key);
      },
    },
  ];
}
