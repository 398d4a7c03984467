import type { MergeProgress } from '../../app/git/merge-port';
import { t } from '../../base/localize';
import type { UnmergedFile } from '../../domain/git/conflicts';
import {
  allResolvedSentence,
  endedSentence,
  markersSentence,
  markResolvedQuestion,
  stageChangesQuestion,
  unsavedQuestion,
} from '../../presentation/merge-requests/resolve-messages';
import type { StoredResolution as Stored } from '../../schemas/stored/conflict-resolution';
import { button } from '../git/prompts';
import type { ConflictDeps } from './conflict-deps';
import { abortButton, confirmPush, continueButton } from './conflict-push';

/**
 * Takes the next step: opens the next file with conflicts, asks which version of a file to use, commits the merge
 * or continues the rebase, or pushes. `edited`: files without markers may be marked as resolved, because the user
 * continues.
 */
export async function continueResolution(
  deps: ConflictDeps,
  resolution: Stored,
  { edited, markers = false }: { readonly edited: boolean; readonly markers?: boolean },
): Promise<void> {
  const { resolution: work, prompts } = deps;
  const state = await work.state(resolution);
  switch (state.kind) {
    case 'conflicts':
      if (await resolveNext(deps, resolution, state.progress, edited))
        await continueResolution(deps, resolution, { edited, markers });
      return;
    case 'resolved': {
      if (!(await isComplete(deps, resolution, state.progress, markers))) return;
      const title = resolution.way === 'merge' ? t('Committing the merge…') : t('Continuing the rebase…');
      await prompts.progress.inStatusBar(title, () => work.proceed(resolution));
      // The conflicts of the next commit weren't edited yet.
      await continueResolution(deps, resolution, { edited: false });
      return;
    }
    case 'ready':
      await confirmPush(deps, resolution, state.sha);
      return;
    case 'ended':
      prompts.showMessage('info', endedSentence(resolution.key.iid), [abortButton(deps)]);
  }
}

/** Returns true if files were resolved, so that the next ones can follow. */
async function resolveNext(
  deps: ConflictDeps,
  resolution: Stored,
  { unmerged }: MergeProgress,
  edited: boolean,
): Promise<boolean> {
  const { merging, prompts, openConflict } = deps;
  const { repository } = resolution;
  const marked = await merging.withMarkers(repository, pathsOf(unmerged.filter(isText)), 'files');
  const [next] = marked;
  const unclear = unmerged.filter(({ path }) => !marked.includes(path));
  const kinds = await Promise.all(
    unclear.map(async (file) => ({
      file,
      isText: isText(file) && !(await merging.isBinary(repository, file)),
    })),
  );
  const done = kinds.filter((each) => each.isText).map(({ file }) => file.path);
  if (edited && done.length > 0 && (await prompts.confirm(markResolvedQuestion(done)))) {
    await merging.stage(repository, done);
    return true;
  }
  const choice = kinds.find((each) => !each.isText)?.file;
  if (next === undefined && choice !== undefined) return chooseVersion(deps, resolution, choice);
  const first = next ?? done[0];
  if (first !== undefined) await openConflict(repository, first);
  return false;
}

const isText = ({ isMergeable }: UnmergedFile): boolean => isMergeable;
const pathsOf = (files: readonly UnmergedFile[]): readonly string[] => files.map(({ path }) => path);

/** Asks which version of a file to use that has no text to merge. Returns false if the user cancels. */
async function chooseVersion(
  { prompts, merging }: ConflictDeps,
  { repository, way, branch, target }: Stored,
  file: UnmergedFile,
): Promise<boolean> {
  // In a rebase, HEAD is the target branch.
  const [ours, theirs] = way === 'merge' ? [branch, target.branch] : [target.branch, branch];
  const item = (side: 'ours' | 'theirs', name: string) => ({
    label: file[side] ? t('Use Version of {0}', name) : t('Delete File'),
    description: file[side] ? '' : t('not in {0}', name),
    icon: file[side] ? 'file' : 'trash',
    value: side,
  });
  const items = [item('ours', ours), item('theirs', theirs)];
  const side = await prompts.pick<'ours' | 'theirs'>({
    title: t('Resolve Conflict in {0}', file.path),
    placeholder: t('Select a version to use'),
    items: file.ours || file.theirs ? items : items.slice(0, 1),
    stays: true,
  });
  if (side === undefined) return false;
  await merging.take(repository, file, side);
  return true;
}

/** Checks the staged files before they are committed. */
async function isComplete(
  deps: ConflictDeps,
  { repository }: Stored,
  { resolved }: MergeProgress,
  ignoresMarkers: boolean,
): Promise<boolean> {
  const { merging, prompts, report, resolutions, openConflict, closeConflicts, unsavedConflicts } = deps;
  const unsaved = unsavedConflicts(repository, resolved);
  if (unsaved.length > 0) {
    if (!(await prompts.confirm(unsavedQuestion(unsaved)))) return false;
    await closeConflicts(repository, unsaved, { opens: false });
  }
  const changed = await merging.unstaged(repository);
  if (changed.length > 0) {
    if (!(await prompts.confirm(stageChangesQuestion(changed)))) return false;
    await merging.stage(repository, changed);
  }
  const marked = ignoresMarkers ? [] : await merging.withMarkers(repository, resolved, 'index');
  const [first] = marked;
  if (first === undefined) return true;
  prompts.showMessage('error', markersSentence(marked), [
    button(report, t('Open File'), t("Couldn't open the file."), () => openConflict(repository, first)),
    button(report, t('Continue Anyway'), t("Couldn't continue resolving conflicts."), async () => {
      const { current } = resolutions;
      if (current !== undefined) await continueResolution(deps, current, { edited: true, markers: true });
    }),
  ]);
  return false;
}

/** After a file was resolved, opens the next one, or offers to continue. */
export async function announceResolved(
  deps: ConflictDeps,
  { resolution, left }: { readonly resolution: Stored; readonly left: number },
): Promise<void> {
  if (left > 0) await openNextText(deps, resolution);
  else {
    const actions = [continueButton(deps), abortButton(deps)];
    deps.prompts.showMessage('info', allResolvedSentence(resolution.key.iid), actions);
  }
}

/** Opens the next file with conflict markers. Other files need a question, which is asked by "Continue". */
async function openNextText({ merging, openConflict }: ConflictDeps, { repository }: Stored): Promise<void> {
  const { unmerged } = await merging.progress(repository);
  const [next] = await merging.withMarkers(repository, pathsOf(unmerged.filter(isText)), 'files');
  if (next !== undefined) await openConflict(repository, next);
}
