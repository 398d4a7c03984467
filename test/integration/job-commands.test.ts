import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/trees/tree-node';
import { posts, sandbox, until } from './harness';
import {
  aJobThatComesToBe,
  aJobThatIs,
  aPipelineThatIs,
  ask,
  jobNode,
  open,
  pipelineNode,
  shown,
  signedIn,
  STORE,
  type Product,
  type WirePipeline,
} from './product';

const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`switchyard.${command}`, ...args);

const statusOf = (it: Product, node: TreeNode): string => shown(it, node).description.split(' · ')[0] ?? '';

/** The newest pipeline with at least such jobs: each status as often as it is named. */
async function aPipelineWith(...statuses: string[]): Promise<number> {
  for (const { id, source } of await ask<WirePipeline[]>(`${STORE}/pipelines?per_page=100`)) {
    const jobs = await ask<{ status: string; archived: boolean }[]>(
      `${STORE}/pipelines/${id}/jobs?per_page=100`,
    );
    const left = jobs.map(({ status }) => status);
    const has = (status: string): boolean => left.splice(left.indexOf(status) >>> 0, 1).length === 1;
    if (source !== 'parent_pipeline' && !jobs.some(({ archived }) => archived) && statuses.every(has))
      return id;
  }
  throw new Error(`no pipeline has jobs that are ${statuses.join(', ')}`);
}

/** Rows of all jobs of a pipeline. */
async function jobNodes(it: Product, pipeline: number): Promise<TreeNode[]> {
  const nodes: TreeNode[] = [];
  for (const stage of await open(it, await pipelineNode(it, pipeline)))
    nodes.push(...(await open(it, stage)));
  return nodes.filter(({ data }) => data.kind === 'job');
}

describe('acting on several jobs', () => {
  let it_: Product;
  beforeEach(async () => {
    it_ = await signedIn();
    await sandbox.clearRequests();
  });

  it('does it to all that are selected, with one request each and no message', async () => {
    const { id } = await aPipelineThatIs('success');
    const nodes = (await jobNodes(it_, id)).filter((node) => statusOf(it_, node) === 'passed').slice(0, 3);
    assert.ok(nodes.length > 1);
    await run('retryJob', nodes[0], nodes);
    assert.equal((await posts()).length, nodes.length);
    // What the rows know is not asked for again.
    const reads = (await sandbox.requests()).filter(({ method }) => method === 'GET');
    assert.deepEqual(
      reads.filter(({ path }) => /\/jobs\/\d+$/.test(path)),
      [],
    );
    assert.deepEqual(it_.script.told, []);
    await jobNodes(it_, id);
    for (const node of nodes) assert.notEqual(statusOf(it_, node), 'passed');
  });

  it('says in one message what was not done, and why', async () => {
    const nodes = await jobNodes(it_, await aPipelineWith('success', 'success', 'manual'));
    const passed = nodes.filter((node) => statusOf(it_, node) === 'passed').slice(0, 2);
    const other = nodes.find((node) => statusOf(it_, node) === 'manual');
    assert.ok(passed.length === 2 && other);
    await run('retryJob', passed[0], [...passed, other]);
    assert.equal((await posts()).length, 2);
    assert.equal(it_.script.told.length, 1);
    const [told] = it_.script.told;
    assert.equal(told?.severity, 'error');
    assert.match(
      told.message,
      /^2 of 3 jobs were retried\. .+ is manual; only a job that is over can be retried\.$/,
    );
  });

  it('shows the reasons where there are several, and opens the log of the one that is chosen', async () => {
    it_ = await signedIn('reporter');
    const nodes = await jobNodes(it_, await aPipelineWith('success', 'manual'));
    const manual = nodes.find((node) => statusOf(it_, node) === 'manual');
    const passed = nodes.find((node) => statusOf(it_, node) === 'passed');
    assert.ok(manual && passed);
    await run('retryJob', passed, [passed, manual]);
    const [told] = it_.script.told;
    assert.match(told?.message ?? '', /^0 of 2 jobs were retried\. 2 failed, for different reasons\.$/);
    assert.deepEqual(
      told?.actions.map(({ title }) => title),
      ['Show Details'],
    );
    it_.script.choose(() => 0);
    await told.actions[0]?.run();
    await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'switchyard-log');
    assert.deepEqual(
      it_.script.offered.at(-1)?.map(({ label }) => label),
      [passed, manual].map((node) => shown(it_, node).label),
    );
    // What a button begins and does not end well is told like anything else.
    it_.script.choose(() => {
      throw new Error('the list is gone');
    });
    await told.actions[0]?.run();
    assert.match(it_.script.told.at(-1)?.message ?? '', /^The log was not opened\. /);
  });
});

describe('starting a job with variables', () => {
  it('recalls the keys and plain values of the last time; the secret value is nowhere', async () => {
    const it = await signedIn();
    const canary = 'canary-value-7f3a91';
    const id = await aPipelineWith('manual');
    const manual = (await jobNodes(it, id)).find((node) => statusOf(it, node) === 'manual');
    assert.ok(manual);
    it.script.allow();
    it.script.edit(() => [
      { key: 'REGION', value: 'north', secret: false },
      { key: 'DEPLOY_TOKEN', value: canary, secret: true },
    ]);
    await run('playJobWithVariables', manual);
    await jobNodes(it, id);
    assert.match(statusOf(it, manual), /pending|running|preparing|waiting/);
    assert.deepEqual(
      it.script.askedPairs.map(({ looksSecret }) => [looksSecret('DEPLOY_TOKEN'), looksSecret('REGION')]),
      [[true, false]],
    );

    const name = shown(it, manual).label;
    const next = await aJobThatComesToBe('manual', (job) => job.name === name);
    it.script.edit(() => undefined);
    await sandbox.clearRequests();
    await run('playJobWithVariables', await jobNode(it, next.pipeline.id, name));
    assert.deepEqual(it.script.askedPairs.at(-1)?.pairs, [
      { key: 'REGION', value: 'north', secret: false },
      { key: 'DEPLOY_TOKEN', value: '', secret: true },
    ]);
    assert.deepEqual(await posts(), [], 'giving the list up sends nothing');

    const texts = [JSON.stringify(it.state()), ...it.logLines, JSON.stringify(it.script.told)];
    for (const text of texts) assert.ok(!text.includes(canary), text);
    assert.ok(JSON.stringify(it.state()).includes('REGION'));
  });
});

describe('what cannot be undone', () => {
  it('asks before a job whose name speaks of deploying is started; no leaves all as it is', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('manual', ({ name }) => name.startsWith('deploy'));
    const node = await jobNode(it, job.pipeline.id, job.name);
    await sandbox.clearRequests();
    await run('playJob', node);
    assert.match(it.script.confirmed[0]?.message ?? '', new RegExp(`^Play ${job.name} for .+\\?$`));
    assert.deepEqual(await posts(), []);
  });

  it('asks nothing where the pattern is set to nothing', async () => {
    const it = await signedIn();
    const settings = vscode.workspace.getConfiguration('switchyard');
    await settings.update('confirm.playPattern', '', vscode.ConfigurationTarget.Global);
    try {
      const job = await aJobThatIs('manual', ({ name }) => name.startsWith('deploy'));
      await run('playJob', await jobNode(it, job.pipeline.id, job.name));
      assert.deepEqual(it.script.confirmed, []);
    } finally {
      await settings.update('confirm.playPattern', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('erases log and artifacts after the name of the job was typed, and not before', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('success', ({ name }) => name === 'compile');
    const node = await jobNode(it, job.pipeline.id, job.name);
    assert.ok(shown(it, node).words.includes('erase'));
    it.script.type('something else');
    await sandbox.clearRequests();
    await run('eraseJob', node);
    assert.deepEqual(await posts(), []);
    assert.match(it.script.confirmed[0]?.detail ?? '', /log and its artifacts are lost for good/);
    it.script.type('compile');
    await run('eraseJob', node);
    await jobNodes(it, job.pipeline.id);
    const { erased_at } = await ask<{ erased_at: string | null }>(`${STORE}/jobs/${job.id}`);
    assert.ok(erased_at !== null);
    assert.ok(!shown(it, node).words.includes('erase'), 'once is enough');
    assert.match(shown(it, node).tooltip, /Log erased/);
  });

  it('explains why an archived job cannot be erased', async () => {
    const it = await signedIn();
    const archived = await anArchivedJob();
    const { base } = it.parts.accounts.list()[0] ?? assert.fail('signed in');
    const pipeline = { base, project: 1, pipeline: archived.pipeline.id };
    it.script.type(archived.name);
    await sandbox.clearRequests();
    await run('eraseJob', { target: { kind: 'job', pipeline, job: archived.id } });
    assert.match(it.script.told[0]?.message ?? '', /is archived; archived jobs cannot be erased/);
    assert.deepEqual(it.script.confirmed, []);
    assert.deepEqual(await posts(), []);
  });

  it('tells a developer that forcing needs the role Maintainer', async () => {
    const it = await signedIn('developer');
    const job = await aJobThatComesToBe('canceling');
    it.script.allow();
    await run('forceCancelJob', await jobNode(it, job.pipeline.id, job.name));
    assert.match(it.script.told[0]?.message ?? '', /you need the role Maintainer in its project\.$/);
  });

  it('forces a canceling job to its end after a question that says what is skipped', async () => {
    const it = await signedIn();
    const job = await aJobThatComesToBe('canceling');
    const node = await jobNode(it, job.pipeline.id, job.name);
    assert.ok(shown(it, node).words.includes('forceCancel'));
    await run('forceCancelJob', node);
    assert.match(it.script.confirmed[0]?.detail ?? '', /after_script.*skipped/);
    assert.equal((await ask<{ status: string }>(`${STORE}/jobs/${job.id}`)).status, 'canceling');
    it.script.allow();
    await run('forceCancelJob', node);
    assert.equal((await ask<{ status: string }>(`${STORE}/jobs/${job.id}`)).status, 'canceled');
  });
});

describe('from the palette, with nobody signed in', () => {
  it('says just that, and offers to sign in', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('success');
    // A log that is still open is no reason to say anything else.
    await run('openLog', await jobNode(it, job.pipeline.id, job.name));
    for (const { base } of it.parts.accounts.list()) await it.parts.accounts.signOut(base);
    for (const command of [
      'retryJob',
      'eraseJob',
      'playJobWithVariables',
      'openLog',
      'retryPipeline',
      'runPipeline',
      'searchLogs',
    ])
      await run(command);
    assert.equal(it.script.told.length, 7);
    for (const { message, actions } of it.script.told) {
      assert.match(message, /^You are not signed in to a server\./);
      assert.deepEqual(
        actions.map(({ title }) => title),
        ['Sign In...'],
      );
    }
  });
});

describe('copying', () => {
  it('takes the ids, links and Markdown links of all rows that are selected', async () => {
    const it = await signedIn();
    const { id } = await aPipelineThatIs('success');
    const [one, two] = await jobNodes(it, id);
    const pipeline = await pipelineNode(it, id);
    await run('copyId', one, [one, two]);
    assert.match(await vscode.env.clipboard.readText(), /^\d+\n\d+$/);
    await run('copyId', pipeline);
    assert.equal(await vscode.env.clipboard.readText(), String(id));
    await run('copyReference', one);
    assert.match(await vscode.env.clipboard.readText(), /^\[.+\\\(job \\#\d+\\\)\]\(http.+\/-\/jobs\/\d+\)$/);
    await run('copyReference', pipeline);
    assert.match(await vscode.env.clipboard.readText(), /^\[Pipeline \\#\d+\]\(http.+\/-\/pipelines\/\d+\)$/);
  });
});

interface WireJob {
  readonly id: number;
  readonly name: string;
  readonly archived: boolean;
  readonly pipeline: { readonly id: number };
}

async function anArchivedJob(): Promise<WireJob> {
  for (let page = 1; page <= 10; page++) {
    const jobs = await ask<WireJob[]>(`${STORE}/jobs?scope[]=success&per_page=100&page=${page}`);
    const archived = jobs.find((job) => job.archived);
    if (archived !== undefined) return archived;
  }
  throw new Error('the sandbox has no archived job');
}
