import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { presetQueries } from '../../../src/domain/merge-requests/query';
import { sandbox, until } from '../helpers/harness';
import { madeRequest } from '../helpers/made-request';

describe('after submitting a review', () => {
  const world = madeRequest();
  const activeTab = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('the notification opens the next merge request without further requests for lists', async () => {
    const { queue } = await world.it.parts.mergeRequestView.load();
    const place = { kind: 'host', base: sandbox.info.url } as const;
    for (const query of presetQueries('attention', place, 'marek'))
      await world.it.parts.mergeRequests.refreshList(query);
    const next = await until(() => queue.peek(world.key()));
    await sandbox.clearRequests();
    world.choose(/^Comment$/);
    world.it.script.type('Almost there.');
    await world.command('publishReview');
    const told = world.lastTold();
    assert.equal(told.message, 'Review submitted.');
    assert.ok(told.actions.some(({ title }) => title === 'Review Next'));
    await world.press('Review Next');
    await until(() => /^!\d+ /.test(activeTab()) && !activeTab().startsWith(`!${world.key().iid} `));
    assert.notEqual(next.iid, world.key().iid);
    const lists = (await sandbox.requests()).filter(({ path }) => /\/merge_requests\?(?!.*iids)/.test(path));
    assert.deepEqual(
      lists.map(({ path }) => path),
      [],
    );
  });

  it('the next merge request is opened at once by the second button of the summary', async () => {
    world.choose(/^Comment$/);
    world.it.script.type({ alternative: 'One more.' });
    await world.command('publishReview');
    assert.ok(world.it.script.mentioned.includes('Review submitted.'));
    assert.ok(world.it.script.told.every(({ message }) => message !== 'Review submitted.'));
    await until(() => /^!\d+ /.test(activeTab()) && !activeTab().startsWith(`!${world.key().iid} `));
    const [question] = world.it.script.asked.slice(-1);
    assert.equal(question?.alternative?.label, 'Submit and Review Next');
  });
});
