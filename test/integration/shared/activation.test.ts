import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension';
import { describeFresh } from '../helpers/fresh';
import { activated, sandbox } from '../helpers/harness';
import { product, signedIn } from '../helpers/product';

describeFresh('activation', () => {
  it('loads only the code that registers views, documents, and commands', async () => {
    const { onDemand } = await activated<Testing>();
    assert.equal(onDemand.value, undefined);
  });

  it('sends no request before the view is first visible', async () => {
    await sandbox.clearRequests();
    const it = await product();
    assert.deepEqual(await sandbox.requests(), []);
    assert.deepEqual(it.logLines, []);
  });

  it('registers exactly the commands of the manifest', async () => {
    const it = await product();
    assert.ok(it);
    const registered = (await vscode.commands.getCommands(true)).filter(
      (id) =>
        id.startsWith('switchyard.') &&
        !/\.(focus|open|resetViewLocation|removeView|toggleVisibility)$/.test(id),
    );
    const extension = vscode.extensions.getExtension('switchyard.switchyard');
    const manifest = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(registered.sort(), declared.sort());
  });

  it('sends requests once the view is visible and an account is signed in', async () => {
    const it = await signedIn();
    await it.parts.pipelinesView.tree.getChildren();
    const asked = (await sandbox.requests()).map(({ path }) => path);
    assert.ok(
      asked.some((path) => path.startsWith('/api/v4/user')),
      asked.join(),
    );
  });
});
