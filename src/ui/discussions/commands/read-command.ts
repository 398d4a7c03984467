import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';

export interface ReadCommandDeps {
  /** Opens a merge request as text. */
  readonly open: (key: MergeRequestKey) => Promise<void>;
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
}

/** The command that opens a merge request as text, which can be read from the start to the end. */
export const readCommand = ({ open, mergeRequestOf }: ReadCommandDeps): CommandRow => ({
  id: COMMAND.readMergeRequest,
  failure: () => t("Couldn't open the merge request."),
  run: async (argument) => {
    const key = await mergeRequestOf(argument, t('Read Merge Request'));
    if (key !== undefined) await open(key);
  },
});
