import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { presetQueries } from '../../../src/domain/merge-requests/query';
import { sandbox, until } from '../helpers/harness';
import { madeRequest } from '../helpers/made-request';

describe('review that was submitted', () => {
  const world = madeRequest();
  const activeTab = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  const submit = async (summary: string, next: 'offer' | 'open') => {
    const review = await world.it.parts.mergeRequestFeature.load();
    const submitted = { verdict: 'comment', summary, next, sha: undefined } as const;
    return review.pageReview.submit(world.key(), submitted);
  };
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens the next merge request from the notification without further requests for lists', async () => {
    const { queue } = await world.it.parts.mergeRequestView.load();
    const place = { kind: 'host', base: sandbox.info.url } as const;
    for (const query of presetQueries('attention', place, 'marek'))
      await world.it.parts.mergeRequests.refreshList(query);
    const next = await until(() => queue.peek(world.key()));
    await sandbox.clearRequests();
    assert.equal((await submit('Almost there.', 'offer')).problem, undefined);
    const notification = world.lastMessage();
    assert.equal(notification.message, 'Review submitted.');
    assert.ok(notification.actions.some(({ title }) => title === 'Review Next'));
    await world.press('Review Next');
    await until(() => /^!\d+ /.test(activeTab()) && !activeTab().startsWith(`!${world.key().iid} `));
    assert.notEqual(next.iid, world.key().iid);
    const lists = (await sandbox.requests()).filter(({ path }) => /\/merge_requests\?(?!.*iids)/.test(path));
    assert.deepEqual(
      lists.map(({ path }) => path),
      [],
    );
  });

  it('opens the next merge request immediately with the second button of the form', async () => {
    assert.equal((await submit('One more.', 'open')).problem, undefined);
    assert.ok(world.it.script.mentioned.includes('Review submitted.'));
    assert.ok(world.it.script.messages.every(({ message }) => message !== 'Review submitted.'));
    await until(() => /^!\d+ /.test(activeTab()) && !activeTab().startsWith(`!${world.key().iid} `));
  });
});

describe('Submit Review', () => {
  const world = madeRequest();
  const activeTab = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens the form on the page of the merge request, and the keys select its verdict', async () => {
    const { reviewForms } = (await world.it.parts.mergeRequestView.load()).review;
    assert.equal(reviewForms.isOpen(world.key()), false);
    await world.command('submitReview');
    await until(() => activeTab().startsWith(`!${world.key().iid} `));
    assert.deepEqual([reviewForms.isOpen(world.key()), reviewForms.verdict(world.key())], [true, 'comment']);
    // The key binding passes only the verdict; the merge request is that of the page.
    await world.command('submitReview', { verdict: 'approve' });
    assert.equal(reviewForms.verdict(world.key()), 'approve');
    await reviewForms.finish(world.key());
  });
});
