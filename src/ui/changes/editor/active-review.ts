import { TabInputCustom, TabInputText, TabInputTextDiff, window } from 'vscode';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { LruMap } from '../../../base/lru-map';
import { readReadingAddress } from '../../../presentation/changes/reading-address';
import { readSideAddress, type SideAddress, sideName } from '../../../presentation/changes/side-address';
import type { FileSides } from '../../../presentation/changes/sides';
import type { CommandArgument } from '../../../schemas/command-argument';
import { valueOfTab } from '../../shared/editor/tab-labels';
import { shownSide, workingLinesOf } from './shown-side';

/** The side of a file in the active editor. */
export interface ActiveReview {
  readonly address: SideAddress;
  /** `diff`: the editor shows both sides of a text or a binary file. `several`: it shows several files. */
  readonly shows: 'diff' | 'several' | 'other';
}

/** The content of an opened editor. `address` is undefined if it shows several files. */
interface Opened {
  readonly key: MergeRequestKey;
  readonly address?: SideAddress;
}

/** Maximum number of stored editors. */
const MAX_OPENED = 30;

/**
 * Editors opened by the extension, by label. For diffs of images and for editors with several files, the API
 * reports only the label.
 */
const opened = new LruMap<string, Opened>(MAX_OPENED);

const sideOf = ({ old, new: now }: FileSides): SideAddress => (now.form === 'empty' ? old : now);
const keyOf = ({ base, project, iid }: SideAddress): MergeRequestKey => ({ base, project, iid });

/**
 * Records that a diff of one file was opened. The label of an image diff is the title in older versions of VS
 * Code, and the two file names in newer ones.
 */
export function recordOpened(title: string, sides: FileSides): void {
  const address = sideOf(sides);
  for (const label of [title, `${sideName(sides.old)} ↔ ${sideName(sides.new)}`])
    opened.set(label, { key: keyOf(address), address });
}

/** Records that several files were opened in one editor. */
export function recordOpenedTogether(title: string, sides: FileSides): void {
  opened.set(title, { key: keyOf(sideOf(sides)) });
}

/** Returns the diff, or a single side, in the active editor; undefined for other editors. */
export function activeReview(): ActiveReview | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  const known = valueOfTab(opened, tab)?.address;
  if (known !== undefined) return { address: known, shows: 'other' };
  const address = addressOf(input);
  if (address === undefined) return undefined;
  if (input instanceof TabInputTextDiff) return { address, shows: 'diff' };
  return { address, shows: isShowingSeveral() ? 'several' : 'other' };
}

/** True if any tab shows a diff or several files of the merge request. */
export function isDiffOpen(key: MergeRequestKey): boolean {
  const id = mergeRequestId(key);
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some((tab) => {
      const { input } = tab;
      const address =
        input instanceof TabInputTextDiff
          ? (readSideAddress(input.modified) ?? readSideAddress(input.original))
          : undefined;
      const shown = address === undefined ? valueOfTab(opened, tab)?.key : keyOf(address);
      return shown !== undefined && mergeRequestId(shown) === id;
    }),
  );
}

/** True if the active editor shows several files of a merge request. */
export function isShowingSeveral(): boolean {
  const found = valueOfTab(opened, window.tabGroups.activeTabGroup.activeTab);
  return found !== undefined && found.address === undefined;
}

/** A file of the workspace is a side only in a diff of a merge request. In an editor with several files, uses the one with the cursor. */
function addressOf(input: unknown): SideAddress | undefined {
  if (input instanceof TabInputText || input instanceof TabInputCustom) return readSideAddress(input.uri);
  if (input instanceof TabInputTextDiff) {
    const original = readSideAddress(input.original);
    return readSideAddress(input.modified) ?? (original && (shownSide(input.modified) ?? original));
  }
  const editor = window.activeTextEditor;
  return editor && shownSide(editor.document.uri);
}

/** Returns the merge request of the diff, the files, or the text in the active editor. */
export function activeMergeRequest(): MergeRequestKey | undefined {
  const read = window.activeTextEditor && readReadingAddress(window.activeTextEditor.document.uri);
  if (read !== undefined) return read;
  const address = activeReview()?.address;
  // An editor with several files may not have a cursor in any of them.
  return address === undefined
    ? valueOfTab(opened, window.tabGroups.activeTabGroup.activeTab)?.key
    : keyOf(address);
}

/** Returns the head of the version that the active diff shows; undefined if it shows no version. */
export function activeHead(
  changes: {
    peekVersions(
      key: MergeRequestKey,
    ): readonly { readonly head_commit_sha?: string | null | undefined }[] | undefined;
  },
  key: MergeRequestKey,
): string | undefined {
  const address = activeReview()?.address;
  if (address === undefined || mergeRequestId(keyOf(address)) !== mergeRequestId(key)) return undefined;
  const isHead = changes.peekVersions(key)?.some((version) => version.head_commit_sha === address.to);
  return isHead === true ? address.to : undefined;
}

/** Returns the side in whose editor menu a command was selected; menus pass the URI of the document. */
export const sideOfArgument = (argument: CommandArgument): SideAddress | undefined =>
  argument?.document && shownSide(argument.document);

/**
 * Returns the line of the cursor, starting at 1, if the active editor shows a side. In a file of the workspace,
 * this is the line at the head; undefined for a line with local changes.
 */
export function activeSideLine(): number | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined || shownSide(editor.document.uri) === undefined) return undefined;
  const line = editor.selection.active.line + 1;
  const lines = workingLinesOf(editor.document);
  return lines === undefined ? line : lines.toHead({ start: line, end: line })?.start;
}
