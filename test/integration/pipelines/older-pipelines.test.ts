import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { open, type Product, projectNode, shown, signedIn } from '../helpers/product';

// Not in the file of the view: its tests look for rows, which loads older pipelines.
describe('older pipelines in the Pipelines view', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });

  it('are loaded without duplicates', async () => {
    const project = await projectNode(extension);
    const before = await open(extension, project);
    const older = before.at(-1);
    assert.equal(older?.data.kind, 'older');
    assert.match(shown(extension, older).description, /^oldest: /);
    await vscode.commands.executeCommand('switchyard.loadOlderPipelines', older);
    const after = await open(extension, project);
    assert.ok(after.length > before.length);
    const ids = after.map((node) => shown(extension, node).id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      after.slice(0, before.length - 1),
      before.slice(0, -1),
      'known rows stay the same objects',
    );
  });
});
