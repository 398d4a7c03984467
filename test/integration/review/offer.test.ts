import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readSideAddress } from '../../../src/presentation/changes/side-address';
import { until } from '../helpers/harness';
import { madeRequest } from '../helpers/made-request';

describe('offer to mark a merge request as reviewed', () => {
  const world = madeRequest();
  const run = vscode.commands.executeCommand;
  let boxes: vscode.CommentController;
  before(() => {
    boxes = vscode.comments.createCommentController('test', 'Test');
  });
  after(async () => {
    boxes.dispose();
    await run('workbench.action.closeAllEditors');
  });

  it('appears after the user has commented on every file', async () => {
    const key = world.key();
    await world.push(`more-${world.number}.md`, 'More');
    await world.it.parts.mergeRequests.refresh(key);
    const { changes, reviewed, discussions } = (await world.it.parts.mergeRequestView.load()).review;
    const { files } = await until(async () => {
      const set = await changes.whole(key);
      return set.files.length === 2 && set;
    });
    await discussions.get(key);
    const offers = () =>
      world.it.script.messages.filter(
        ({ message }) => message === `You've commented on every file in !${key.iid}.`,
      );
    for (const { path: file } of files) {
      assert.deepEqual(offers(), []);
      await run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key, path: file } });
      const uri = await until(() => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
        return readSideAddress(input.modified)?.path === file ? input.modified : undefined;
      });
      const thread = boxes.createCommentThread(uri, new vscode.Range(0, 0, 0, 1), []);
      await run('switchyard.commentNow', { thread, text: `About ${file}.` });
    }
    const [offer] = offers();
    assert.deepEqual(
      offer?.actions.map(({ title }) => title),
      ['Mark as Reviewed'],
    );
    assert.equal(reviewed.last(key), undefined, 'it is a choice');
    await offer.actions[0]?.run();
    assert.equal(reviewed.last(key)?.version, changes.peekVersions(key)?.[0]?.id);
  }).timeout(180_000);
});
