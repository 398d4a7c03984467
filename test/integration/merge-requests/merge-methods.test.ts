import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { api, madeRequest } from '../helpers/made-request';

const PAYMENTS = 2;
const DEFAULTS = {
  ...{ merge_method: 'merge', squash_option: 'default_off', merge_trains_enabled: false },
  ...{ merge_commit_template: null, squash_commit_template: null },
};

describe('merging by the rules of the project', () => {
  const world = madeRequest({ latest: true });
  const { key, name, now, command, choose, messages, lastMessage, writes } = world;

  afterEach(() => sandbox.mergeSettings(PAYMENTS, DEFAULTS));

  const refreshed = () => world.it.parts.mergeRequests.refresh(key());
  const offered = () => world.it.script.offered.at(-1) ?? [];
  const labels = () => offered().map(({ label }) => label);

  it('fast-forwards without a merge commit and its message', async () => {
    await sandbox.mergeSettings(PAYMENTS, { merge_method: 'ff' });
    choose(/^Merge \w{8} into main/);
    await command('mergeMergeRequest');
    assert.deepEqual(messages(), []);
    const { state, sha, merge_commit_sha: merged } = await now();
    assert.deepEqual([state, merged], ['merged', null]);
    const { commit } = await api<{ commit: { id: string } }>('GET', '/repository/branches/main');
    assert.equal(commit.id, sha);
    assert.match(
      offered()[0]?.detail ?? '',
      /^Fast-forwards main to the head of the source branch; no merge commit/,
    );
    assert.ok(!labels().some((label) => label.startsWith('Edit')), 'there is no message to edit');
  });

  it('squashes if the project requires it, without asking', async () => {
    await sandbox.mergeSettings(PAYMENTS, { merge_method: 'ff', squash_option: 'always' });
    choose(/^Merge \w{8} into main/);
    await command('mergeMergeRequest');
    const { state, squash_commit_sha: squashed } = await api<{ state: string; squash_commit_sha: string }>(
      'GET',
      `/merge_requests/${world.made.iid}`,
    );
    assert.equal(state, 'merged');
    assert.ok(squashed);
    assert.match(
      offered()[0]?.detail ?? '',
      /^Squashes 1 commit and fast-forwards main to it; no merge commit/,
    );
    assert.equal(offered()[0]?.description, 'Project requires squashing');
    assert.ok(!labels().includes('Squash commits'));
    assert.ok(labels().includes('Edit Squash Commit Message...'));
    assert.ok(!labels().includes('Edit Merge Commit Message...'));
  });

  it("doesn't offer to squash if the project doesn't allow it", async () => {
    await sandbox.mergeSettings(PAYMENTS, { squash_option: 'never' });
    choose();
    await command('mergeMergeRequest');
    assert.match(offered()[0]?.detail ?? '', /^Adds a merge commit to main/);
    assert.equal(offered()[0]?.description, "Project doesn't allow squashing");
    assert.ok(!labels().includes('Squash commits'));
    assert.deepEqual(await writes(), []);
  });

  it('refuses a semi-linear merge until the branch is rebased', async () => {
    const body = { branch: `aside-${Date.now()}`, ref: world.branch };
    await api('POST', '/repository/branches', body);
    const aside = await api('POST', '/merge_requests', {
      ...{ source_branch: body.branch, target_branch: 'main', title: 'Aside', description: 'PAY-1' },
    });
    await sandbox.advance(5_000);
    await api('PUT', `/merge_requests/${aside.iid}/merge`, { squash: true });
    await sandbox.mergeSettings(PAYMENTS, { merge_method: 'rebase_merge' });
    // Auto-merge is offered while a pipeline is running.
    await sandbox.advance(20 * 60_000);
    await now();
    await sandbox.advance(5_000);
    await refreshed();
    await sandbox.clearRequests();
    await command('mergeMergeRequest');
    assert.deepEqual(await writes(), []);
    assert.equal(
      lastMessage().message,
      `Couldn't merge ${name()}. Merge blocked: merge request must be rebased.`,
    );
  });

  it('starts with the expanded template of the project', async () => {
    await sandbox.mergeSettings(PAYMENTS, { merge_commit_template: '%{title}\n\nSee %{local_reference}' });
    choose(/^Edit Merge Commit Message/, /^Merge \w{8} into main/);
    const merging = command('mergeMergeRequest');
    const editor = await until(
      () => {
        const { activeTextEditor: active } = vscode.window;
        return active?.document.uri.scheme === 'switchyard-edit' ? active : undefined;
      },
      { description: 'the editor of the message' },
    );
    assert.equal(editor.document.getText(), `${world.made.title}\n\nSee ${name()}`);
    await vscode.commands.executeCommand('switchyard.continueMerge');
    await merging;
    assert.equal((await now()).state, 'merged');
  });

  it('adds the merge request to the merge train', async () => {
    await sandbox.mergeSettings(PAYMENTS, { merge_trains_enabled: true });
    await sandbox.advance(20 * 60_000);
    await refreshed();
    choose(/^Add \w{8} to Merge Train for main/);
    await command('mergeMergeRequest');
    assert.equal(offered().length > 1 && labels()[1]?.startsWith('Merge '), true);
    assert.ok(world.it.script.mentioned.includes(`${name()} added to the merge train.`));
    assert.equal((await now()).state, 'opened');
    await sandbox.advance(60_000);
    assert.equal((await now()).state, 'merged');
  });
});
