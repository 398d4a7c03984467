import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox } from '../helpers/harness';
import { open, type Product, projectNode, signedIn } from '../helpers/product';

describe('request statistics', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
    await open(extension, await projectNode(extension));
  });

  const show = async (): Promise<vscode.TextDocument> => {
    await vscode.commands.executeCommand('switchyard.showRequests');
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    return document;
  };

  it('open in one read-only document without values of requests', async () => {
    const document = await show();
    assert.equal(document.uri.scheme, 'switchyard-requests');
    assert.equal(document.isDirty, false);
    assert.match(document.getText(), new RegExp(`^${new URL(sandbox.info.url).host}$`, 'm'));
    assert.match(document.getText(), /^ +[\d,]+ +[\d,]+ +[\d,]+ {2}GET \/projects\/:id\/pipelines$/m);
    assert.doesNotMatch(document.getText(), /glpat|acme|\?/);
    assert.deepEqual(extension.script.messages, []);
  });

  it('are updated when the command runs again', async () => {
    const before = await show();
    const text = before.getText();
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    const changed = new Promise<vscode.TextDocument>((resolve) => {
      const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document !== before) return;
        listening.dispose();
        resolve(document);
      });
    });
    assert.equal(await show(), before);
    assert.notEqual((await changed).getText(), text);
  });
});
