import { TabInputText, TabInputTextDiff, type TextEditor, Uri, window } from 'vscode';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { editAddress } from '../../../presentation/merge-requests/edit-address';

/** Opens the editor of a description. */
export const showDescription = (key: MergeRequestKey): Thenable<TextEditor> =>
  window.showTextDocument(Uri.from(editAddress(key)), { preview: false });

/** True if a description is open, also in a comparison with the version of the server. */
export function hasDescriptionTab(key: MergeRequestKey): boolean {
  const uri = Uri.from(editAddress(key)).toString();
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => editedIn(input)?.toString() === uri),
  );
}

/** Returns the file that is edited in a tab; undefined for tabs without text. */
export function editedIn(input: unknown): Uri | undefined {
  if (input instanceof TabInputTextDiff) return input.modified;
  return input instanceof TabInputText ? input.uri : undefined;
}
