import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension';
import { restoreClones } from './clone-state';
import { activated, sandbox } from './harness';
import { restoreSettings } from './settings-state';

const run = vscode.commands.executeCommand;

/**
 * Restores the state of a new window: the sandbox's demo data, the clones, the settings, no editors, and an extension
 * that has just been installed. Runs before each top-level group of tests.
 */
export async function restoreKnownState(): Promise<void> {
  await closeEverything();
  const testing = await activated<Testing>();
  const accounts = testing.core.value?.accounts;
  for (const { base } of accounts?.list() ?? []) await accounts?.signOut(base);
  await testing.stop();
  await restoreSettings();
  await sandbox.reset();
  await restoreClones();
  testing.start();
}

async function closeEverything(): Promise<void> {
  await run('workbench.action.closeQuickOpen');
  while (vscode.workspace.textDocuments.some(({ isDirty }) => isDirty)) {
    const dirty = vscode.workspace.textDocuments.find(({ isDirty }) => isDirty);
    if (dirty === undefined) break;
    await vscode.window.showTextDocument(dirty);
    await run('workbench.action.revertAndCloseActiveEditor');
  }
  await run('workbench.action.closeAllEditors');
  await run('workbench.action.closePanel');
  await run('workbench.view.explorer');
  await run('notifications.clearAll');
  await vscode.env.clipboard.writeText('');
}
