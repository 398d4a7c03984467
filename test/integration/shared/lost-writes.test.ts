import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Rows } from '../../writing-commands';
import { BRANCH } from '../helpers/comments-setup';
import { posts, sandbox } from '../helpers/harness';
import { change, itEach, type Row } from '../helpers/lost-response';
import {
  aJobThatComesToBe,
  aJobThatIs,
  aPipelineThatIs,
  ask,
  jobNode,
  loadDurations,
  type Product,
  signedIn,
  STORE,
  type WireJob,
} from '../helpers/product';

const run = (name: string, argument?: unknown) =>
  vscode.commands.executeCommand(`switchyard.${name}`, argument);

describe('lost response to a command on jobs, pipelines, and errors', () => {
  let extension: Product;
  let job: unknown;
  let target: unknown;
  before(async () => {
    extension = await signedIn();
  });
  beforeEach(() => {
    extension.script.allow();
    extension.script.choose(() => -1);
    extension.script.edit((pairs) =>
      pairs.length > 0 ? pairs : [{ key: 'REGION', value: 'eu', secret: false }],
    );
  });
  afterEach(() => {
    extension.script.allow(false);
  });

  const base = (): string => sandbox.info.url;
  const project = () => ({ base: base(), project: 1 });
  const given = (status: string, fits?: (job: WireJob) => boolean) => async () => {
    const found = await aJobThatComesToBe(status, fits);
    job = await jobNode(extension, found.pipeline.id, found.name);
  };
  /** The command is a GraphQL mutation, so that no query must be sent meanwhile. */
  const scheduled = async (): Promise<void> => {
    await given('scheduled')();
    await loadDurations(extension);
  };
  /** Advances the sandbox's clock until a job has ended; a deployment can wait for others, and fail. */
  const ended = async (id: number): Promise<WireJob> => {
    for (let tries = 0; ; tries++) {
      const found = await ask<WireJob>(`${STORE}/jobs/${id}`);
      if (['success', 'failed'].includes(found.status)) return found;
      assert.ok(tries < 240, `job ${id} is ${found.status}`);
      await sandbox.advance(5_000);
    }
  };
  const onJob = (name: string) => () => run(name, job);
  const onTarget = (name: string) => () => run(name, { target });
  const pipelineThatIs = (status: string) => async () => {
    const { id } = await aPipelineThatIs(status);
    target = { kind: 'pipeline', pipeline: { ...project(), pipeline: id } };
  };
  /** Finds a stage with only one job of a status, so that one write is sent. */
  const stageWithOne = (status: string) => async () => {
    for (const { id } of await ask<{ id: number }[]>(`${STORE}/pipelines?per_page=100`)) {
      const path = `${STORE}/pipelines/${id}`;
      const members = await Promise.all([ask<WireJob[]>(`${path}/jobs`), ask<WireJob[]>(`${path}/bridges`)]);
      const jobs = members.flat().filter((each) => each.status === status);
      const found = jobs.find(({ stage }) => jobs.filter((each) => each.stage === stage).length === 1);
      if (found === undefined) continue;
      target = { kind: 'stage', pipeline: { ...project(), pipeline: id }, stage: found.stage };
      return;
    }
    assert.fail(status);
  };
  const storefront = () => ({ kind: 'project', project: project(), path: 'acme/storefront' });
  const newKey = async () => {
    const { id } = await change<{ id: number }>('POST', `${STORE}/error_tracking/client_keys`);
    target = { kind: 'client-key', clientKey: { ...project(), path: 'acme/storefront', key: id } };
    return id;
  };
  /** Runs a command and types the text that it asks for. */
  const typing = (name: string, words: () => string) => () => {
    extension.script.type(words());
    return run(name, { target });
  };
  const variablesAreKept = async (name: string, argument: unknown): Promise<void> => {
    await run(name, argument);
    assert.deepEqual(
      extension.script.askedPairs.at(-1)?.pairs.map(({ key, value }) => `${key}=${value}`),
      ['REGION=eu'],
    );
  };
  let key = 0;
  let erased: WireJob;

  const rows: Rows<'jobs' | 'errors', Row> = {
    retryJob: { given: given('failed'), act: onJob('retryJob') },
    retryJobWithInputs: {
      // The first attempt is a job with inputs.
      given: async () => {
        const { id } = await aJobThatIs('manual', ({ name }) => name === 'deploy-production');
        await change('POST', `${STORE}/jobs/${id}/play`);
        const found = await ended(id);
        job = await jobNode(extension, found.pipeline.id, found.name);
      },
      act: onJob('retryJobWithInputs'),
    },
    playJob: { given: given('manual'), act: onJob('playJob') },
    playJobWithVariables: {
      // The form of that job has inputs.
      given: given('manual', ({ name }) => name !== 'deploy-production'),
      act: onJob('playJobWithVariables'),
      kept: async () => {
        extension.script.edit(() => undefined);
        await variablesAreKept('playJobWithVariables', job);
        extension.script.edit((pairs) => pairs);
      },
    },
    runDelayedJob: { given: given('scheduled'), act: onJob('runDelayedJob') },
    unscheduleJob: { given: scheduled, act: onJob('unscheduleJob'), path: '/api/graphql' },
    cancelJob: { given: given('running'), act: onJob('cancelJob') },
    forceCancelJob: {
      // Another test ends the canceling job that the sandbox starts with. Only jobs with a resource group are
      // canceled slowly.
      given: async () => {
        const { id } = await aJobThatIs('manual', ({ name }) => name === 'deploy-production');
        await change('POST', `${STORE}/jobs/${id}/play`);
        const found = await aJobThatComesToBe('running', (each) => each.id === id);
        await change('POST', `${STORE}/jobs/${id}/cancel`);
        job = await jobNode(extension, found.pipeline.id, found.name);
      },
      act: onJob('forceCancelJob'),
    },
    eraseJob: {
      given: async () => {
        erased = await aJobThatIs('success', ({ erased_at: at }) => at === null);
        job = await jobNode(extension, erased.pipeline.id, erased.name);
      },
      act: () => {
        extension.script.type(erased.name);
        return run('eraseJob', job);
      },
    },
    keepArtifacts: {
      given: async () => {
        const found = await aJobThatIs('success', ({ name }) => name === 'compile');
        job = await jobNode(extension, found.pipeline.id, found.name);
      },
      act: onJob('keepArtifacts'),
    },
    deleteArtifacts: {
      given: async () => {
        const found = await aJobThatIs('success', ({ name }) => name === 'compile');
        job = await jobNode(extension, found.pipeline.id, found.name);
      },
      act: onJob('deleteArtifacts'),
    },
    retryStageJobs: {
      given: stageWithOne('failed'),
      act: onTarget('retryStageJobs'),
      buttons: ['Refresh'],
    },
    playStageJobs: { given: stageWithOne('manual'), act: onTarget('playStageJobs'), buttons: ['Refresh'] },
    retryPipeline: { given: pipelineThatIs('failed'), act: onTarget('retryPipeline') },
    cancelPipeline: { given: pipelineThatIs('running'), act: onTarget('cancelPipeline') },
    runPipeline: {
      given: () => {
        target = storefront();
        extension.script.choose((labels) => labels.indexOf('Another Branch or Tag...'));
        extension.script.edit((pairs) =>
          pairs.length > 0 ? pairs : [{ key: 'REGION', value: 'eu', secret: false }],
        );
      },
      act: typing('runPipeline', () => BRANCH),
      kept: async () => {
        extension.script.edit(() => undefined);
        extension.script.type(BRANCH);
        await variablesAreKept('runPipeline', { target });
        assert.equal(extension.script.asked.at(-1)?.value, BRANCH);
        extension.script.edit((pairs) => pairs);
      },
    },
    errorSettings: {
      given: () => {
        target = storefront();
        extension.script.choose((labels) => labels.indexOf('Off'));
      },
      act: onTarget('errorSettings'),
    },
    createClientKey: { given: () => (target = storefront()), act: onTarget('createClientKey') },
    deleteClientKey: {
      given: async () => (key = await newKey()),
      act: typing('deleteClientKey', () => String(key)),
    },
    rotateClientKey: {
      given: async () => {
        await vscode.commands.executeCommand('switchyard.stopRotation');
        await newKey();
      },
      act: onTarget('rotateClientKey'),
    },
    continueRotation: {
      given: async () => {
        await vscode.commands.executeCommand('switchyard.stopRotation');
        key = await newKey();
        await run('rotateClientKey', { target });
        extension.script.choose((labels) => labels.indexOf("I've Replaced the DSN"));
      },
      act: typing('continueRotation', () => String(key)),
    },
    sendTestEvent: {
      given: () => (target = storefront()),
      act: onTarget('sendTestEvent'),
      unconfirmed: "didn't confirm the test event. It may have been sent. Refresh to check.",
    },
  };
  itEach(rows, () => extension.script);
  after(() => vscode.commands.executeCommand('switchyard.stopRotation'));

  it('is checked before another pipeline is run for the same ref', async () => {
    const { script } = extension;
    const choice = { target: storefront() };
    script.choose((labels) => labels.indexOf('main'));
    script.edit(() => []);
    await sandbox.fault({ kind: 'cut', method: 'POST', path: '**/pipeline', status: 201, next: 1 });
    await run('runPipeline', choice);
    assert.match(script.messages.at(-1)?.message ?? '', /didn't confirm the request/);
    const [created] = await ask<{ id: number }[]>(`${STORE}/pipelines?ref=main&per_page=1`);
    await sandbox.clearRequests();
    script.allow(false);
    await run('runPipeline', choice);
    const question = script.confirmed.at(-1);
    assert.match(question?.message ?? '', /^A pipeline was created for main at .+\. Run another one\?$/);
    assert.ok(question?.detail.includes(`Pipeline #${created?.id} may be the result.`));
    assert.equal((await posts()).length, 0);
    script.allow();
    await run('runPipeline', choice);
    assert.equal((await posts()).length, 1);
    const asked = script.confirmed.length;
    await run('runPipeline', choice);
    assert.deepEqual([(await posts()).length, script.confirmed.length], [2, asked], 'it was confirmed');
  });
});
