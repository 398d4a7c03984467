import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from './harness';
import { api, madeRequest } from './made-request';
import { signedIn } from './product';

describe('commands of merge requests', () => {
  const world = madeRequest();
  const { git, push, key, name, now, command, choose, choices, told, lastTold, press, writes } = world;

  it('merges what was looked at, as the list said it would', async () => {
    choose(/^Squash Commits/, /^Edit Merge Commit Message/, /^Merge \w{8} into main Now/);
    const merging = command('mergeMergeRequest');
    const editor = await until(
      () => {
        const { activeTextEditor: active } = vscode.window;
        return active?.document.uri.scheme === 'switchyard-edit' ? active : undefined;
      },
      { description: 'the editor of the message' },
    );
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'Bring it in\n\nAll of it');
    });
    assert.equal(
      lastTold().message,
      `Save and close the message to go on with merging ${name()}. An empty one is made by the project.`,
    );
    await press('Use This Message');
    await merging;
    assert.equal((await now()).state, 'merged');
    const offered = world.it.script.offered.at(-1) ?? [];
    assert.match(offered[0]?.detail ?? '', /Approved by nobody/);
    assert.equal(offered.find(({ label }) => label === 'Squash Commits')?.description, 'yes');
    assert.ok(world.it.script.mentioned.includes(`${name()} is merged.`));
    assert.equal(told().length, 1, 'nothing failed');
    const { merge_commit_sha: merged } = await now();
    const { message } = await api<{ message: string }>('GET', `/repository/commits/${merged ?? ''}`);
    assert.equal(message.trim(), 'Bring it in\n\nAll of it');
    assert.ok(
      !JSON.stringify(world.it.state()).includes('Bring it in'),
      'it is kept no longer than it is needed',
    );
  });

  it('merges nothing after another push: 409, the new commits, and only then anyway', async () => {
    const head = await push('later.md', 'Come later');
    choose(/^Merge \w{8} into main Now/, /^Come later$/);
    await command('mergeMergeRequest');
    assert.deepEqual(await writes(), ['PUT merge 409']);
    assert.equal((await now()).state, 'opened', 'nothing was merged');
    const seen = world.made.sha.slice(0, 8);
    assert.equal(
      lastTold().message,
      `${name()} was not merged: one commit came since you looked at ${seen}.`,
    );
    assert.deepEqual(
      lastTold().actions.map(({ title }) => title),
      ['Show New Commits', 'Merge Anyway...'],
    );
    const moved = world.it.script.told.length;
    await press('Show New Commits');
    assert.deepEqual(
      world.it.script.offered.at(-1)?.map(({ label }) => label),
      ['Come later'],
    );
    world.it.script.told.length = moved;
    await sandbox.advance(5_000);
    await world.it.parts.mergeRequests.refresh(key());
    choose(new RegExp(`^Merge ${head.slice(0, 8)} into main Now`));
    await press('Merge Anyway...');
    assert.equal((await now()).state, 'merged');
  });

  it('says what the refusals of a merge mean', async () => {
    const rows: readonly [number, string, RegExp][] = [
      [401, '401 Unauthorized', /You may not merge !\d+: .*\(401\)\.$/],
      [405, '405 Method Not Allowed', /The server does not merge !\d+ as it stands now \(405\)/],
      [
        422,
        'Branch cannot be merged',
        /cannot be merged into its target \(422\)\. The server says: .*Branch cannot be merged$/,
      ],
    ];
    for (const [status, words, sentence] of rows) {
      await sandbox.fault({ kind: 'status', method: 'PUT', path: '**/merge', status, words, next: 1 });
      choose(/ Now$/);
      await command('mergeMergeRequest');
      assert.match(lastTold().message, new RegExp(`^${name()} was not merged\\. `));
      assert.match(lastTold().message, sentence);
      assert.deepEqual(lastTold().actions, [], 'signing in again would not help');
    }
    assert.equal((await now()).state, 'opened');
  });

  it('sends nothing where the rules say no, and says why', async () => {
    await command('markDraft');
    assert.equal((await now()).draft, true);
    await sandbox.clearRequests();
    await command('mergeMergeRequest');
    assert.deepEqual(await writes(), []);
    assert.equal(
      lastTold().message,
      `${name()} was not merged. ${name()} is a draft: mark it as ready first.`,
    );
    await command('markReady');
    assert.equal((await now()).draft, false);
  });

  it('sets auto-merge while the pipeline runs, cancels it, and explains 406', async () => {
    await command('createMergeRequestPipeline');
    assert.match(lastTold().message, new RegExp(`^Pipeline #\\d+ for ${name()} is `));
    await world.it.parts.mergeRequests.refresh(key());
    choose(/When the Pipeline Succeeds$/);
    await command('mergeMergeRequest');
    assert.equal((await now()).merge_when_pipeline_succeeds, true);
    assert.ok(world.it.script.mentioned.includes(`${name()} merges when its pipeline succeeds.`));
    await sandbox.fault({
      kind: 'status',
      method: 'POST',
      path: '**/cancel_merge_when_pipeline_succeeds',
      status: 406,
      words: "Can't cancel the automatic merge",
      next: 1,
    });
    await world.it.parts.mergeRequests.refresh(key());
    await command('cancelAutoMerge');
    assert.match(lastTold().message, /is closed, or was not set to merge by itself any more.*\(406\)\.$/);
    await command('cancelAutoMerge');
    assert.equal((await now()).merge_when_pipeline_succeeds, false);
  });

  it('rebases to the end, with or without a pipeline', async () => {
    choose(/^Rebase Without a Pipeline$/);
    const rebasing = command('rebaseMergeRequest');
    await until(async () => (await writes()).length > 0);
    await sandbox.advance(5_000);
    await rebasing;
    assert.deepEqual(await writes(), ['PUT rebase 202']);
    assert.ok(world.it.script.mentioned.includes(`${name()} is rebased.`));
  });

  it('says why a rebase could not begin, and in the server’s words why it failed', async () => {
    const rows: readonly [number, string, RegExp][] = [
      [403, '403 Forbidden - Cannot push to source branch', /You may not push to the source branch/],
      [403, '403 Forbidden - Source branch does not exist', /does not exist any more/],
      [403, '403 Forbidden - Source branch is protected from force push', /protected from force pushes/],
      [409, 'Failed to enqueue the rebase operation', /could not begin to rebase !\d+ \(409\)/],
    ];
    for (const [status, words, sentence] of rows) {
      await sandbox.fault({ kind: 'status', method: 'PUT', path: '**/rebase', status, words, next: 1 });
      choose(/^Rebase$/);
      await command('rebaseMergeRequest');
      assert.match(lastTold().message, new RegExp(`^${name()} was not rebased\\. `));
      assert.match(lastTold().message, sentence);
    }
    // Two branches that change the same line of a file.
    await git('checkout', '--quiet', '-B', `${world.branch}-base`, 'origin/main');
    await push(`acts-${world.number}.md`, 'Another text', '--set-upstream', 'origin', `${world.branch}-base`);
    await api('PUT', `/merge_requests/${world.made.iid}`, { target_branch: `${world.branch}-base` });
    await world.it.parts.mergeRequests.refresh(key());
    await sandbox.clearRequests();
    choose(/^Rebase$/);
    const rebasing = command('rebaseMergeRequest');
    await until(async () => (await writes()).length > 0);
    await sandbox.advance(5_000);
    await rebasing;
    assert.match(
      lastTold().message,
      new RegExp(`^${name()} was not rebased\\. The server says: Rebase failed`),
    );
    assert.deepEqual(
      lastTold().actions.map(({ title }) => title),
      ['Open Terminal to Rebase Locally'],
    );
  });

  it('closes and reopens, with undo in the message', async () => {
    await command('closeMergeRequest');
    assert.equal((await now()).state, 'closed');
    assert.equal(lastTold().message, `${name()} is closed.`);
    await press('Undo');
    assert.equal((await now()).state, 'opened');
    await command('closeMergeRequest');
    await command('reopenMergeRequest');
    assert.equal((await now()).state, 'opened');
  });

  it('says "already" calmly for subscriptions and to-do items', async () => {
    await command('addTodo');
    await command('addTodo');
    assert.deepEqual(world.it.script.mentioned.slice(-2), [
      `${name()} is on your to-do list.`,
      `${name()} is on your to-do list already.`,
    ]);
    for (const id of ['subscribeMergeRequest', 'unsubscribeMergeRequest']) {
      await sandbox.fault({
        kind: 'status',
        method: 'POST',
        path: '**/*subscribe',
        status: 304,
        words: '',
        next: 1,
      });
      await command(id);
      await sandbox.clearFaults();
    }
    assert.deepEqual(told(), [], 'nothing failed');
    await command('subscribeMergeRequest');
    await command('unsubscribeMergeRequest');
    assert.equal(world.it.script.mentioned.at(-1), `You are not subscribed to ${name()} any more.`);
  });

  it('approves and revokes the approval', async () => {
    await command('approveMergeRequest');
    const { approved_by: by } = await api<{ approved_by: readonly unknown[] }>(
      'GET',
      `/merge_requests/${world.made.iid}/approvals`,
    );
    assert.equal(by.length, 1);
    await command('revokeApproval');
    assert.equal(world.it.script.mentioned.at(-1), `Your approval of ${name()} is revoked.`);
    await sandbox.fault({
      kind: 'status',
      method: 'POST',
      path: '**/approve',
      status: 401,
      words: '401 Unauthorized',
      next: 1,
    });
    await command('approveMergeRequest');
    assert.match(lastTold().message, /You may not approve !\d+: you wrote it/);
  });

  it('locks and unlocks the discussion', async () => {
    await command('lockDiscussion');
    assert.equal((await now()).discussion_locked, true);
    await command('unlockDiscussion');
    assert.equal((await now()).discussion_locked ?? false, false);
  });

  it('deletes only where that is allowed, and after its number was typed', async () => {
    world.it = await signedIn('owner');
    await command('deleteMergeRequest');
    assert.match(lastTold().message, /not allowed by the setting "switchyard\.mergeRequests\.allowDelete"/);
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

  it('explains each way in which there is no merge result', async () => {
    const rows: readonly [string, RegExp][] = [
      ['Merge request is not mergeable', /has conflicts with its target branch, or is not open/],
      ['Merge ref cannot be updated', /could not make the merge result/],
      ['Unsupported operation', /database of the server is read-only/],
    ];
    for (const [words, sentence] of rows) {
      await sandbox.fault({
        kind: 'status',
        method: 'GET',
        path: '**/merge_ref',
        status: 400,
        words,
        next: 1,
      });
      await command('previewMergeResult');
      assert.match(lastTold().message, sentence);
    }
    await command('previewMergeResult');
    assert.equal(
      (await sandbox.requests()).filter(({ path: at, status }) => at.endsWith('/merge_ref') && status === 200)
        .length,
      1,
    );
  });

  it('from the palette, finds one by what is typed', async () => {
    let offered: readonly string[] = [];
    choices({
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
