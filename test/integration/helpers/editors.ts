import * as vscode from 'vscode';

/** Closes all editors without saving. */
export async function revertAndCloseEditors(): Promise<void> {
  while (vscode.workspace.textDocuments.some(({ isDirty }) => isDirty)) {
    const dirty = vscode.workspace.textDocuments.find(({ isDirty }) => isDirty);
    if (dirty === undefined) break;
    await vscode.window.showTextDocument(dirty);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
