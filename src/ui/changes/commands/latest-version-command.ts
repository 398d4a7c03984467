import { fileOfSide } from '../../../app/changes/sides/side-file';
import { t } from '../../../base/localize';
import { baseName } from '../../../domain/changes/file-tree';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { activeReview, sideOfArgument } from '../editor/active-review';
import { type OpenDiffDeps, openFileDiff } from './open-diff';

/** Opens the diff of the active file in the latest version. */
export const latestVersionCommand = (deps: OpenDiffDeps): CommandRow => ({
  id: COMMAND.openLatestVersion,
  failure: () => t("Couldn't open the diff."),
  run: async (argument) => {
    const address = sideOfArgument(argument) ?? activeReview()?.address;
    if (address === undefined) {
      deps.prompts.showMessage('info', t('Open a file diff in a merge request first.'), []);
      return;
    }
    const { base, project, iid, path } = address;
    const key = { base, project, iid };
    const newest = deps.changes.peekVersions(key)?.[0]?.id;
    const set = await deps.changes.whole(key, { from: undefined, to: newest });
    const file = fileOfSide(set.files, path);
    if (file !== undefined) await openFileDiff(deps, set, file);
    else {
      const message = t("{0} isn't changed in the latest version of !{1}.", baseName(path), iid);
      deps.prompts.showMessage('info', message, []);
    }
  },
});
