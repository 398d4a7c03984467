import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../helpers/harness';
import { aJobThatIs, type Product, signedIn, type WireJob } from '../helpers/product';

export const active = (): vscode.TextEditor => {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  return editor;
};

/** Waits for a document with a scheme that contains a text. */
export const documentWith = (scheme: string, holds: RegExp): Promise<vscode.TextDocument> =>
  until(
    () =>
      vscode.workspace.textDocuments.find(
        (document) => document.uri.scheme === scheme && holds.test(document.getText()),
      ),
    { description: `a ${scheme} document with ${String(holds)}` },
  );

export const diffTab = (): vscode.TabInputTextDiff | undefined => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input : undefined;
};

/** Runs the command of a link, as a click does. */
export async function follow(link: vscode.DocumentLink | undefined): Promise<void> {
  const target = link?.target?.toString(true) ?? '';
  const [, command, args] = /^command:([\w.]+)\?(.*)$/.exec(target) ?? [];
  assert.ok(command !== undefined && args !== undefined, target);
  await vscode.commands.executeCommand(command, ...(JSON.parse(args) as unknown[]));
}

export const linksOf = (document: vscode.TextDocument) =>
  vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri);

/** Signs in, and closes all editors after each test. Registers hooks in the surrounding `describe`. */
export function runTools() {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  return {
    get it() {
      return extension;
    },
  };
}

/** Returns a listed job with a name and status whose log isn't erased. Other tests erase some. */
export const aJob = (name: string, status: string): Promise<WireJob> =>
  aJobThatIs(status, (job) => job.name === name && job.erased_at === null);
