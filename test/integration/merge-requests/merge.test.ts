import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { messageAddress } from '../../../src/presentation/merge-requests/edit-address';
import { sandbox, until } from '../helpers/harness';
import { api, madeRequest } from '../helpers/made-request';

describe('merging a merge request', () => {
  const world = madeRequest();
  const { push, key, name, now, command, choose, messages, lastMessage, press, writes } = world;

  const messageEditor = (): Promise<vscode.TextEditor> =>
    until(
      () => {
        const { activeTextEditor: active } = vscode.window;
        return active?.document.uri.scheme === 'switchyard-edit' ? active : undefined;
      },
      { description: 'the editor of the message' },
    );
  const replace = (editor: vscode.TextEditor, text: string): Thenable<boolean> =>
    editor.edit((edit) => {
      edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), text);
    });
  const defaultMessage = (): string =>
    [
      `Merge branch '${world.branch}' into 'main'`,
      world.made.title,
      `See merge request acme/payments!${world.made.iid}`,
    ].join('\n\n');

  it('merges the viewed commit with the selected options', async () => {
    choose(/^Squash commits/, /^Edit Merge Commit Message/, /^Merge \w{8} into main/);
    const merging = command('mergeMergeRequest');
    const editor = await messageEditor();
    assert.equal(editor.document.getText(), defaultMessage());
    assert.equal(editor.document.languageId, 'git-commit');
    await replace(editor, 'Bring it in\n\nAll of it');
    await vscode.commands.executeCommand('switchyard.continueMerge');
    await merging;
    assert.equal((await now()).state, 'merged');
    const offered = world.it.script.offered.at(-1) ?? [];
    assert.match(offered[0]?.detail ?? '', /No approvals yet/);
    assert.equal(offered.find(({ label }) => label === 'Squash commits')?.description, 'yes');
    assert.ok(world.it.script.mentioned.includes(`${name()} merged.`));
    assert.deepEqual(messages(), [], 'nothing failed');
    const { merge_commit_sha: merged } = await now();
    const { message } = await api<{ message: string }>('GET', `/repository/commits/${merged ?? ''}`);
    assert.equal(message.trim(), 'Bring it in\n\nAll of it');
    assert.ok(
      !JSON.stringify(world.it.state()).includes('Bring it in'),
      'it is kept no longer than it is needed',
    );
  });

  it('continues with the selected options when the message is saved and its editor closed', async () => {
    choose(/^Squash commits/, /^Edit Squash Commit Message/, /^Merge \w{8} into main/);
    const merging = command('mergeMergeRequest');
    const editor = await messageEditor();
    assert.equal(editor.document.getText(), world.made.title);
    await replace(editor, 'All in one');
    await editor.document.save();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await merging;
    const { state, squash_commit_sha: squashed } = await api<{ state: string; squash_commit_sha: string }>(
      'GET',
      `/merge_requests/${world.made.iid}`,
    );
    assert.equal(state, 'merged');
    const { message } = await api<{ message: string }>('GET', `/repository/commits/${squashed}`);
    assert.equal(message.trim(), 'All in one');
  });

  it('sends no message if the default message is unchanged', async () => {
    choose(/^Edit Merge Commit Message/, /^Merge \w{8} into main/);
    const merging = command('mergeMergeRequest');
    const editor = await messageEditor();
    await vscode.commands.executeCommand('switchyard.continueMerge', editor.document.uri);
    await merging;
    const offered = world.it.script.offered.at(-1) ?? [];
    assert.equal(offered.find(({ label }) => label.startsWith('Edit Merge'))?.description, 'default message');
    const { merge_commit_sha: merged } = await now();
    const { message } = await api<{ message: string }>('GET', `/repository/commits/${merged ?? ''}`);
    assert.equal(message.trim(), defaultMessage());
  });

  it('asks about an unsaved message, and keeps its text', async () => {
    const merging = (): Promise<void> => command('mergeMergeRequest');
    const drop = async (): Promise<void> => {
      await replace(await messageEditor(), 'Typed and not saved');
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    };
    choose(/^Edit Merge Commit Message/);
    let ended = merging();
    await drop();
    await ended;
    assert.deepEqual(
      world.it.script.offered.at(-1)?.map(({ label }) => label),
      ['Use Unsaved Message', 'Edit Again', 'Use Default Message'],
    );
    assert.deepEqual(await writes(), [], 'Escape merges nothing');
    choose(/^Edit Merge Commit Message/, /^Merge \w{8} into main/);
    ended = merging();
    const editor = await messageEditor();
    assert.equal(editor.document.getText(), 'Typed and not saved', 'the text was kept');
    await vscode.commands.executeCommand('switchyard.continueMerge');
    await ended;
    const { merge_commit_sha: merged } = await now();
    const { message } = await api<{ message: string }>('GET', `/repository/commits/${merged ?? ''}`);
    assert.equal(message.trim(), 'Typed and not saved');
  });

  it('starts the merge from a message that was left open in the last session', async () => {
    const address = messageAddress(key(), 'merge');
    await vscode.window.showTextDocument(vscode.Uri.from(address), { preview: false });
    const editor = await messageEditor();
    await replace(editor, 'From before the reload');
    choose(/^Merge \w{8} into main/);
    await vscode.commands.executeCommand('switchyard.continueMerge', editor.document.uri);
    const { merge_commit_sha: merged, state } = await now();
    assert.equal(state, 'merged');
    const { message } = await api<{ message: string }>('GET', `/repository/commits/${merged ?? ''}`);
    assert.equal(message.trim(), 'From before the reload');
  });

  it('refuses to merge after another push, shows the new commits, and offers to merge anyway', async () => {
    const head = await push('later.md', 'Come later');
    choose(/^Merge \w{8} into main/, /^Come later$/);
    await command('mergeMergeRequest');
    assert.deepEqual(await writes(), ['PUT merge 409']);
    assert.equal((await now()).state, 'opened', 'nothing was merged');
    const seen = world.made.sha.slice(0, 8);
    assert.equal(
      lastMessage().message,
      `Couldn't merge ${name()}. 1 commit was added after you viewed ${seen}.`,
    );
    assert.deepEqual(
      lastMessage().actions.map(({ title }) => title),
      ['Show New Commits', 'Merge Anyway...'],
    );
    const moved = world.it.script.messages.length;
    await press('Show New Commits');
    assert.deepEqual(
      world.it.script.offered.at(-1)?.map(({ label }) => label),
      ['Come later'],
    );
    world.it.script.messages.length = moved;
    await sandbox.advance(5_000);
    await world.it.parts.mergeRequests.refresh(key());
    choose(new RegExp(`^Merge ${head.slice(0, 8)} into main`));
    await press('Merge Anyway...');
    assert.equal((await now()).state, 'merged');
  });

  it("explains the server's refusals", async () => {
    const rows: readonly [number, string, RegExp][] = [
      [401, '401 Unauthorized', /Merging !\d+ requires permission .*\(401\)\.$/],
      [
        405,
        '405 Method Not Allowed',
        /The server refused to merge !\d+ \(405\)\. Refresh to see what blocks it\.$/,
      ],
      [
        422,
        'Branch cannot be merged',
        /can't be merged into its target branch \(422\)\. The server responded: .*Branch cannot be merged$/,
      ],
    ];
    for (const [status, words, sentence] of rows) {
      await sandbox.fault({
        kind: 'status',
        method: 'PUT',
        path: '**/merge',
        status,
        message: words,
        next: 1,
      });
      choose(/^Merge \w{8} into/);
      await command('mergeMergeRequest');
      assert.match(lastMessage().message, new RegExp(`^Couldn't merge ${name()}\\. `));
      assert.match(lastMessage().message, sentence);
      assert.deepEqual(lastMessage().actions, [], 'signing in again would not help');
    }
    assert.equal((await now()).state, 'opened');
  });

  it('sends no request if the merge is blocked, and explains why', async () => {
    await command('markDraft');
    assert.equal((await now()).draft, true);
    await sandbox.clearRequests();
    await command('mergeMergeRequest');
    assert.deepEqual(await writes(), []);
    assert.equal(
      lastMessage().message,
      `Couldn't merge ${name()}. ${name()} is a draft. Mark it as ready first.`,
    );
    await command('markReady');
    assert.equal((await now()).draft, false);
  });

  it('sets auto-merge while the pipeline runs, cancels it, and explains status 406', async () => {
    await command('createMergeRequestPipeline');
    assert.match(lastMessage().message, new RegExp(`^Pipeline #\\d+ for ${name()}: `));
    await world.it.parts.mergeRequests.refresh(key());
    choose(/^Auto-Merge \w{8} into main$/);
    await command('mergeMergeRequest');
    assert.equal((await now()).merge_when_pipeline_succeeds, true);
    assert.ok(world.it.script.mentioned.includes(`${name()} set to auto-merge.`));
    await sandbox.fault({
      kind: 'status',
      method: 'POST',
      path: '**/cancel_merge_when_pipeline_succeeds',
      status: 406,
      message: "Can't cancel the automatic merge",
      next: 1,
    });
    await world.it.parts.mergeRequests.refresh(key());
    await command('cancelAutoMerge');
    assert.match(lastMessage().message, /is closed or no longer set to auto-merge.*\(406\)\.$/);
    await command('cancelAutoMerge');
    assert.equal((await now()).merge_when_pipeline_succeeds, false);
  });
});
