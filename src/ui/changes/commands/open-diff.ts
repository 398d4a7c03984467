import { commands, Range, Uri, workspace } from 'vscode';
import type { ChangeSet } from '../../../app/changes/change-set';
import type { Changes } from '../../../app/changes/changes';
import type { SideContent } from '../../../app/changes/sides/side-content';
import type { SideNote } from '../../../app/changes/sides/side-text';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { settleAll } from '../../../app/shared/settle-all';
import { t } from '../../../base/localize';
import { baseName } from '../../../domain/changes/file-tree';
import type { ReviewFile } from '../../../domain/changes/review-file';
import { isImagePath } from '../../../domain/shared/file-content';
import {
  binaryLabel,
  type FileSizes,
  lineEndingLabel,
  sizesLabel,
} from '../../../presentation/changes/change-labels';
import { diffTitle } from '../../../presentation/changes/diff-title';
import { sideAddress } from '../../../presentation/changes/side-address';
import { SIDE_NOTES } from '../../../presentation/changes/side-messages';
import type { FileSides } from '../../../presentation/changes/sides';
import { parts } from '../../../presentation/shared/row';
import type { Prompts } from '../../shared/editor/prompts';
import { recordOpened } from '../editor/active-review';
import { sidesIn, sizesOf } from '../editor/file-sides';
import { workingLinesOf, workingSide } from '../editor/shown-side';
import type { WorkingSides } from '../editor/working-sides';

export interface OpenDiffDeps {
  readonly changes: Pick<Changes, 'get' | 'whole' | 'peekVersions' | 'versionNumber'>;
  readonly content: Pick<SideContent, 'read' | 'peek'>;
  /** Finds files of the workspace that are used as the new side. */
  readonly workingSides: Pick<WorkingSides, 'find'>;
  readonly prompts: Pick<Prompts, 'showMessage' | 'showStatus' | 'progress'>;
  /** Starts to load the comments, so that they are shown as soon as possible after the lines. */
  readonly loadComments: (key: MergeRequestKey) => void;
}

/** How a diff is opened. `line`: the line on the new side, starting at 1. */
export interface OpenDiffOptions {
  readonly line?: number | undefined;
  readonly preview?: boolean | undefined;
  /** Whether the focus stays where it is, for example in the view. */
  readonly preserveFocus?: boolean | undefined;
}

/** Number of diffs that were opened, so that one that took long isn't opened after another one. */
let openings = 0;

/** Opens the diff of a file. If it isn't ready, shows a message and returns false. */
export async function openFileDiff(
  deps: OpenDiffDeps,
  set: ChangeSet,
  file: ReviewFile,
  { line, preview = true, preserveFocus = false }: OpenDiffOptions = {},
): Promise<boolean> {
  const sides = sidesIn(set, file);
  if (sides === undefined) {
    deps.prompts.showMessage('info', notReady(set.mergeRequest), []);
    return false;
  }
  const opening = ++openings;
  deps.loadComments(set.mergeRequest);
  // Reads the sides to get the cause of a failure, which the editor doesn't show. The editor reuses the
  // result.
  const reading = readBoth(deps, sides);
  const working = await workingSideOf(deps, set, file);
  const [left, right] = [Uri.from(sideAddress(sides.old)), working ?? Uri.from(sideAddress(sides.new))];
  const name = baseName(file.path);
  // The editor shows nothing of a binary file before it is read, and its title can't be changed.
  if (file.diff.binary) await deps.prompts.progress.inStatusBar(t('Loading {0}…', name), () => reading);
  if (opening !== openings) return true;
  const sizes = file.diff.binary ? sizesOf(deps.content, sides) : undefined;
  const title = parts(
    titleOf(deps, set, name, { isWorking: working !== undefined }),
    lineEndingLabel(file),
    sizes && titleSizes(file, sizes),
  );
  recordOpened(title, sides);
  const selection = line === undefined ? {} : { selection: await shownLine(right, line) };
  await commands.executeCommand('vscode.diff', left, right, title, {
    preview,
    preserveFocus,
    ...selection,
    ...(isTextWithImageName(file) ? { override: true } : {}),
  });
  remark(deps, await reading);
  const label = sizes && isImagePath(file.path) ? sizesLabel(file, sizes) : undefined;
  // The tab of an image may not show the title.
  if (label !== undefined) deps.prompts.showStatus(parts(name, label));
  return true;
}

/** An image is recognizable as such. */
const titleSizes = (file: ReviewFile, sizes: FileSizes): string | undefined =>
  isImagePath(file.path) ? sizesLabel(file, sizes) : binaryLabel(file, sizes);

/**
 * True for text with the name of an image, such as Git LFS pointers, which the editor can't show as images.
 * The command opens it as text with the undocumented option `override`; if that doesn't work, the editor
 * shows a button for it.
 */
const isTextWithImageName = ({ path, diff }: ReviewFile): boolean =>
  isImagePath(path) && !diff.binary && diff.hunks.length > 0;

export const notReady = ({ iid }: MergeRequestKey): string =>
  t('The server is still preparing the changes in !{0}. Try again in a moment.', iid);

/**
 * Returns the file of the workspace that is used as the new side. Between two versions, a file may not have a new
 * side.
 */
export async function workingSideOf(
  { workingSides }: Pick<OpenDiffDeps, 'workingSides'>,
  { mergeRequest, refs }: ChangeSet,
  { diff, comparison }: ReviewFile,
): Promise<Uri | undefined> {
  return refs === undefined || comparison === 'gone'
    ? undefined
    : workingSides.find(mergeRequest, { refs, diff });
}

/** Returns where a document shows a line of the side, starting at 1. */
export async function shownLine(uri: Uri, line: number): Promise<Range> {
  const side = workingSide(uri);
  const lines = side && workingLinesOf(await workspace.openTextDocument(uri));
  const at = lines?.toWorking({ start: line, end: line }).start ?? line;
  return new Range(at - 1, 0, at - 1, 0);
}

/** For example, `app.ts (!12 base ↔ version 3)`. `isWorking`: the right side is the file of the workspace. */
export function titleOf(
  { changes }: Pick<OpenDiffDeps, 'changes'>,
  set: ChangeSet,
  name: string,
  { isWorking }: { readonly isWorking: boolean },
): string {
  const { mergeRequest, range } = set;
  const to = range.to ?? changes.peekVersions(mergeRequest)?.[0]?.id;
  return diffTitle(
    name,
    mergeRequest.iid,
    changes.versionNumber(mergeRequest, range.from),
    isWorking ? 'working' : changes.versionNumber(mergeRequest, to),
  );
}

function readBoth({ content }: OpenDiffDeps, sides: FileSides) {
  return settleAll([content.read(sides.old), content.read(sides.new)]);
}

/** Shows in the status bar how a side differs from the file. Throws the error if a side can't be read. */
function remark({ prompts }: OpenDiffDeps, texts: Awaited<ReturnType<typeof readBoth>>): void {
  const notes = new Set<SideNote>();
  if (texts.failure !== undefined) throw texts.failure;
  for (const { note } of texts.values) if (note !== undefined) notes.add(note);
  for (const note of notes) prompts.showStatus(SIDE_NOTES[note]());
}

/** Finds a file in the displayed changes. Loads further pages if the first ones don't contain it. */
export async function findFile(
  { changes }: Pick<OpenDiffDeps, 'changes'>,
  key: MergeRequestKey,
  find: (files: readonly ReviewFile[]) => ReviewFile | undefined,
): Promise<{ readonly set: ChangeSet; readonly file: ReviewFile | undefined }> {
  const first = await changes.get(key);
  const file = find(first.files);
  if (file !== undefined || first.complete) return { set: first, file };
  const set = await changes.whole(key);
  return { set, file: find(set.files) };
}
