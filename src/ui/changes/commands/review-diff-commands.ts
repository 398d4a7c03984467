import { createHash } from 'node:crypto';
import { commands, env, Range, Uri } from 'vscode';
import type { ChangeSet } from '../../../app/changes/change-set';
import { fileOfSide } from '../../../app/changes/sides/side-file';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import { shortSha } from '../../../base/short-sha';
import { baseName, folderOf } from '../../../domain/changes/file-tree';
import type { ReviewFile } from '../../../domain/changes/review-file';
import { walkOrder, type WalkView } from '../../../domain/changes/walk-order';
import { CHANGE_MARKS } from '../../../presentation/changes/change-marks';
import { type SideAddress, sideAddress } from '../../../presentation/changes/side-address';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { parts } from '../../../presentation/shared/row';
import { COMMAND_ARGUMENTS, type CommandArgument } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import type { PickItem, Prompts } from '../../shared/editor/prompts';
import { activeMergeRequest, activeReview, activeSideLine, sideOfArgument } from '../editor/active-review';
import { sidesIn } from '../editor/file-sides';
import type { WorkingFiles } from '../editor/working-files';
import {
  findFile,
  notReady,
  type OpenDiffDeps,
  openFileDiff,
  shownLine,
  titleOf,
  workingSideOf,
} from './open-diff';
import { openMultiDiff } from './open-multi-diff';

export interface ReviewDiffDeps extends OpenDiffDeps {
  readonly prompts: Prompts;
  readonly workingFiles: Pick<WorkingFiles, 'find'>;
  /** Returns the layout of the rows. */
  readonly walkView: (set: ChangeSet) => WalkView;
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
}

/** A displayed file of a merge request. */
interface Changed {
  readonly set: ChangeSet;
  readonly file: ReviewFile;
}

/** Commands that show the changes of a merge request in diff editors. */
export function reviewDiffCommands(deps: ReviewDiffDeps): readonly CommandRow[] {
  const rows = new OpenedRows();
  return [
    defineCommand({
      id: COMMAND.openFileDiff,
      args: COMMAND_ARGUMENTS.openFileDiff,
      failure: () => t("Couldn't open the diff."),
      run: async (argument) => {
        const again = rows.isOpenedAgain(argument?.id, pathIn(argument));
        try {
          const changed = await changedOf(deps, argument, t('Open File Diff'), argument?.file);
          if (changed === undefined) return;
          await openFileDiff(deps, changed.set, changed.file, {
            line: argument?.line,
            preview: !again,
            preserveFocus: argument?.id !== undefined && !again,
          });
        } finally {
          rows.opened(argument?.id);
        }
      },
    }),
    {
      id: COMMAND.openAllChanges,
      failure: () => t("Couldn't open the changes."),
      run: async (argument) => {
        const key =
          keyIn(argument) ??
          (argument === undefined ? activeMergeRequest() : undefined) ??
          (await deps.mergeRequestOf(argument, t('Open All Changes')));
        if (key !== undefined) await openAll(deps, await deps.changes.whole(key));
      },
    },
    {
      id: COMMAND.openChangedFile,
      failure: () => t("Couldn't open the file."),
      run: async (argument) => {
        // Reads the line before another editor becomes active.
        const line = activeSideLine();
        const changed = await changedOf(deps, argument, t('Open File'));
        if (changed !== undefined) await openWorkingFile(deps, changed, line);
      },
    },
    {
      id: COMMAND.openFileAtVersion,
      failure: () => t("Couldn't open the file."),
      run: async (argument) => {
        const line = activeSideLine();
        const changed = await changedOf(deps, argument, t('Open File at This Version'));
        if (changed !== undefined) await openAtVersion(deps, changed, line);
      },
    },
    {
      id: COMMAND.copyFilePath,
      failure: () => t("Couldn't copy the path."),
      run: async (argument, _failing, selected) => {
        const rows = selected.length > 1 ? selected : [argument];
        const paths = rows.flatMap((row) => pathIn(row) ?? []);
        const active = activeReview()?.address.path;
        const lines = paths.length > 0 || active === undefined ? paths : [active];
        if (lines.length > 0) await env.clipboard.writeText(lines.join('\n'));
      },
    },
  ];
}

/**
 * The row whose diff was opened last. As in the Explorer view, the focus stays on a row that is selected, so that the arrow
 * keys go to the next one. Selecting the same row again, for example with a double click, moves the focus to its diff.
 */
class OpenedRows {
  #last: { readonly id: string | undefined; readonly isOpening: boolean } | undefined;

  /** True if the last row is selected again while its diff is being opened or is active. */
  isOpenedAgain(id: string | undefined, path: string | undefined): boolean {
    const last = this.#last;
    this.#last = { id, isOpening: true };
    if (id === undefined || last?.id !== id) return false;
    return last.isOpening || activeReview()?.address.path === path;
  }

  opened(id: string | undefined): void {
    if (this.#last?.id === id) this.#last = { id, isOpening: false };
  }
}

function pathIn(argument: CommandArgument): string | undefined {
  const target = argument?.target;
  return target?.kind === 'change' ? target.path : sideOfArgument(argument)?.path;
}

function keyIn(argument: CommandArgument): MergeRequestKey | undefined {
  const target = argument?.target;
  if (target?.kind === 'change' || target?.kind === 'change-folder') return target.mergeRequest;
  return mergeRequestTargetOf(argument) ?? keyOf(sideOfArgument(argument));
}

function keyOf(address: SideAddress | undefined): MergeRequestKey | undefined {
  return address && { base: address.base, project: address.project, iid: address.iid };
}

/** Returns the file of the row, the editor's menu, the page's link, or the active diff, or asks for one. */
async function changedOf(
  deps: ReviewDiffDeps,
  argument: CommandArgument,
  title: string,
  hash?: string,
): Promise<Changed | undefined> {
  const given = keyIn(argument);
  const path = pathIn(argument) ?? (given === undefined ? activeReview()?.address.path : undefined);
  const key =
    given ??
    (argument === undefined ? activeMergeRequest() : undefined) ??
    (await deps.mergeRequestOf(argument, title));
  if (key === undefined) return undefined;
  if (path !== undefined || hash !== undefined) {
    const find = (files: readonly ReviewFile[]): ReviewFile | undefined =>
      path === undefined ? files.find((file) => hashOf(file) === hash) : fileOfSide(files, path);
    const { set, file } = await findFile(deps, key, find);
    if (file !== undefined) return { set, file };
    if (path !== undefined) {
      showGoneMessage(deps, key, path);
      return undefined;
    }
  }
  return pickFile(deps, key, title);
}

/** The service uses the SHA-1 of the path as fragment of a file on the page of changes. */
const hashOf = ({ path }: ReviewFile): string => createHash('sha1').update(path).digest('hex');

function showGoneMessage({ prompts }: ReviewDiffDeps, { iid }: MergeRequestKey, path: string): void {
  prompts.showMessage(
    'info',
    t("{0} isn't part of the changes currently shown for !{1}.", baseName(path), iid),
    [],
  );
}

async function pickFile(
  deps: ReviewDiffDeps,
  key: MergeRequestKey,
  title: string,
): Promise<Changed | undefined> {
  const found: { set?: ChangeSet } = {};
  const file = await deps.prompts.pick<ReviewFile>({
    title,
    placeholder: t('Select a file changed in !{0}', key.iid),
    loading: t('Loading changes…'),
    items: async (signal) => {
      found.set = await deps.changes.whole(key, undefined, { signal });
      return walkOrder(found.set.files, deps.walkView(found.set)).map(fileItem);
    },
  });
  if (found.set?.files.length === 0) deps.prompts.showMessage('info', t('!{0} has no changes.', key.iid), []);
  return found.set === undefined || file === undefined ? undefined : { set: found.set, file };
}

const fileItem = (file: ReviewFile): PickItem<ReviewFile> => ({
  label: baseName(file.path),
  description: parts(folderOf(file.path) || undefined, CHANGE_MARKS[file.diff.change].word()),
  icon: 'file',
  value: file,
});

/** Opens the files in one editor, without binary files, which it can't show. */
async function openAll(deps: ReviewDiffDeps, set: ChangeSet): Promise<void> {
  const all = walkOrder(set.files, deps.walkView(set));
  const files = all.filter(({ diff }) => !diff.binary);
  if (files.length === 0) {
    deps.prompts.showMessage('info', nothingOf(set), []);
    return;
  }
  const fileOf = new Map(
    files.flatMap((file) => {
      const sides = sidesIn(set, file);
      return sides === undefined ? [] : [[sides, file] as const];
    }),
  );
  const together = [...fileOf.keys()];
  if (together.length === 0) deps.prompts.showMessage('info', notReady(set.mergeRequest), []);
  else {
    const title = withLeftOut(
      titleOf(deps, set, t('Changes'), { isWorking: false }),
      all.length - together.length,
    );
    await openMultiDiff(deps, {
      title,
      files: together,
      workingOf: async (sides) => {
        const file = fileOf.get(sides);
        return file && workingSideOf(deps, set, file);
      },
    });
  }
}

/** Adds the number of files that the editor doesn't show to the title. */
function withLeftOut(title: string, count: number): string {
  if (count === 0) return title;
  return parts(
    title,
    t('{0, plural, one {# binary file not shown} other {# binary files not shown}}', count),
  );
}

/** Opens the file of the working tree, in an open clone, at the given line. */
async function openWorkingFile(
  deps: ReviewDiffDeps,
  changed: Changed,
  line: number | undefined,
): Promise<void> {
  const { set, file } = changed;
  const found = await deps.workingFiles.find(set.mergeRequest, file.path);
  if (found.kind === 'file') {
    const uri = Uri.parse(found.address, true);
    const selection = line === undefined ? {} : { selection: await shownLine(uri, line) };
    await commands.executeCommand('vscode.open', uri, selection);
    return;
  }
  const name = baseName(file.path);
  const messages = {
    'no-clone': t("{0} isn't in the workspace because no clone of its project is open.", name),
    missing: t("{0} isn't in the workspace. Another branch may be checked out.", name),
    refused: t(
      "{0} can't be opened from the workspace because it's in the .git folder or behind a symbolic link.",
      name,
    ),
  };
  deps.prompts.showMessage('info', messages[found.kind], [
    {
      title: t('Open File at This Version'),
      run: () => openAtVersion(deps, changed, line),
      failure: () => t("Couldn't open the file."),
    },
  ]);
}

/** Opens the new side of a file; for deleted files, the old side. */
async function openAtVersion(
  deps: ReviewDiffDeps,
  { set, file }: Changed,
  line: number | undefined,
): Promise<void> {
  const sides = sidesIn(set, file);
  if (sides === undefined) {
    deps.prompts.showMessage('info', notReady(set.mergeRequest), []);
    return;
  }
  const side = sides.new.form === 'empty' ? sides.old : sides.new;
  const sha = shortSha(side.side === 'new' ? side.to : side.from);
  const title = `${baseName(file.path)} (${sha})`;
  await commands.executeCommand(
    'vscode.open',
    Uri.from(sideAddress(side)),
    atLine(line),
    escapeInvisibleLine(title),
  );
}

const atLine = (line: number | undefined) =>
  line === undefined ? {} : { selection: new Range(line - 1, 0, line - 1, 0) };

/** Returns why there is nothing to open. */
function nothingOf({ mergeRequest: { iid }, range, files }: ChangeSet): string {
  const compared = range.from !== undefined;
  if (files.length === 0)
    return compared ? t('No changes between these versions of !{0}.', iid) : t('!{0} has no changes.', iid);
  return compared && files.every(({ comparison }) => comparison === 'rebased')
    ? t('These versions of !{0} differ only by a rebase.', iid)
    : t('!{0} has no text changes.', iid);
}
