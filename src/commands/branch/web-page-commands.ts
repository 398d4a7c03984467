import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { threadElement } from '../../presentation/merge-request-page/discussion-shown';
import { COMMAND } from '../../presentation/shared/command-ids';
import { COMMAND_ARGUMENTS, type CommandArgument } from '../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../shared/command-row';

export interface PageCommandDeps {
  /** `part` is the id of what is brought into sight. */
  readonly open: (key: MergeRequestKey, part?: string) => void;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
}

export function pageCommands({ open, mergeRequestOf }: PageCommandDeps): readonly CommandRow[] {
  return [
    defineCommand({
      id: COMMAND.openMergeRequest,
      args: COMMAND_ARGUMENTS.openMergeRequest,
      failure: () => t("Couldn't open the merge request."),
      run: async (argument) => {
        const key = await mergeRequestOf(argument, t('Open Merge Request'));
        const note = argument?.note;
        if (key !== undefined) open(key, note === undefined ? undefined : threadElement(note));
      },
    }),
  ];
}
