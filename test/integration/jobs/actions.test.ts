import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { posts, sandbox } from '../helpers/harness';
import {
  aJobThatComesToBe,
  aJobThatIs,
  jobNode,
  open,
  pipelineNode,
  type Product,
  shown,
  signedIn,
  statusShown,
} from '../helpers/product';

describe('job actions', () => {
  let extension: Product;
  beforeEach(async () => {
    extension = await signedIn();
  });

  it('retries a failed job and shows the new attempt in its row', async () => {
    const job = await aJobThatIs('failed');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    assert.ok(shown(extension, node).words.includes('retry'));
    await vscode.commands.executeCommand('switchyard.retryJob', node);
    const after = await jobNode(extension, job.pipeline.id, job.name);
    assert.equal(after, node, 'the row is the same one');
    assert.ok(node.data.kind === 'job' && node.data.job > job.id, 'with a newer job in it');
    assert.match(statusShown(extension, node), /pending|created|preparing/);
    assert.deepEqual(
      (await open(extension, node)).map(({ data }) => data.kind === 'attempt' && data.job),
      [job.id],
      'the previous attempt is below it',
    );
    assert.deepEqual(extension.script.messages, [], 'there is no notification');
  });

  it('starts a manual job', async () => {
    const job = await aJobThatIs('manual');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    assert.ok(shown(extension, node).words.includes('play'));
    extension.script.allow();
    await vscode.commands.executeCommand('switchyard.playJob', node);
    await jobNode(extension, job.pipeline.id, job.name);
    assert.match(statusShown(extension, node), /pending|running|preparing/);
  });

  it('cancels a running job', async () => {
    const job = await aJobThatComesToBe('running');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    assert.ok(shown(extension, node).words.includes('cancel'));
    const canceling = vscode.commands.executeCommand('switchyard.cancelJob', node);
    assert.equal(statusShown(extension, node), 'canceling', 'before the server has answered');
    await canceling;
    await jobNode(extension, job.pipeline.id, job.name);
    assert.match(statusShown(extension, node), /^cancel/);
    await sandbox.advance(60_000);
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    await jobNode(extension, job.pipeline.id, job.name);
    assert.equal(statusShown(extension, node), 'canceled');
  });

  it('sends one request for repeated clicks, and shows a spinner', async () => {
    const job = await aJobThatIs('success');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    await sandbox.clearRequests();
    const clicks = [1, 2, 3].map(() => vscode.commands.executeCommand('switchyard.retryJob', node));
    assert.equal(shown(extension, node).icon, 'loading~spin');
    assert.ok(!shown(extension, node).words.includes('retry'));
    await Promise.all(clicks);
    const sent = await posts();
    assert.equal(sent.length, 1);
  });

  it('shows why the server refused an action', async () => {
    extension = await signedIn('reporter');
    const job = await aJobThatIs('failed');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    await vscode.commands.executeCommand('switchyard.retryJob', node);
    const [notification] = extension.script.messages;
    assert.equal(notification?.severity, 'error');
    assert.match(
      notification.message,
      new RegExp(
        `^Couldn't retry ${job.name.replace(/[^\w ]/g, '\\$&')}\\. Retrying jobs requires at least the Developer role\\. Your role in acme/storefront is Reporter\\.`,
      ),
    );
  });

  it('offers matching jobs in the Command Palette', async () => {
    let offered: readonly string[] = [];
    extension.script.choose((labels) => {
      offered = labels;
      return 0;
    });
    await vscode.commands.executeCommand('switchyard.retryJob');
    assert.ok(offered.length > 1);
    assert.match(extension.script.messages[0]?.message ?? '', /^\S.* retried as #\d+: \w[\w ]*\.$/);
    assert.deepEqual(
      extension.script.messages[0]?.actions.map(({ title }) => title),
      ['Open Log'],
    );
  });

  it("ignores an argument that isn't a row of the extension", async () => {
    extension.script.choose(() => -1);
    await sandbox.clearRequests();
    await vscode.commands.executeCommand('switchyard.cancelJob', {
      target: { kind: 'job', pipeline: 'x', job: '1' },
    });
    const sent = await posts();
    assert.deepEqual(sent, []);
  });

  it('copies the link of a job', async () => {
    const job = await aJobThatIs('failed');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    await vscode.commands.executeCommand('switchyard.copyLink', node);
    assert.match(await vscode.env.clipboard.readText(), /\/acme\/storefront\/-\/jobs\/\d+$/);
  });

  it('hides actions that require the Developer role from a reporter, reads the project once, and names the role', async () => {
    extension = await signedIn('reporter');
    await sandbox.clearRequests();
    const job = await aJobThatIs('failed');
    const node = await jobNode(extension, job.pipeline.id, job.name);
    const { words, tooltip } = shown(extension, node);
    assert.ok(!words.includes('retry') && !words.includes('erase'), words.join());
    assert.match(tooltip, /Developer &#40;to retry or cancel jobs&#41;[\s\S]*Reporter/);
    const pipeline = shown(extension, await pipelineNode(extension, job.pipeline.id));
    assert.ok(!pipeline.words.includes('canRun') && !pipeline.words.includes('retryFailed'));
    const asked = (await sandbox.requests()).filter(({ path }) => /\/projects\/[^/?]+$/.test(path));
    assert.ok(asked.length <= 1, 'the project is read once, for all rows');
    await vscode.commands.executeCommand('switchyard.retryJob', node);
    assert.equal(
      extension.script.messages.at(-1)?.message,
      `Couldn't retry ${job.name}. Retrying jobs requires at least the Developer role. Your role in acme/storefront is Reporter.`,
    );
  });
});
