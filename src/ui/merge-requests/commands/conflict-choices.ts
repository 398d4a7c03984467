import type { ConflictSide } from '../../../app/git/merge-port';
import { t } from '../../../base/localize';
import type { UnmergedFile } from '../../../domain/git/conflicts';
import type { StoredResolution as Stored } from '../../../schemas/stored/conflict-resolution';
import type { ConflictStepDeps } from './conflict-deps';

/** The branches of both sides of conflicts. In a rebase, HEAD is the target branch. */
export const sideNames = ({ way, source, target }: Stored): readonly [ours: string, theirs: string] =>
  way === 'merge' ? [source.branch, target.branch] : [target.branch, source.branch];

/**
 * Asks which version of a file to use. `text`: the file can also be opened with conflict markers. Returns false if the
 * user cancels or opens the file.
 */
export async function chooseVersion(
  { prompts, merging, editors, resolution: work }: ConflictStepDeps,
  resolution: Stored,
  file: UnmergedFile,
  offers: 'versions' | 'text',
): Promise<boolean> {
  const repository = work.repositoryOf(resolution);
  const [ours, theirs] = sideNames(resolution);
  const item = (side: ConflictSide, name: string) => ({
    label: file[side] ? t('Use Version of {0}', name) : t('Delete File'),
    description: file[side] ? '' : t('not in {0}', name),
    icon: file[side] ? 'file' : 'trash',
    value: side,
  });
  const asText = {
    label: t('Open File with Conflict Markers'),
    description: t("The file isn't UTF-8. Reopen it with its encoding before you change it."),
    icon: 'edit',
    value: 'text' as const,
  };
  const chosen = await prompts.pick<ConflictSide | 'text'>({
    title: t('Resolve Conflict in {0}', file.path),
    placeholder: t('Select a version to use'),
    items: [item('ours', ours), item('theirs', theirs), ...(offers === 'text' ? [asText] : [])],
    stays: true,
  });
  if (chosen === 'text') await editors.openText(repository, file.path);
  if (chosen === undefined || chosen === 'text') return false;
  await merging.take(repository, file, chosen);
  return true;
}

/** Asks whether a file is executable. Returns false if the user cancels. */
export async function chooseMode(
  { prompts, merging, resolution: work }: ConflictStepDeps,
  resolution: Stored,
  file: UnmergedFile,
): Promise<boolean> {
  const [ours, theirs] = sideNames(resolution);
  const [mode, other] = file.modes;
  const item = (side: ConflictSide, name: string, its: string) => ({
    label: its === '100755' ? t('Executable') : t('Not Executable'),
    description: t('as in {0}', name),
    icon: 'file',
    value: side,
  });
  const side = await prompts.pick<ConflictSide>({
    title: t('Resolve Conflict in {0}', file.path),
    placeholder: t('Select the mode of the file'),
    items: [item('ours', ours, mode), item('theirs', theirs, other)],
    stays: true,
  });
  if (side === undefined) return false;
  await merging.takeMode(work.repositoryOf(resolution), file, side);
  return true;
}
