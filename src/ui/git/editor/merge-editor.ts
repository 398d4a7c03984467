import { commands, type Tab, TabInputText, Uri, window, workspace } from 'vscode';
import { safePath } from '../../../app/shared/git-port';
import { ignoreError } from '../../../base/background';
import { t } from '../../../base/localize';
import { isRecord } from '../../../base/record';
import { plainText } from '../../../presentation/shared/plain-text';
import type { HiddenWorktrees } from './hidden-worktrees';

type Files = Pick<HiddenWorktrees, 'fileIn' | 'pathIn' | 'version'>;

/** A file with conflicts: its repository, its path, the branches of both sides, and its position among the files. */
interface OpenedFile {
  readonly repository: string;
  readonly path: string;
  readonly ours: string;
  readonly theirs: string;
  readonly position: string;
}

/** Opens files with conflicts in the three-way merge editor, and closes them. */
export class MergeEditors {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  /** Opens a file; without the merge editor, as text. */
  open = async (file: OpenedFile): Promise<void> => {
    const result = this.#fileOf(file.repository, file.path);
    try {
      await this.#openEditor(file, result);
    } catch (error) {
      ignoreError(error);
      await commands.executeCommand('vscode.open', result);
    }
  };

  openText = async (repository: string, path: string): Promise<void> => {
    await commands.executeCommand('vscode.open', this.#fileOf(repository, path));
  };

  /** Saves and closes the active editor, and returns the path of its file. Undefined if the user cancels. */
  accept = async (repository: string): Promise<string | undefined> => {
    const tab = window.tabGroups.activeTabGroup.activeTab;
    const file = tab && fileOfTab(tab);
    const path = file && this.#files.pathIn(repository, file.fsPath);
    if (tab === undefined || file === undefined || path === undefined) return undefined;
    if (tab.input instanceof TabInputText) {
      const saved = await workspace.save(file);
      if (saved === undefined) return undefined;
      await window.tabGroups.close(tab);
      return path;
    }
    // Asks if there are conflicts left.
    const result: unknown = await commands.executeCommand('mergeEditor.acceptMerge');
    return isRecord(result) && result['successful'] === true ? path : undefined;
  };

  isOpen = (repository: string, path: string): boolean => {
    const file = this.#fileOf(repository, path);
    return allTabs().some((tab) => isMergeEditorOf(file, tab));
  };

  /** Returns the files whose merge editor has unsaved changes. */
  unsaved = (repository: string, paths: readonly string[]): readonly string[] => {
    const dirty = allTabs().filter(({ isDirty }) => isDirty);
    return paths.filter((path) => dirty.some((tab) => isMergeEditorOf(this.#fileOf(repository, path), tab)));
  };

  /**
   * Closes the merge editors of files without saving, because these editors change the text when they are opened
   * and would ask whether to save it.
   */
  close = async (
    repository: string,
    paths: readonly string[],
    { opens }: { readonly opens: boolean },
  ): Promise<void> => {
    for (const path of paths) {
      const file = this.#fileOf(repository, path);
      if (!this.isOpen(repository, path)) continue;
      // There is no other way to make it the active editor.
      if (opens) await this.open({ repository, path, ours: '', theirs: '', position: '' });
      if (!isMergeEditorOf(file, window.tabGroups.activeTabGroup.activeTab)) continue;
      if (opens) await settle(file);
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  };

  async #openEditor({ repository, path, ours, theirs, position }: OpenedFile, result: Uri): Promise<void> {
    if (this.#files.fileIn(repository, path) === undefined) {
      // The Git extension provides the versions of the index and their names.
      await commands.executeCommand('git.openMergeEditor', result);
      return;
    }
    const version = async (name: 'base' | 'ours' | 'theirs'): Promise<Uri> =>
      Uri.file(await this.#files.version(repository, path, name));
    const side = async (name: 'ours' | 'theirs', title: string, branch: string) => ({
      uri: await version(name),
      title,
      description: plainText(branch),
      detail: position,
    });
    await commands.executeCommand('_open.mergeEditor', {
      base: await version('base'),
      input1: await side('theirs', t('Incoming'), theirs),
      input2: await side('ours', t('Current'), ours),
      output: result,
    });
  }

  #fileOf(repository: string, path: string): Uri {
    const hidden = this.#files.fileIn(repository, path);
    return hidden === undefined
      ? Uri.joinPath(Uri.parse(repository, true), safePath(path))
      : Uri.file(hidden);
  }
}

/**
 * Accepts all changes of one side in the active merge editor. It would ask whether to close a file with conflicts,
 * although the user has confirmed that the result is discarded.
 */
async function settle(file: Uri): Promise<void> {
  try {
    await commands.executeCommand('merge.acceptAllInput1');
    await workspace.save(file);
  } catch (error) {
    ignoreError(error);
    // VS Code asks the user what to do with unsaved changes.
  }
}

const allTabs = (): readonly Tab[] => window.tabGroups.all.flatMap((group) => group.tabs);

/** The file of a text editor, or the result of a merge editor, whose type isn't part of the stable API. */
function fileOfTab({ input }: Tab): Uri | undefined {
  if (input instanceof TabInputText) return input.uri;
  const result = isRecord(input) ? input['result'] : undefined;
  return result instanceof Uri ? result : undefined;
}

const isMergeEditorOf = (file: Uri, tab: Tab | undefined): boolean =>
  tab !== undefined && !(tab.input instanceof TabInputText) && fileOfTab(tab)?.toString() === file.toString();
