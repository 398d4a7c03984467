import { commands } from 'vscode';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';

/**
 * The command that opens a comment box at the cursor of the side that has the focus. VS Code's own command has a key that
 * copies the path of the file on Linux and macOS, and the Command Palette lists it only if a line of the right side is
 * selected.
 */
export const commentOnLineCommand = (): CommandRow => ({
  id: COMMAND.commentOnLine,
  failure: () => t("Couldn't open a comment box."),
  run: async () => {
    // If the line can't have a comment, VS Code shows a message.
    await commands.executeCommand('workbench.action.addComment');
  },
});
