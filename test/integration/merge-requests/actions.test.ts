import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { api, madeRequest } from '../helpers/made-request';
import { signedIn } from '../helpers/product';

describe('merge request commands', () => {
  const world = madeRequest();
  const { pushTo, key, name, now, command, choose, answer, messages, lastMessage, press, writes } = world;

  it('rebases with or without a pipeline', async () => {
    choose(/^Rebase Without Pipeline$/);
    const rebasing = command('rebaseMergeRequest');
    await until(async () => (await writes()).length > 0);
    await sandbox.advance(5_000);
    await rebasing;
    assert.deepEqual(await writes(), ['PUT rebase 202']);
    assert.ok(world.it.script.mentioned.includes(`${name()} rebased.`));
  });

  it("explains why a rebase couldn't start, and shows the server's message if it failed", async () => {
    const rows: readonly [number, string, RegExp][] = [
      [
        403,
        '403 Forbidden - Cannot push to source branch',
        /requires permission to push to its source branch/,
      ],
      [403, '403 Forbidden - Source branch does not exist', /no longer exists/],
      [403, '403 Forbidden - Source branch is protected from force push', /protected from force pushes/],
      [409, 'Failed to enqueue the rebase operation', /may be blocking the rebase \(409\)/],
    ];
    for (const [status, words, sentence] of rows) {
      await sandbox.fault({
        kind: 'status',
        method: 'PUT',
        path: '**/rebase',
        status,
        message: words,
        next: 1,
      });
      choose(/^Rebase$/);
      await command('rebaseMergeRequest');
      assert.match(lastMessage().message, new RegExp(`^Couldn't rebase ${name()}\\. `));
      assert.match(lastMessage().message, sentence);
    }
    // Two branches that change the same line of a file.
    const base = { branch: `${world.branch}-base`, start: 'origin/main' };
    await pushTo(base, `acts-${world.number}.md`, 'Another text');
    await api('PUT', `/merge_requests/${world.made.iid}`, { target_branch: base.branch });
    await world.it.parts.mergeRequests.refresh(key());
    await sandbox.clearRequests();
    choose(/^Rebase$/);
    const rebasing = command('rebaseMergeRequest');
    await until(async () => (await writes()).length > 0);
    await sandbox.advance(5_000);
    await rebasing;
    assert.match(
      lastMessage().message,
      new RegExp(`^Couldn't rebase ${name()}\\. The server responded: Rebase failed`),
    );
    assert.deepEqual(
      lastMessage().actions.map(({ title }) => title),
      ['Resolve Conflicts...', 'Open Terminal to Rebase Locally'],
    );
  });

  it('closes and reopens, with an undo action', async () => {
    await command('closeMergeRequest');
    assert.equal((await now()).state, 'closed');
    assert.equal(lastMessage().message, `${name()} closed.`);
    await press('Undo');
    assert.equal((await now()).state, 'opened');
    await command('closeMergeRequest');
    await command('reopenMergeRequest');
    assert.equal((await now()).state, 'opened');
  });

  it('shows existing subscriptions and to-do items without an error', async () => {
    await command('addTodo');
    await command('addTodo');
    assert.deepEqual(world.it.script.mentioned.slice(-2), [
      `To-do item added for ${name()}.`,
      `${name()} is already on your to-do list.`,
    ]);
    for (const id of ['subscribeMergeRequest', 'unsubscribeMergeRequest']) {
      await sandbox.fault({
        kind: 'status',
        method: 'POST',
        path: '**/*subscribe',
        status: 304,
        message: '',
        next: 1,
      });
      await command(id);
      await sandbox.clearFaults();
    }
    assert.deepEqual(messages(), [], 'nothing failed');
    await command('subscribeMergeRequest');
    await command('unsubscribeMergeRequest');
    assert.equal(world.it.script.mentioned.at(-1), `Unsubscribed from ${name()}.`);
  });

  it('approves and revokes the approval', async () => {
    await command('approveMergeRequest');
    const { approved_by: by } = await api<{ approved_by: readonly unknown[] }>(
      'GET',
      `/merge_requests/${world.made.iid}/approvals`,
    );
    assert.equal(by.length, 1);
    await command('revokeApproval');
    assert.equal(world.it.script.mentioned.at(-1), `Approval of ${name()} revoked.`);
    await sandbox.fault({
      kind: 'status',
      method: 'POST',
      path: '**/approve',
      status: 401,
      message: '401 Unauthorized',
      next: 1,
    });
    await command('approveMergeRequest');
    assert.match(lastMessage().message, /You're the author of !\d+, have already approved it/);
  });

  it('locks and unlocks the discussion', async () => {
    await command('lockDiscussion');
    assert.equal((await now()).discussion_locked, true);
    await command('unlockDiscussion');
    assert.equal((await now()).discussion_locked ?? false, false);
  });

  it('deletes only if the setting allows it, after the IID was typed', async () => {
    world.it = await signedIn('owner');
    await command('deleteMergeRequest');
    assert.equal(lastMessage().message, 'Deleting merge requests is disabled in the settings.');
    assert.deepEqual(
      lastMessage().actions.map(({ title }) => title),
      ['Open Setting'],
    );
    const settings = vscode.workspace.getConfiguration('switchyard');
    await settings.update('mergeRequests.allowDelete', true, vscode.ConfigurationTarget.Global);
    try {
      world.it.script.type('!1');
      await command('deleteMergeRequest');
      assert.equal((await now()).state, 'opened');
      world.it.script.type(name());
      await command('deleteMergeRequest');
      assert.deepEqual(await writes(), [`DELETE ${world.made.iid} 204`]);
    } finally {
      await settings.update('mergeRequests.allowDelete', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('explains why there is no merge result', async () => {
    const rows: readonly [string, RegExp][] = [
      ['Merge request is not mergeable', /must be open and must not conflict with its target branch/],
      ['Merge ref cannot be updated', /couldn't create the merge result/],
      ['Unsupported operation', /The server's database is currently read-only/],
    ];
    for (const [words, sentence] of rows) {
      await sandbox.fault({
        kind: 'status',
        method: 'GET',
        path: '**/merge_ref',
        status: 400,
        message: words,
        next: 1,
      });
      await command('previewMergeResult');
      assert.match(lastMessage().message, sentence);
    }
    await command('previewMergeResult');
    assert.equal(
      (await sandbox.requests()).filter(({ path: at, status }) => at.endsWith('/merge_ref') && status === 200)
        .length,
      1,
    );
  });

  it('searches merge requests in the Command Palette', async () => {
    let offered: readonly string[] = [];
    answer({
      search: async ({ find }) => {
        const found = await find('', new AbortController().signal);
        offered = found.map(({ label }) => label);
        return undefined;
      },
    });
    await vscode.commands.executeCommand('switchyard.closeMergeRequest');
    assert.ok(offered.every((label) => label.startsWith('!')));
    assert.deepEqual(await writes(), []);
  });
});
