import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { posts, sandbox, until } from '../helpers/harness';
import { aPipelineThatIs, type Product, shown, signedIn, statusShown } from '../helpers/product';
import { aPipelineWith, jobNodes, run } from './job-rows';

describe('actions on several jobs', () => {
  let extension: Product;
  beforeEach(async () => {
    extension = await signedIn();
    await sandbox.clearRequests();
  });

  it('retries all selected jobs with one request each and without a message', async () => {
    const { id } = await aPipelineThatIs('success');
    const nodes = (await jobNodes(extension, id))
      .filter((node) => statusShown(extension, node) === 'passed')
      .slice(0, 3);
    assert.ok(nodes.length > 1);
    await run('retryJob', nodes[0], nodes);
    assert.equal((await posts()).length, nodes.length);
    // Jobs that the rows already have aren't requested again.
    const reads = (await sandbox.requests()).filter(({ method }) => method === 'GET');
    assert.deepEqual(
      reads.filter(({ path }) => /\/jobs\/\d+$/.test(path)),
      [],
    );
    assert.deepEqual(extension.script.messages, []);
    await jobNodes(extension, id);
    for (const node of nodes) assert.notEqual(statusShown(extension, node), 'passed');
  });

  it('shows skipped jobs and the reason in one message', async () => {
    const nodes = await jobNodes(extension, await aPipelineWith('success', 'success', 'manual'));
    const passed = nodes.filter((node) => statusShown(extension, node) === 'passed').slice(0, 2);
    const other = nodes.find((node) => statusShown(extension, node) === 'manual');
    assert.ok(passed.length === 2 && other);
    await run('retryJob', passed[0], [...passed, other]);
    assert.equal((await posts()).length, 2);
    assert.equal(extension.script.messages.length, 1);
    const [notification] = extension.script.messages;
    assert.equal(notification?.severity, 'error');
    assert.match(
      notification.message,
      /^2 of 3 jobs retried\. Only finished jobs can be retried\. Status of .+: manual\.$/,
    );
  });

  it('lists several reasons, and opens the log of the selected job', async () => {
    const nodes = await jobNodes(extension, await aPipelineWith('success', 'manual'));
    await sandbox.fault({ kind: 'status', status: 403, path: '**/retry' });
    const manual = nodes.find((node) => statusShown(extension, node) === 'manual');
    const passed = nodes.find((node) => statusShown(extension, node) === 'passed');
    assert.ok(manual && passed);
    await run('retryJob', passed, [passed, manual]);
    const [notification] = extension.script.messages;
    assert.match(
      notification?.message ?? '',
      /^0 of 2 jobs retried\. Couldn't retry 2 jobs, for different reasons\.$/,
    );
    assert.deepEqual(
      notification?.actions.map(({ title }) => title),
      ['Show Details'],
    );
    extension.script.choose(() => 0);
    await notification.actions[0]?.run();
    await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'switchyard-log');
    assert.deepEqual(
      extension.script.offered.at(-1)?.map(({ label }) => label),
      [passed, manual].map((node) => shown(extension, node).label),
    );
    // An action that fails after a button was clicked shows an error message like any other.
    extension.script.choose(() => {
      throw new Error('the list is gone');
    });
    await notification.actions[0]?.run();
    assert.match(extension.script.messages.at(-1)?.message ?? '', /^Couldn't open the log\. /);
    await sandbox.clearFaults();
  });

  it('refuses all jobs in one message if the role is insufficient', async () => {
    extension = await signedIn('reporter');
    const nodes = await jobNodes(extension, await aPipelineWith('success', 'manual'));
    await sandbox.clearRequests();
    await run('retryJob', nodes[0], nodes.slice(0, 2));
    assert.deepEqual(
      extension.script.messages.map(({ message, actions }) => [message, actions.map(({ title }) => title)]),
      [
        [
          '0 of 2 jobs retried. Retrying jobs requires at least the Developer role. Your role in acme/storefront is Reporter.',
          ['Try Anyway'],
        ],
      ],
    );
    assert.deepEqual(await posts(), []);
  });
});
