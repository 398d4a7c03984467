import { commands, type Tab, Uri, window } from 'vscode';
import { safePath } from '../../app/shared/git-port';
import { isRecord } from '../../base/record';

/** Opens a file with conflicts in the three-way merge editor; without that editor, as text. */
export async function openConflict(repository: string, path: string): Promise<void> {
  const file = Uri.joinPath(Uri.parse(repository, true), safePath(path));
  try {
    // The Git extension provides the versions of the index and their names.
    await commands.executeCommand('git.openMergeEditor', file);
  } catch {
    await commands.executeCommand('vscode.open', file);
  }
}

/** The type of the input of merge editors isn't part of the stable API, so it is checked here. */
function isMergeEditorOf(file: Uri, tab: Tab | undefined): boolean {
  const input: unknown = tab?.input;
  return isRecord(input) && input['result'] instanceof Uri && input['result'].toString() === file.toString();
}

/** Returns the files whose merge editor has unsaved changes. */
export function unsavedConflicts(repository: string, paths: readonly string[]): readonly string[] {
  const root = Uri.parse(repository, true);
  const dirty = window.tabGroups.all.flatMap((group) => group.tabs).filter(({ isDirty }) => isDirty);
  return paths.filter((path) => dirty.some((tab) => isMergeEditorOf(Uri.joinPath(root, path), tab)));
}

/**
 * Closes the merge editors of files without saving, because these editors change the text when they are opened
 * and would ask whether to save it.
 */
export async function closeConflicts(
  repository: string,
  paths: readonly string[],
  { opens }: { readonly opens: boolean },
): Promise<void> {
  const root = Uri.parse(repository, true);
  for (const path of paths) {
    const file = Uri.joinPath(root, path);
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    if (!tabs.some((tab) => isMergeEditorOf(file, tab))) continue;
    // There is no other way to make it the active editor. The Git extension opens only files with conflicts.
    if (opens) await openConflict(repository, path);
    if (isMergeEditorOf(file, window.tabGroups.activeTabGroup.activeTab))
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}
