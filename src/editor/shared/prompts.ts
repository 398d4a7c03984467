import { homedir } from 'node:os';
import { commands, Uri, window } from 'vscode';
import { background } from '../../base/background';
import { plainText } from '../../presentation/shared/plain-text';
import { editorProgress } from './editor-progress';
import { askInput } from './input-prompt';
import { askPick, askPickMany } from './pick-prompt';
import type { Prompts } from './prompt-questions';

export type * from './prompt-questions';

/** How long the status bar says what is mentioned, in milliseconds. */
const MENTIONED_MS = 6_000;

/** Where something was saved last in this session. The first time, it isn't the repository: a log doesn't belong there. */
let saveFolder = Uri.file(homedir());

/** The editor's own dialogs, lists and messages. */
export const editorPrompts: Prompts = {
  input: askInput,
  // Rarely asked, and large: it comes when it is.
  pairs: async (question) => (await import('./pairs-prompt')).askPairs(question),
  pick: askPick,
  pickMany: askPickMany,

  typed: ({ title, prompt, expected, otherwise }) =>
    askInput({
      title,
      step: [1, 1],
      prompt,
      placeholder: expected,
      accept: (value) => Promise.resolve(value.trim() === expected ? undefined : otherwise),
    }).then((answer) => answer === true),

  confirm: async ({ message, detail, action }) => {
    const options = { modal: true, detail: plainText(detail) };
    return (await window.showWarningMessage(plainText(message), options, action)) === action;
  },

  saveAs: async ({ defaultName, title }) => {
    const chosen = await window.showSaveDialog({
      defaultUri: Uri.joinPath(saveFolder, fileName(defaultName)),
      ...(title === undefined ? {} : { title }),
    });
    if (chosen !== undefined) saveFolder = Uri.joinPath(chosen, '..');
    return chosen?.toString();
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

/** A name that a server gave, as one that every file system takes. */
function fileName(name: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  return name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '-');
}
