import { homedir } from 'node:os';
import { commands, Uri, window, workspace } from 'vscode';
import { background } from '../../../base/background';
import { plainText } from '../../../presentation/shared/plain-text';
import { editorProgress } from './editor-progress';
import { askFromGroups, askSearch } from './group-prompt';
import { askInput } from './input-prompt';
import { askPick, askPickMany } from './pick-prompt';
import type { ChosenFile, Prompts } from './prompt-questions';

export type * from './prompt-questions';

/** Milliseconds that a message is shown in the status bar. */
const MENTIONED_MS = 6_000;

/**
 * The folder of the last save in this session. Initially not the repository, because logs don't belong in it.
 */
let saveFolder = Uri.file(homedir());

/** VS Code's dialogs, pickers, and messages. */
export const editorPrompts: Prompts = {
  input: askInput,
  // Loaded on demand, because it is large and rarely used.
  pairs: async (question) => (await import('./pairs-prompt')).askPairs(question),
  pick: askPick,
  pickMany: askPickMany,
  pickFromGroups: askFromGroups,
  search: askSearch,

  typed: ({ title, prompt, expected, otherwise }) =>
    askInput({
      title,
      step: [1, 1],
      prompt,
      placeholder: expected,
      accept: (value) => Promise.resolve(value.trim() === expected ? undefined : otherwise),
    }).then((answer) => answer === true),

  confirm: async ({ message, detail, action, decline }) => {
    const options = { modal: true, detail: plainText(detail) };
    const run = { title: action };
    const others = decline === undefined ? [] : [{ title: decline, isCloseAffordance: true }];
    return (await window.showWarningMessage(plainText(message), options, run, ...others)) === run;
  },

  saveAs: async ({ defaultName, title }) => {
    const chosen = await window.showSaveDialog({
      defaultUri: Uri.joinPath(saveFolder, fileName(defaultName)),
      ...(title === undefined ? {} : { title }),
    });
    if (chosen !== undefined) saveFolder = Uri.joinPath(chosen, '..');
    return chosen?.toString();
  },

  openFolder: async ({ title, action }) => {
    const [chosen] =
      (await window.showOpenDialog({
        title,
        openLabel: action,
        defaultUri: saveFolder,
        canSelectFiles: false,
        canSelectFolders: true,
      })) ?? [];
    saveFolder = chosen ?? saveFolder;
    return chosen?.toString();
  },

  openFiles: async ({ title, action }) => {
    const chosen = await window.showOpenDialog({ title, openLabel: action, canSelectMany: true });
    const opened = async (uri: Uri): Promise<ChosenFile> => ({
      name: /[^/]*$/.exec(uri.path)?.[0] ?? '',
      size: (await workspace.fs.stat(uri)).size,
      read: () => workspace.fs.readFile(uri),
    });
    return Promise.all((chosen ?? []).map(opened));
  },

  showMessage: (severity, message, actions) => {
    const show = severity === 'error' ? window.showErrorMessage : window.showInformationMessage;
    background(
      show(plainText(message), ...actions.map(({ title }) => title)).then((chosen) =>
        actions.find(({ title }) => title === chosen)?.run(),
      ),
    );
  },

  runCommand: async (id, argument) => {
    await commands.executeCommand(id, argument);
  },

  progress: editorProgress,

  showStatus: (message) => {
    window.setStatusBarMessage(plainText(message), MENTIONED_MS);
  },
};

/** Replaces characters that file systems don't allow in file names. */
function fileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- removes control characters
  return name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '-');
}
