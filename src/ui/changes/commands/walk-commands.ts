import { commands, type Disposable, window } from 'vscode';
import type { ChangeSet } from '../../../app/changes/change-set';
import { fileOfSide } from '../../../app/changes/sides/side-file';
import type { ViewedFiles } from '../../../app/changes/viewed-files';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { ReviewFile } from '../../../domain/changes/review-file';
import { walkOrder, type WalkView } from '../../../domain/changes/walk-order';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { activeMergeRequest, activeReview, isShowingSeveral } from '../editor/active-review';
import { type OpenDiffDeps, openFileDiff } from './open-diff';

export interface ReviewWalkDeps extends OpenDiffDeps {
  readonly viewed: Pick<ViewedFiles, 'isViewed' | 'set'>;
  /** Returns the layout of the rows. */
  readonly walkView: (set: ChangeSet) => WalkView;
}

type Way = 1 | -1;

/** The editor's commands for navigation within a diff. */
const STEP: Readonly<Record<Way, string>> = {
  1: 'workbench.action.compareEditor.nextChange',
  [-1]: 'workbench.action.compareEditor.previousChange',
};
/** The commands for an editor with several files. Older versions of VS Code don't have them. */
const STEP_IN_SEVERAL: Readonly<Record<Way, string>> = {
  1: 'multiDiffEditor.goToNextChange',
  [-1]: 'multiDiffEditor.goToPreviousChange',
};
/** Maximum time, in milliseconds, for the editor to report a cursor movement. */
const MOVING_MS = 150;
/** Maximum time in an editor with several files. The cursor always moves, but slowly on a busy computer. */
const MOVING_IN_SEVERAL_MS = 5_000;

/** The current position among the files of a merge request. */
interface Place {
  readonly key: MergeRequestKey;
  readonly set: ChangeSet;
  /** In the order of the rows. */
  readonly files: readonly ReviewFile[];
  /** −1 if the file isn't in the list. */
  readonly at: number;
}

/** Commands that navigate through the files of a merge request, starting at the open diff. */
export function reviewWalkCommands(deps: ReviewWalkDeps): readonly CommandRow[] {
  const failure = (): string => t("Couldn't open the file.");
  const stepTo = (id: RowCommandId, way: Way): CommandRow => ({
    id,
    failure,
    run: async () => {
      const place = await placeOf(deps);
      if (place === undefined) showHow(deps);
      else await toFile(deps, place, place.files[place.at + way], way);
    },
  });
  const changeTo = (id: RowCommandId, way: Way): CommandRow => ({
    id,
    failure: () =>
      way === 1 ? t("Couldn't go to the next change.") : t("Couldn't go to the previous change."),
    run: async () => {
      if (activeReview() === undefined && !isShowingSeveral()) showHow(deps);
      else await toChange(deps, way);
    },
  });
  return [
    stepTo(COMMAND.nextFile, 1),
    stepTo(COMMAND.previousFile, -1),
    {
      id: COMMAND.nextUnviewedFile,
      failure,
      run: async () => {
        const place = await placeOf(deps);
        if (place === undefined) showHow(deps);
        else await toUnviewed(deps, place);
      },
    },
    {
      id: COMMAND.markViewedAndNext,
      failure: () => t("Couldn't mark the file as viewed."),
      run: async () => {
        const place = await placeOf(deps);
        if (place === undefined) {
          showHow(deps);
          return;
        }
        const file = place.files[place.at];
        if (file !== undefined) await deps.viewed.set(place.key, [file], true);
        await toUnviewed(deps, place);
      },
    },
    changeTo(COMMAND.nextChange, 1),
    changeTo(COMMAND.previousChange, -1),
  ];
}

function showHow({ prompts }: ReviewWalkDeps): void {
  prompts.showMessage('info', t('Open a file diff in a merge request first.'), []);
}

/** In an editor with several files that has no cursor, the place is before the first file. */
async function placeOf({ changes, walkView }: ReviewWalkDeps): Promise<Place | undefined> {
  const address = activeReview()?.address;
  const active = address ?? (isShowingSeveral() ? activeMergeRequest() : undefined);
  if (active === undefined) return undefined;
  const key = { base: active.base, project: active.project, iid: active.iid };
  const set = await changes.whole(key);
  const files = walkOrder(set.files, walkView(set));
  const file = address && fileOfSide(files, address.path);
  return { key, set, files, at: file === undefined ? -1 : files.indexOf(file) };
}

async function toFile(
  deps: ReviewWalkDeps,
  { key, set }: Place,
  file: ReviewFile | undefined,
  way: Way,
): Promise<boolean> {
  if (file !== undefined) return openFileDiff(deps, set, file);
  const end =
    way === 1
      ? t('This is the last changed file in !{0}.', key.iid)
      : t('This is the first changed file in !{0}.', key.iid);
  deps.prompts.showStatus(end);
  return false;
}

/** Wraps around, because files above the current one may have been skipped. */
async function toUnviewed(deps: ReviewWalkDeps, place: Place): Promise<void> {
  const { key, set, files, at } = place;
  const round = [...files.slice(at + 1), ...files.slice(0, Math.max(at, 0))];
  const file = round.find((each) => !deps.viewed.isViewed(key, each));
  if (file !== undefined) {
    await openFileDiff(deps, set, file);
    return;
  }
  const here = files[at];
  const all = here === undefined || deps.viewed.isViewed(key, here);
  deps.prompts.showStatus(
    all
      ? t('All files in !{0} are marked as viewed.', key.iid)
      : t('All other files in !{0} are marked as viewed.', key.iid),
  );
}

/** Goes to the next change in the editor; after the last one, to the next file that isn't viewed. */
async function toChange(deps: ReviewWalkDeps, way: Way): Promise<void> {
  const shows = activeReview()?.shows ?? 'several';
  if (shows === 'diff' && (await stepped(way))) return;
  const place = await placeOf(deps);
  if (place === undefined) return;
  if (shows === 'several' && (await steppedInSeveral(place, way))) return;
  const { key, files, at } = place;
  const ahead = way === 1 ? files.slice(at + 1) : files.slice(0, Math.max(at, 0)).reverse();
  const next = ahead.find((file) => !deps.viewed.isViewed(key, file));
  if (!(await toFile(deps, place, next, way))) return;
  // The editor reveals the first change when it opens. From there, stepping back wraps around to the last
  // one.
  if (way === -1 && activeReview()?.shows === 'diff') await commands.executeCommand(STEP[way]);
}

/**
 * Goes to the next change. Returns false if there is none, and restores the selection if the editor wrapped
 * around.
 */
async function stepped(way: Way): Promise<boolean> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return false;
  const { selection } = editor;
  const before = selection.active.line;
  await moving(STEP[way], MOVING_MS);
  const after = window.activeTextEditor?.selection.active.line ?? before;
  if ((after - before) * way > 0) return true;
  if (after !== before) editor.selection = selection;
  return false;
}

/**
 * Goes to the next change in an editor with several files; false if there is none. After the last change, VS Code
 * goes to the first one. Editors that show something else, such as a commit, aren't left.
 */
async function steppedInSeveral({ set, files, at }: Place, way: Way): Promise<boolean> {
  const before = lineOfCursor();
  try {
    await moving(STEP_IN_SEVERAL[way], files.length > 1 ? MOVING_IN_SEVERAL_MS : MOVING_MS);
  } catch {
    return false; // VS Code doesn't have the command.
  }
  const address = activeReview()?.address;
  // Without a cursor, VS Code goes to the first change.
  if (at === -1 || (address !== undefined && address.to !== set.refs?.head)) return true;
  const file = address && fileOfSide(files, address.path);
  const now = file === undefined ? -1 : files.indexOf(file);
  return (now === at ? lineOfCursor() - before : now - at) * way > 0;
}

const lineOfCursor = (): number => window.activeTextEditor?.selection.active.line ?? -1;

/** Runs a command that moves the cursor, and waits until that is reported, at most `maxMs`. */
async function moving(command: string, maxMs: number): Promise<void> {
  const moved = cursorMoves(maxMs);
  await commands.executeCommand(command);
  await moved;
}

/** Resolves when the cursor moves or another editor is active, after `maxMs` at the latest. */
function cursorMoves(maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const each of subscriptions) each.dispose();
      resolve();
    };
    const subscriptions: readonly Disposable[] = [
      window.onDidChangeTextEditorSelection(done),
      window.onDidChangeActiveTextEditor(done),
    ];
    const timer = setTimeout(done, maxMs);
  });
}
