import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { posts, sandbox, until } from '../helpers/harness';
import {
  aJobThatComesToBe,
  aJobThatIs,
  aPipelineThatIs,
  ask,
  jobNode,
  pipelineNode,
  shown,
  signedIn,
  statusShown,
  STORE,
} from '../helpers/product';
import { aPipelineWith, jobNodes, run } from './job-rows';

describe('running a job with variables', () => {
  it('restores the keys and plain values of the last run, and stores no secret value', async () => {
    const it = await signedIn();
    const canary = 'canary-value-7f3a91';
    const id = await aPipelineWith('manual');
    const manual = (await jobNodes(it, id)).find((node) => statusShown(it, node) === 'manual');
    assert.ok(manual);
    it.script.allow();
    it.script.edit(() => [
      { key: 'REGION', value: 'north', secret: false },
      { key: 'DEPLOY_TOKEN', value: canary, secret: true },
    ]);
    await run('playJobWithVariables', manual);
    await jobNodes(it, id);
    assert.match(statusShown(it, manual), /pending|running|preparing|waiting/);
    assert.deepEqual(
      it.script.askedPairs.map(({ isLikelySecret: looksSecret }) => [
        looksSecret('DEPLOY_TOKEN'),
        looksSecret('REGION'),
      ]),
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

    const texts = [JSON.stringify(it.state()), ...it.logLines, JSON.stringify(it.script.messages)];
    for (const text of texts) assert.ok(!text.includes(canary), text);
    assert.ok(JSON.stringify(it.state()).includes('REGION'));
  });
});

describe("confirmation of actions that can't be undone", () => {
  const PATTERN = 'confirm.runJobPattern';
  const settings = () => vscode.workspace.getConfiguration('switchyard');
  const setPattern = (value: string): Thenable<void> =>
    settings().update(PATTERN, value, vscode.ConfigurationTarget.Global);
  /** Waits for the value. VS Code reads the settings again after each change of their file. */
  const patternIs = (value: string): Promise<boolean> =>
    until(() => settings().get(PATTERN) === value, { description: `the pattern is "${value}"` });

  afterEach(() => settings().update(PATTERN, undefined, vscode.ConfigurationTarget.Global));

  it('asks before starting a job whose name matches the deployment pattern', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('manual', ({ name }) => name.startsWith('deploy'));
    const node = await jobNode(it, job.pipeline.id, job.name);
    await sandbox.clearRequests();
    await run('playJob', node);
    assert.match(it.script.confirmed[0]?.message ?? '', new RegExp(`^Run ${job.name} for .+\\?$`));
    assert.deepEqual(await posts(), []);
  });

  it("doesn't ask if the pattern is empty", async () => {
    const it = await signedIn();
    await setPattern('');
    const job = await aJobThatIs('manual', ({ name }) => name.startsWith('deploy'));
    const node = await jobNode(it, job.pipeline.id, job.name);
    await patternIs('');
    await run('playJob', node);
    assert.deepEqual(it.script.confirmed, []);
  });

  it('asks before every manual job, with one message, if the pattern is too slow', async () => {
    const it = await signedIn();
    const pattern = `^(${Array.from({ length: 40 }, () => '\\w').join('|')})*$`;
    await setPattern(pattern);
    const job = await aJobThatIs('manual', ({ name }) => name.startsWith('deploy-'));
    const node = await jobNode(it, job.pipeline.id, job.name);
    await sandbox.clearRequests();
    for (const times of [1, 2]) {
      await patternIs(pattern);
      await run('playJob', node);
      assert.equal(it.script.confirmed.length, times);
      assert.equal(it.script.messages.length, 1);
    }
    assert.match(it.script.messages[0]?.message ?? '', /took too long to evaluate/);
    assert.deepEqual(await posts(), []);
  });

  it('erases log and artifacts only after the name of the job was typed', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('success', ({ name }) => name === 'compile');
    const node = await jobNode(it, job.pipeline.id, job.name);
    assert.ok(shown(it, node).words.includes('erase'));
    it.script.type('something else');
    await sandbox.clearRequests();
    await run('eraseJob', node);
    assert.deepEqual(await posts(), []);
    assert.match(it.script.confirmed[0]?.detail ?? '', /log and artifacts will be permanently erased/);
    it.script.type('compile');
    await run('eraseJob', node);
    await jobNodes(it, job.pipeline.id);
    const { erased_at } = await ask<{ erased_at: string | null }>(`${STORE}/jobs/${job.id}`);
    assert.ok(erased_at !== null);
    assert.ok(!shown(it, node).words.includes('erase'), 'once is enough');
    assert.match(shown(it, node).tooltip, /Log erased/);
  });

  it("explains why an archived job can't be erased", async () => {
    const it = await signedIn();
    const archived = await anArchivedJob();
    const { base } = it.parts.accounts.list()[0] ?? assert.fail('signed in');
    const pipeline = { base, project: 1, pipeline: archived.pipeline.id };
    it.script.type(archived.name);
    await sandbox.clearRequests();
    await run('eraseJob', { target: { kind: 'job', pipeline, job: archived.id } });
    assert.match(it.script.messages[0]?.message ?? '', /Archived jobs can't be erased; .* is archived/);
    assert.deepEqual(it.script.confirmed, []);
    assert.deepEqual(await posts(), []);
  });

  /** The demo has one such job, which another test may have force canceled. */
  async function aCancelingJob(): ReturnType<typeof aJobThatIs> {
    const known = await aJobThatIs('canceling').catch(() => undefined);
    if (known !== undefined) return known;
    // Jobs with a resource group have an `after_script`. The job waits for the one that holds the group.
    const job = await aJobThatComesToBe('running', ({ name }) => name === 'reserve-cluster');
    const { url, tokens } = sandbox.info;
    const response = await fetch(`${url}/api/v4${STORE}/jobs/${job.id}/cancel`, {
      method: 'POST',
      headers: { 'private-token': tokens['owner'] ?? '' },
    });
    assert.ok(response.ok, String(response.status));
    return aJobThatIs('canceling', ({ id }) => id === job.id);
  }

  it('explains to a developer that force canceling requires the Maintainer role', async () => {
    const it = await signedIn('developer');
    const job = await aCancelingJob();
    it.script.allow();
    await run('forceCancelJob', await jobNode(it, job.pipeline.id, job.name));
    assert.match(
      it.script.messages[0]?.message ?? '',
      /Force canceling jobs requires at least the Maintainer role\. Your role in acme\/storefront is Developer\.$/,
    );
  });

  it('force cancels a job after a confirmation that explains what is skipped', async () => {
    const it = await signedIn();
    const job = await aCancelingJob();
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

describe('running the job of the active log', () => {
  it('shows the status without a button for the log that is already open', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('manual');
    it.script.allow();
    await run('openLog', await jobNode(it, job.pipeline.id, job.name));
    await run('playJob');
    const [notification] = it.script.messages;
    assert.match(
      notification?.message ?? '',
      new RegExp(`^${job.name} started \\(#${job.id}\\)\\. Status: `),
    );
    assert.deepEqual(notification?.actions, []);
  });
});

describe('Command Palette while signed out', () => {
  it('shows that a sign-in is required, and offers it', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('success');
    // An open log must not change the message.
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
    assert.equal(it.script.messages.length, 7);
    for (const { message, actions } of it.script.messages) {
      assert.match(message, /^You're not signed in to a server\./);
      assert.deepEqual(
        actions.map(({ title }) => title),
        ['Sign In...'],
      );
    }
  });
});

describe('copying', () => {
  it('copies the IDs, links, and Markdown links of all selected rows', async () => {
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
