import type { MergeProgress } from '../../../app/git/merge-port';
import { t } from '../../../base/localize';
import type { UnmergedFile } from '../../../domain/git/conflicts';
import {
  allResolvedSentence,
  conflictPosition,
  endedSentence,
  markersSentence,
  markResolvedQuestion,
  stageChangesQuestion,
  unsavedQuestion,
} from '../../../presentation/merge-requests/resolve-messages';
import type { StoredResolution as Stored } from '../../../schemas/stored/conflict-resolution';
import { button } from '../../shared/commands/message-button';
import { chooseMode, chooseVersion, sideNames } from './conflict-choices';
import type { ConflictStepDeps } from './conflict-deps';
import { abortButton, confirmPush, continueButton, forgetButton } from './conflict-push';

/**
 * Takes the next step: opens the next file with conflicts, asks which version of a file to use, commits the merge
 * or continues the rebase, or pushes. `edited`: files without markers may be marked as resolved, because the user
 * continues, unless they are in a merge editor.
 */
export async function continueResolution(
  deps: ConflictStepDeps,
  resolution: Stored,
  { edited, markers = false }: { readonly edited: boolean; readonly markers?: boolean },
): Promise<void> {
  const { resolution: work, resolutions, prompts } = deps;
  const state = await work.state(resolution);
  switch (state.kind) {
    case 'interrupted': {
      await prompts.progress.inStatusBar(t('Preparing a worktree for !{0}…', resolution.key.iid), () =>
        work.restart(resolution),
      );
      const { current } = resolutions;
      if (current !== undefined) await continueResolution(deps, current, { edited: false });
      return;
    }
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
      prompts.showMessage('info', endedSentence(resolution.key.iid), [forgetButton(deps, resolution)]);
  }
}

/** Saves the active editor of a file in a worktree, marks the file as resolved, and takes the next step. */
export async function acceptFile(deps: ConflictStepDeps, resolution: Stored): Promise<void> {
  const { resolution: work, merging, editors } = deps;
  const repository = work.repositoryOf(resolution);
  const path = await editors.accept(repository);
  if (path === undefined) return;
  const { unmerged } = await merging.progress(repository);
  const file = unmerged.find((each) => each.path === path);
  // "Continue" asks for the mode.
  if (
    file?.hasModeConflict === false &&
    (await merging.withMarkers(repository, [path], 'files')).length === 0
  )
    await merging.stage(repository, [path]);
  await continueResolution(deps, resolution, { edited: false });
}

/** Returns true if files were resolved, so that the next ones can follow. */
async function resolveNext(
  deps: ConflictStepDeps,
  resolution: Stored,
  progress: MergeProgress,
  edited: boolean,
): Promise<boolean> {
  const { merging, prompts, editors, resolution: work } = deps;
  const repository = work.repositoryOf(resolution);
  const { unmerged } = progress;
  const gone = unmerged.find(({ ours, theirs }) => !ours && !theirs);
  if (gone !== undefined) {
    // Both branches renamed or deleted it, so there is nothing to select.
    await merging.take(repository, gone, 'ours');
    return true;
  }
  const marked = await merging.withMarkers(repository, pathsOf(unmerged.filter(isText)), 'files');
  const unclear = unmerged.filter(({ path }) => !marked.includes(path));
  const isEdited = new Map<string, boolean>();
  for (const file of unclear)
    isEdited.set(
      file.path,
      isText(file) && !file.hasModeConflict && !(await merging.isBinary(repository, file)),
    );
  const done = pathsOf(unclear).filter((path) => isEdited.get(path) === true);
  // Merge editors remove the markers when they open a file, and are closed when it is resolved.
  const closed = done.filter((path) => !editors.isOpen(repository, path));
  if (edited && closed.length > 0 && (await prompts.confirm(markResolvedQuestion(closed)))) {
    await merging.stage(repository, closed);
    return true;
  }
  const next = unmerged.find(({ path }) => marked.includes(path));
  const choice = unclear.find(({ path }) => isEdited.get(path) === false);
  if (next === undefined && choice !== undefined) return choose(deps, resolution, choice);
  const [first = next?.path] = next === undefined ? done : [];
  if (next !== undefined && !(await merging.isUtf8(repository, next)))
    return chooseVersion(deps, resolution, next, 'text');
  if (first !== undefined) await open(deps, resolution, progress, first);
  return false;
}

async function choose(deps: ConflictStepDeps, resolution: Stored, file: UnmergedFile): Promise<boolean> {
  const isMode = file.hasModeConflict && !(await isBinaryConflict(deps, resolution, file));
  return isMode ? chooseMode(deps, resolution, file) : chooseVersion(deps, resolution, file, 'versions');
}

/** Binary files with the same content differ only in their mode. */
const isBinaryConflict = async (
  { merging, resolution: work }: ConflictStepDeps,
  resolution: Stored,
  file: UnmergedFile,
): Promise<boolean> =>
  file.ids[0] !== file.ids[1] && (await merging.isBinary(work.repositoryOf(resolution), file));

/** Opens a file in the merge editor, and shows its position. */
async function open(
  { editors, prompts, resolution: work }: ConflictStepDeps,
  resolution: Stored,
  { unmerged, resolved }: MergeProgress,
  path: string,
): Promise<void> {
  const position = conflictPosition(resolved.length + 1, resolved.length + unmerged.length);
  const [ours, theirs] = sideNames(resolution);
  await editors.open({ repository: work.repositoryOf(resolution), path, ours, theirs, position });
  prompts.showStatus(`${path} (${position})`);
}

const isText = ({ isMergeable }: UnmergedFile): boolean => isMergeable;
const pathsOf = (files: readonly UnmergedFile[]): readonly string[] => files.map(({ path }) => path);

/** Checks the staged files before they are committed. */
async function isComplete(
  deps: ConflictStepDeps,
  resolution: Stored,
  progress: MergeProgress,
  ignoresMarkers: boolean,
): Promise<boolean> {
  const { merging, prompts, report, resolutions, editors, resolution: work } = deps;
  const repository = work.repositoryOf(resolution);
  const { resolved } = progress;
  const unsaved = editors.unsaved(repository, resolved);
  if (unsaved.length > 0) {
    if (!(await prompts.confirm(unsavedQuestion(unsaved)))) return false;
    await editors.close(repository, unsaved, { opens: false });
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
    button(report, t('Open File'), t("Couldn't open the file."), () => editors.openText(repository, first)),
    button(report, t('Continue Anyway'), t("Couldn't continue resolving conflicts."), async () => {
      const { current } = resolutions;
      if (current !== undefined) await continueResolution(deps, current, { edited: true, markers: true });
    }),
  ]);
  return false;
}

/** After a file of the checkout was resolved, opens the next one, or offers to continue. */
export async function announceResolved(
  deps: ConflictStepDeps,
  { resolution, left }: { readonly resolution: Stored; readonly left: number },
): Promise<void> {
  // In a worktree, each step is a command, which continues with the next file.
  if (resolution.place.kind === 'worktree') return;
  if (left > 0) await openNextText(deps, resolution);
  else {
    const actions = [continueButton(deps), abortButton(deps)];
    deps.prompts.showMessage('info', allResolvedSentence(resolution.key.iid), actions);
  }
}

/** Opens the next file with conflict markers. Other files need a question, which is asked by "Continue". */
async function openNextText(deps: ConflictStepDeps, resolution: Stored): Promise<void> {
  const { merging, resolution: work } = deps;
  const repository = work.repositoryOf(resolution);
  const progress = await merging.progress(repository);
  const texts = progress.unmerged.filter(isText);
  for (const path of await merging.withMarkers(repository, pathsOf(texts), 'files')) {
    const file = texts.find((each) => each.path === path);
    if (file === undefined || !(await merging.isUtf8(repository, file))) continue;
    await open(deps, resolution, progress, path);
    return;
  }
}
