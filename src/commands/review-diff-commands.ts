import { createHash } from 'node:crypto';
import { commands, env, Range, Uri, workspace } from 'vscode';
import type { ChangeSet } from '../app/change-set';
import type { Clones } from '../app/clones';
import type { MergeRequestKey } from '../app/keys';
import { fileOfSide } from '../app/side-file';
import { mergeRequestTargetOf, targetOf } from '../app/targets';
import { t } from '../base/localize';
import { folderOf, nameOf } from '../domain/diff/file-tree';
import type { ReviewFile } from '../domain/diff/review-file';
import { walkOrder, type WalkLook } from '../domain/diff/walk-order';
import { activeReview, activeSideLine, sideOfArgument } from '../editor/active-review';
import type { PickItem, Prompts } from '../editor/prompts';
import { CHANGE_MARKS } from '../presentation/change-marks';
import { COMMAND } from '../presentation/command-ids';
import { parts } from '../presentation/row';
import { sideAddress, type SideAddress } from '../presentation/side-address';
import type { CommandRow } from './command-row';
import { openTogether } from './open-together';
import { findFile, notReady, openFileDiff, sidesIn, titleOf, type OpenDiffPorts } from './review-open';

export interface ReviewDiffPorts extends OpenDiffPorts {
  readonly prompts: Prompts;
  readonly clones: Pick<Clones, 'of'>;
  /** How the rows of the changes stand. */
  readonly look: () => WalkLook;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
}

/** A file of what is shown of a merge request. */
interface Changed {
  readonly set: ChangeSet;
  readonly file: ReviewFile;
}

/** The changes of a merge request in the editor's own diffs. */
export function reviewDiffCommands(ports: ReviewDiffPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.openFileDiff,
      failure: () => t('The diff was not opened.'),
      run: async (argument) => {
        const changed = await changedOf(ports, argument, t('Open File Diff'));
        if (changed === undefined) return;
        const line = numberIn(argument, 'line');
        await openFileDiff(ports, changed.set, changed.file, { line });
      },
    },
    {
      id: COMMAND.openAllChanges,
      failure: () => t('The changes were not opened.'),
      run: async (argument) => {
        const key =
          keyIn(argument) ??
          (argument === undefined ? keyOf(activeReview()?.address) : undefined) ??
          (await ports.mergeRequestOf(argument, t('Open Changes in One Editor')));
        if (key !== undefined) await openAll(ports, await ports.changes.whole(key));
      },
    },
    {
      id: COMMAND.openChangedFile,
      failure: () => t('The file was not opened.'),
      run: async (argument) => {
        // Read before the person looks at another thing.
        const line = activeSideLine();
        const changed = await changedOf(ports, argument, t('Open File'));
        if (changed !== undefined) await openWorkingFile(ports, changed, line);
      },
    },
    {
      id: COMMAND.openFileAtVersion,
      failure: () => t('The file was not opened.'),
      run: async (argument) => {
        const line = activeSideLine();
        const changed = await changedOf(ports, argument, t('Open File at This Version'));
        if (changed !== undefined) await openAtVersion(ports, changed, line);
      },
    },
    {
      id: COMMAND.copyFilePath,
      failure: () => t('The path was not copied.'),
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

function pathIn(argument: unknown): string | undefined {
  const target = targetOf(argument);
  return target?.kind === 'change' ? target.path : sideOfArgument(argument)?.path;
}

function keyIn(argument: unknown): MergeRequestKey | undefined {
  const target = targetOf(argument);
  if (target?.kind === 'change' || target?.kind === 'change-folder') return target.mergeRequest;
  return mergeRequestTargetOf(argument) ?? keyOf(sideOfArgument(argument));
}

function keyOf(address: SideAddress | undefined): MergeRequestKey | undefined {
  return address && { base: address.base, project: address.project, iid: address.iid };
}

/** The file of a row, of an editor's menu, of an address of the page, of the diff in front, or one that is chosen. */
async function changedOf(
  ports: ReviewDiffPorts,
  argument: unknown,
  title: string,
): Promise<Changed | undefined> {
  const given = keyIn(argument);
  const path = pathIn(argument) ?? (given === undefined ? activeReview()?.address.path : undefined);
  const hash = textIn(argument, 'file');
  const key =
    given ??
    (argument === undefined ? keyOf(activeReview()?.address) : undefined) ??
    (await ports.mergeRequestOf(argument, title));
  if (key === undefined) return undefined;
  if (path !== undefined || hash !== undefined) {
    const find = (files: readonly ReviewFile[]): ReviewFile | undefined =>
      path === undefined ? files.find((file) => hashOf(file) === hash) : fileOfSide(files, path);
    const { set, file } = await findFile(ports, key, find);
    if (file !== undefined) return { set, file };
    if (path !== undefined) {
      tellGone(ports, key, path);
      return undefined;
    }
  }
  return pickFile(ports, key, title);
}

/** As the real service names a file in the address of its page. */
const hashOf = ({ path }: ReviewFile): string => createHash('sha1').update(path).digest('hex');

function textIn(argument: unknown, name: string): string | undefined {
  const value = valueIn(argument, name);
  return typeof value === 'string' ? value : undefined;
}
function numberIn(argument: unknown, name: string): number | undefined {
  const value = valueIn(argument, name);
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
function valueIn(argument: unknown, name: string): unknown {
  if (typeof argument !== 'object' || argument === null) return undefined;
  return new Map<string, unknown>(Object.entries(argument)).get(name);
}

function tellGone({ prompts }: ReviewDiffPorts, { iid }: MergeRequestKey, path: string): void {
  prompts.tell('info', t('{0} is not among the changes of !{1} that are shown now.', nameOf(path), iid), []);
}

async function pickFile(
  ports: ReviewDiffPorts,
  key: MergeRequestKey,
  title: string,
): Promise<Changed | undefined> {
  const found: { set?: ChangeSet } = {};
  const file = await ports.prompts.pick<ReviewFile>({
    title,
    placeholder: t('A file that !{0} changes', key.iid),
    looking: t('Looking for the changes…'),
    items: async (signal) => {
      found.set = await ports.changes.whole(key, undefined, { signal });
      return walkOrder(found.set.files, ports.look()).map(fileItem);
    },
  });
  if (found.set?.files.length === 0) ports.prompts.tell('info', t('!{0} changes nothing.', key.iid), []);
  return found.set === undefined || file === undefined ? undefined : { set: found.set, file };
}

const fileItem = (file: ReviewFile): PickItem<ReviewFile> => ({
  label: nameOf(file.path),
  description: parts(folderOf(file.path) || undefined, CHANGE_MARKS[file.diff.change].word()),
  icon: 'file',
  value: file,
});

/** Opens the files in one editor. Those without text have nothing to show there. */
async function openAll(ports: ReviewDiffPorts, set: ChangeSet): Promise<void> {
  const files = walkOrder(set.files, ports.look()).filter(({ diff }) => !diff.binary);
  if (files.length === 0) {
    ports.prompts.tell('info', nothingOf(set), []);
    return;
  }
  const together = files.flatMap((file) => sidesIn(set, file) ?? []);
  if (together.length === 0) ports.prompts.tell('info', notReady(set.mergeRequest), []);
  else await openTogether(ports, { title: titleOf(ports, set, t('Changes')), files: together });
}

/** The file of the working tree in a clone that is open here, at the line that was read. */
async function openWorkingFile(
  ports: ReviewDiffPorts,
  changed: Changed,
  line: number | undefined,
): Promise<void> {
  const { set, file } = changed;
  const clones = await ports.clones.of(set.mergeRequest);
  for (const { repository } of clones) {
    const uri = Uri.joinPath(Uri.parse(repository, true), file.path);
    if (await isThere(uri)) {
      await commands.executeCommand('vscode.open', uri, atLine(line));
      return;
    }
  }
  const name = nameOf(file.path);
  const said =
    clones.length === 0
      ? t('No clone of the project is open here, so {0} is not in the workspace.', name)
      : t('{0} is not in the workspace: another branch may be checked out.', name);
  ports.prompts.tell('info', said, [
    {
      title: t('Open File at This Version'),
      run: () => openAtVersion(ports, changed, line),
      failure: () => t('The file was not opened.'),
    },
  ]);
}

async function isThere(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** The newer side by itself; of a file that is deleted the older one. */
async function openAtVersion(
  ports: ReviewDiffPorts,
  { set, file }: Changed,
  line: number | undefined,
): Promise<void> {
  const sides = sidesIn(set, file);
  if (sides === undefined) {
    ports.prompts.tell('info', notReady(set.mergeRequest), []);
    return;
  }
  const side = sides.new.form === 'empty' ? sides.old : sides.new;
  const sha = (side.side === 'new' ? side.to : side.from).slice(0, 8);
  const title = t('{0} ({1})', nameOf(file.path), sha);
  await commands.executeCommand('vscode.open', Uri.from(sideAddress(side)), atLine(line), title);
}

const atLine = (line: number | undefined) =>
  line === undefined ? {} : { selection: new Range(line - 1, 0, line - 1, 0) };

/** Why there is nothing to open. */
function nothingOf({ mergeRequest: { iid }, range, files }: ChangeSet): string {
  const compared = range.from !== undefined;
  if (files.length === 0)
    return compared
      ? t('Between these versions nothing changed in !{0}.', iid)
      : t('!{0} changes nothing.', iid);
  return compared && files.every(({ verdict }) => verdict === 'rebased')
    ? t('Between these versions a rebase moved the changes of !{0}, and nothing else changed.', iid)
    : t('!{0} changes no text.', iid);
}
