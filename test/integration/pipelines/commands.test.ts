import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { git } from '../helpers/git';
import { posts, sandbox } from '../helpers/harness';
import {
  aPipelineThatIs,
  ask,
  open,
  pipelineNode,
  projectNode,
  shown,
  signedIn,
  STORE,
  type WirePipeline,
} from '../helpers/product';

const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`switchyard.${command}`, ...args);

describe('pipeline actions', () => {
  it('retries the failed jobs of a pipeline', async () => {
    const it = await signedIn();
    const { id } = await aPipelineThatIs('failed');
    const node = await pipelineNode(it, id);
    assert.ok(shown(it, node).words.includes('retryFailed'));
    await sandbox.clearRequests();
    await run('retryPipeline', node);
    assert.equal((await posts()).length, 1);
    assert.notEqual((await ask<WirePipeline>(`${STORE}/pipelines/${id}`)).status, 'failed');
    assert.deepEqual(it.script.messages, []);
  });

  it('checks out the tag of a pipeline', async () => {
    const it = await signedIn();
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail();
    const before = (await git(root, 'rev-parse', '--abbrev-ref', 'HEAD')).trim();
    await it.parts.filter.change({ ref: 'v1.1.0' });
    try {
      const [node] = await open(it, await projectNode(it));
      assert.ok(node?.data.kind === 'pipeline');
      const { sha } = await ask<WirePipeline & { sha: string }>(
        `${STORE}/pipelines/${node.data.pipeline.pipeline}`,
      );
      await run('checkOutPipeline', node);
      assert.equal(it.script.messages[0]?.message, 'Checked out v1.1.0. HEAD is detached.');
      assert.equal((await git(root, 'rev-parse', 'HEAD')).trim(), sha);
    } finally {
      await it.parts.filter.clear();
      await git(root, 'checkout', '--quiet', before);
    }
  });

  it('cancels a pipeline after a confirmation', async () => {
    const it = await signedIn();
    const { id } = await aPipelineThatIs('running');
    const node = await pipelineNode(it, id);
    assert.ok(shown(it, node).words.includes('cancelAll'));
    await sandbox.clearRequests();
    await run('cancelPipeline', node);
    assert.match(it.script.confirmed[0]?.message ?? '', new RegExp(`^Cancel pipeline #${id} for `));
    assert.deepEqual(await posts(), []);
    it.script.allow();
    await run('cancelPipeline', node);
    assert.match((await ask<WirePipeline>(`${STORE}/pipelines/${id}`)).status, /^cancel/);
    assert.deepEqual(
      it.script.messages.map(({ message, actions }) => [message, actions.map(({ title }) => title)]),
      [[`Pipeline #${id} canceled.`, ['Retry']]],
    );
  });

  it('runs a pipeline for the same branch, and restores the variables next time', async () => {
    const it = await signedIn();
    const { id } = await aPipelineThatIs('success');
    const { ref } = await ask<WirePipeline>(`${STORE}/pipelines/${id}`);
    it.script.edit((pairs) => [...pairs, { key: 'SMOKE', value: '1', secret: false }]);
    await run('runPipeline', await pipelineNode(it, id));
    // A merge request of the branch may have a newer pipeline.
    const [newest] = await ask<WirePipeline[]>(
      `${STORE}/pipelines?ref=${encodeURIComponent(ref)}&per_page=1`,
    );
    assert.deepEqual([newest?.ref, newest?.source], [ref, 'api']);
    assert.match(it.script.messages[0]?.message ?? '', new RegExp(`^Pipeline #${newest?.id} for ${ref}: `));
    assert.deepEqual(
      it.script.messages[0]?.actions.map(({ title }) => title),
      ['Show Pipeline'],
    );
    await it.script.messages[0].actions[0]?.run();
    assert.deepEqual(
      it.script.messages.slice(1).map(({ message }) => message),
      [],
      'the row is selected',
    );
    it.script.edit(() => undefined);
    await run('runPipeline', await pipelineNode(it, id));
    assert.deepEqual(
      it.script.askedPairs.at(-1)?.pairs.map(({ key }) => key),
      ['SMOKE'],
    );
  });

  it('runs a pipeline with the inputs and variables that its branch declares', async () => {
    const it = await signedIn();
    await sandbox.clearRequests();
    it.script.choose((labels) => labels.indexOf('release/2.0'));
    it.script.edit((pairs) =>
      pairs.map((pair) =>
        it.script.askedPairs.length > 1 && pair.key === 'environment' ? { ...pair, value: 'staging' } : pair,
      ),
    );
    await run('runPipeline', await projectNode(it));
    const [first, second] = it.script.askedPairs;
    assert.deepEqual(
      first?.pairs.map(({ key, field }) => `${field?.kind} ${key}`),
      [
        'input environment',
        'input version',
        'input canary_percent',
        'input dry_run',
        'input regions',
        'input size',
        'variable LOG_LEVEL',
        'variable DEPLOY_TOKEN',
      ],
    );
    assert.match(second?.notice?.text ?? '', /`environment` input: required value has not been provided/);
    const [newest] = await ask<WirePipeline[]>(`${STORE}/pipelines?ref=release%2F2.0`);
    assert.match(
      it.script.messages[0]?.message ?? '',
      new RegExp(`^Pipeline #${newest?.id} for release/2\\.0: `),
    );
    const jobs = await ask<{ name: string }[]>(`${STORE}/pipelines/${newest?.id}/jobs`);
    assert.ok(jobs.some(({ name }) => name === 'deploy to staging'));
    assert.equal((await posts()).length, 2, 'one request for each time that the user runs the list');
    it.script.edit(() => undefined);
    await run('runPipeline', await projectNode(it));
    assert.equal(it.script.askedPairs.at(-1)?.pairs[0]?.value, 'staging');
  });

  it("selects the branch from a project’s row, and explains why a pipeline couldn't be created", async () => {
    const it = await signedIn();
    it.script.choose((labels) => labels.length - 1);
    it.script.narrow('no-such');
    it.script.type('no-such-branch');
    it.script.edit((pairs) => pairs);
    await run('runPipeline', await projectNode(it));
    assert.equal(it.script.offered[0]?.[0]?.label, 'main', 'the default branch stands first');
    assert.equal(it.script.asked[0]?.value, 'no-such', 'what was typed is not lost');
    assert.match(
      it.script.messages[0]?.message ?? '',
      /^Couldn't run a pipeline for no-such-branch\. .*Reference not found/,
    );
  });
});
