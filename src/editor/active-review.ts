import { TabInputCustom, TabInputText, TabInputTextDiff, Uri, window } from 'vscode';
import { readSideAddress, type SideAddress } from '../presentation/side-address';

/** The side of a file that a person looks at. */
export interface ActiveReview {
  readonly address: SideAddress;
  /** Both sides are beside each other. */
  readonly isDiff: boolean;
}

/** The diff that was opened last: of one that shows pictures the editor tells nothing but its label. */
let opened: { readonly label: string; readonly address: SideAddress } | undefined;

/** A diff was opened here, with the names of its sides. */
export function noteOpened(sides: { readonly old: SideAddress; readonly new: SideAddress }): void {
  const name = ({ path }: SideAddress): string => path.slice(path.lastIndexOf('/') + 1);
  const address = sides.new.form === 'empty' ? sides.old : sides.new;
  opened = { label: `${name(sides.old)} ↔ ${name(sides.new)}`, address };
}

/** The diff, or the one side of it, in the active editor; undefined where another thing is there. */
export function activeReview(): ActiveReview | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  if (input === undefined && opened !== undefined && tab?.label === opened.label)
    return { address: opened.address, isDiff: false };
  // In the editor of many files the one with the cursor.
  const uris = urisOf(input) ?? [window.activeTextEditor?.document.uri];
  for (const uri of uris) {
    const address = uri === undefined ? undefined : readSideAddress(uri);
    if (address !== undefined) return { address, isDiff: input instanceof TabInputTextDiff };
  }
  return undefined;
}

function urisOf(input: unknown): readonly Uri[] | undefined {
  if (input instanceof TabInputTextDiff) return [input.modified, input.original];
  if (input instanceof TabInputText || input instanceof TabInputCustom) return [input.uri];
  return undefined;
}

/** The side that a menu of an editor was opened at: these hand over its address. */
export const sideOfArgument = (argument: unknown): SideAddress | undefined =>
  argument instanceof Uri ? readSideAddress(argument) : undefined;

/** The line in which the cursor is, from 1, where it is in one of our sides. */
export function activeSideLine(): number | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined || readSideAddress(editor.document.uri) === undefined) return undefined;
  return editor.selection.active.line + 1;
}
