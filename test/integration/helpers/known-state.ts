import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension';
import { restoreClones } from './clone-state';
import { releaseDocuments } from './documents-state';
import { revertAndCloseEditors } from './editors';
import { activated, sandbox } from './harness';
import { restoreSettings } from './settings-state';

const run = vscode.commands.executeCommand;

/**
 * Restores the state of a new window: the sandbox's demo data, the clones, the settings, no editors and documents, and an
 * extension that has just been installed. Runs before each top-level group of tests.
 */
export async function restoreKnownState(): Promise<void> {
  await closeEverything();
  await releaseDocuments();
  const testing = await activated<Testing>();
  const accounts = testing.onDemand.value?.accounts;
  for (const { base } of accounts?.list() ?? []) await accounts?.signOut(base);
  await testing.stop();
  await restoreSettings();
  await sandbox.reset();
  await restoreClones();
  testing.start();
}

async function closeEverything(): Promise<void> {
  await run('workbench.action.closeQuickOpen');
  await revertAndCloseEditors();
  await run('workbench.action.closePanel');
  // A hidden view sends no requests, and the Explorer would read the files that the clone's restoration changes.
  await run('workbench.action.closeSidebar');
  await run('notifications.clearAll');
  await vscode.env.clipboard.writeText('');
}
