import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { open, type Product, projectNode, shown, signedIn } from '../helpers/product';

// Not in the file of the view: its tests look for rows, which loads older pipelines.
describe('older pipelines in the Pipelines view', () => {
  let it_: Product;
  before(async () => {
    it_ = await signedIn();
  });

  it('are loaded without duplicates', async () => {
    const project = await projectNode(it_);
    const before = await open(it_, project);
    const older = before.at(-1);
    assert.equal(older?.data.kind, 'older');
    assert.match(shown(it_, older).description, /^oldest: /);
    await vscode.commands.executeCommand('switchyard.loadOlderPipelines', older);
    const after = await open(it_, project);
    assert.ok(after.length > before.length);
    const ids = after.map((node) => shown(it_, node).id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      after.slice(0, before.length - 1),
      before.slice(0, -1),
      'known rows stay the same objects',
    );
  });
});
