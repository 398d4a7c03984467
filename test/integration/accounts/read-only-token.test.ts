import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { describeFresh } from '../helpers/fresh';
import { sandbox, until } from '../helpers/harness';
import {
  aJobThatIs,
  jobNode,
  pipelineNode,
  type Product,
  projectNode,
  shown,
  signedIn,
} from '../helpers/product';

const run = vscode.commands.executeCommand;

describeFresh('an account with a read-only token', () => {
  let extension: Product;
  const mergeRequest = () => ({ base: sandbox.info.url, project: 1, iid: 11 });
  const row = () => ({ target: { kind: 'merge-request', mergeRequest: mergeRequest() } });

  before(async () => {
    extension = await signedIn();
    await extension.parts.accounts.signIn(sandbox.info.url, await sandbox.readOnlyToken());
    await until(
      async () => shown(extension, await projectNode(extension)).description.includes('read-only token'),
      {
        description: 'the project shows that the token is read-only',
      },
    );
  });
  afterEach(() => run('workbench.action.closeAllEditors'));

  it('has rows without commands that write', async () => {
    const job = await aJobThatIs('failed');
    const pipeline = shown(extension, await pipelineNode(extension, job.pipeline.id));
    const found = shown(extension, await jobNode(extension, job.pipeline.id, job.name));
    for (const { words } of [shown(extension, await projectNode(extension)), pipeline, found]) {
      assert.ok(words.includes('readOnly'), words.join());
      for (const word of ['retry', 'erase', 'retryFailed', 'cancelAll', 'canRun'])
        assert.ok(!words.includes(word), `${word} in ${words.join()}`);
    }
    assert.ok(found.words.includes('log'));
    assert.match(found.tooltip, /Token&emsp; \| read&#45;only/);
  });

  it('hides commands that write in the Command Palette, in logs, and for the selected row', async () => {
    await until(() => extension.parts.readOnlyKey.current, { description: 'the key follows the token' });
    const job = await aJobThatIs('failed');
    await run('switchyard.openLog', await jobNode(extension, job.pipeline.id, job.name));
    assert.equal(extension.parts.readOnlyKey.current, true);
  });

  it('shows threads in diffs without a reply box and without actions, and the reason', async () => {
    const path = 'src/catalog/search.ts';
    await run('switchyard.openFileDiff', {
      target: { kind: 'change', mergeRequest: mergeRequest(), path },
    });
    const side = await until(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input.modified.path.endsWith(path)
        ? input.modified.toString()
        : undefined;
    });
    const { boxes } = await extension.parts.mergeRequestFeature.load();
    const thread = await until(() => boxes.threadsOn(side)[0], { description: 'a thread' });
    assert.deepEqual([thread.canReply, thread.contextValue], [false, 'readOnly']);
    assert.match(thread.label ?? '', /read-only token$/);
    assert.deepEqual(await boxes.rangesOn(side), []);
    await until(() => extension.script.mentioned.some((text) => /token for \S+ is read-only/.test(text)), {
      description: 'the reason',
    });
  });

  it('explains what to do if a command that writes is run anyway, and sends nothing', async () => {
    const job = await aJobThatIs('failed');
    await run('switchyard.openMergeRequest', row());
    await extension.parts.mergeRequests.get(mergeRequest());
    const before = (await sandbox.requests()).length;
    for (const [command, argument] of [
      ['switchyard.retryJob', await jobNode(extension, job.pipeline.id, job.name)],
      ['switchyard.runPipeline', undefined],
      ['switchyard.closeMergeRequest', row()],
      ['switchyard.addComment', row()],
    ] as const) {
      const count = extension.script.messages.length;
      await run(command, argument);
      await until(() => extension.script.messages.length > count, { description: `${command} is refused` });
      const notification = extension.script.messages.at(-1);
      assert.match(
        notification?.message ?? '',
        /The token for \S+ is read-only\. To change anything, sign in/,
        command,
      );
      assert.equal(notification?.actions[0]?.title, 'Sign In with Another Token');
    }
    const writes = (await sandbox.requests())
      .slice(before)
      .filter(({ method, path }) => method !== 'GET' && path !== '/api/graphql');
    // GraphQL sends only queries here, as POST requests.
    assert.deepEqual(writes, []);
  });

  it('shows the commands again after a sign-in with another token', async () => {
    extension = await signedIn();
    await until(() => !extension.parts.readOnlyKey.current, { description: 'the key is unset' });
    const job = await aJobThatIs('failed');
    const { words } = shown(extension, await jobNode(extension, job.pipeline.id, job.name));
    assert.ok(words.includes('retry') && !words.includes('readOnly'), words.join());
  });
});
