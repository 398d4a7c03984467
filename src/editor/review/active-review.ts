import { TabInputCustom, TabInputText, TabInputTextDiff, type Uri, window } from 'vscode';
import type { MergeRequestKey } from '../../app/shared/keys';
import { LruMap } from '../../base/lru-map';
import { readSideAddress, type SideAddress } from '../../presentation/review/side-address';
import type { FileSides } from '../../presentation/review/sides';
import type { CommandArgument } from '../../schemas/command-argument';
import { byLabel } from '../shared/tab-labels';

/** The side of a file that a person looks at. */
export interface ActiveReview {
  readonly address: SideAddress;
  /** Both sides are beside each other. */
  readonly isDiff: boolean;
}

/** What an editor shows that was opened here. `address` is missing where it shows several files. */
interface Opened {
  readonly key: MergeRequestKey;
  readonly address?: SideAddress;
}

/** Editors that are remembered. */
const MAX_OPENED = 30;

/**
 * Editors that were opened here, by label. For diffs of images and for editors with several files, the API reports
 * nothing but the label.
 */
const opened = new LruMap<string, Opened>(MAX_OPENED);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const sideOf = ({ old, new: now }: FileSides): SideAddress => (now.form === 'empty' ? old : now);
const keyOf = ({ base, project, iid }: SideAddress): MergeRequestKey => ({ base, project, iid });

/** Remembers that a diff of one file is opened. The label of an image is the title in older versions of VS Code, and the two names in newer ones. */
export function noteOpened(title: string, sides: FileSides): void {
  const address = sideOf(sides);
  for (const label of [title, `${nameOf(sides.old.path)} ↔ ${nameOf(sides.new.path)}`])
    opened.set(label, { key: keyOf(address), address });
}

/** Remembers that several files are opened in one editor. */
export function noteOpenedTogether(title: string, sides: FileSides): void {
  opened.set(title, { key: keyOf(sideOf(sides)) });
}

/** The diff, or the one side of it, in the active editor; undefined where another thing is there. */
export function activeReview(): ActiveReview | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  const known = byLabel(opened, tab)?.address;
  if (known !== undefined) return { address: known, isDiff: false };
  // In the editor of many files the one with the cursor.
  const uris = urisOf(input) ?? [window.activeTextEditor?.document.uri];
  for (const uri of uris) {
    const address = uri === undefined ? undefined : readSideAddress(uri);
    if (address !== undefined) return { address, isDiff: input instanceof TabInputTextDiff };
  }
  return undefined;
}

/** The merge request of the diff or of the files in the active editor. */
export function activeMergeRequest(): MergeRequestKey | undefined {
  const address = activeReview()?.address;
  // An editor with several files may have no cursor in any of them.
  return address === undefined
    ? byLabel(opened, window.tabGroups.activeTabGroup.activeTab)?.key
    : keyOf(address);
}

function urisOf(input: unknown): readonly Uri[] | undefined {
  if (input instanceof TabInputTextDiff) return [input.modified, input.original];
  if (input instanceof TabInputText || input instanceof TabInputCustom) return [input.uri];
  return undefined;
}

/** The side that a menu of an editor was opened at: these hand over its address. */
export const sideOfArgument = (argument: CommandArgument): SideAddress | undefined =>
  argument?.document && readSideAddress(argument.document);

/** The line in which the cursor is, from 1, where it is in one of our sides. */
export function activeSideLine(): number | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined || readSideAddress(editor.document.uri) === undefined) return undefined;
  return editor.selection.active.line + 1;
}
