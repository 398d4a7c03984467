import assert from 'node:assert/strict';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { getUser } from '../../../src/api/endpoints/server';
import { isApiError } from '../../../src/api/errors';
import { JobActions } from '../../../src/app/jobs/actions';
import { JobUpdates } from '../../../src/app/pipelines/job-updates';
import { Pipelines, type PipelinesChange } from '../../../src/app/pipelines/pipelines';
import type { PipelineKey, ProjectKey } from '../../../src/app/shared/keys';
import { ActionNotAllowedError } from '../../../src/domain/jobs/rules';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';

describe('Pipelines', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Returns a store on the sandbox, and its recorded changes. */
  function aStore(role: keyof Sandbox['tokens'] = 'maintainer') {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const clock = new ManualClock();
    const pipelines = new Pipelines(() => client, clock);
    const changes: PipelinesChange[] = [];
    pipelines.onDidChange((newChanges) => changes.push(...newChanges));
    const actions = new JobActions(() => client);
    new JobUpdates(actions, pipelines);
    const project: ProjectKey = { base: sandbox.url, project: 1 };
    return { pipelines, actions, changes, clock, client, project };
  }

  type Store = ReturnType<typeof aStore>;

  /** Returns the newest pipeline with a status. */
  async function aPipelineThatIs(
    { client, project }: Store,
    status: 'success' | 'failed' | 'running',
  ): Promise<PipelineKey> {
    const { items } = await client.page(listPipelines, { id: 1, status });
    assert.ok(items[0]);
    return { ...project, pipeline: items[0].id };
  }

  /** Returns a job with a status, from the newest pipeline with that status. */
  async function aTarget(store: Store, status: 'success' | 'failed') {
    const pipeline = await aPipelineThatIs(store, status);
    const { stages } = await store.pipelines.content(pipeline);
    const member = stages
      .flatMap(({ members }) => members)
      .find(({ job }) => job.status === status && !job.archived);
    assert.ok(member?.kind === 'job');
    const target = { key: { ...store.project, job: member.job.id }, kind: member.kind, job: member.job };
    return { pipeline, member, target };
  }

  const requests = async (work: () => Promise<unknown>): Promise<number> => {
    const before = sandbox.requests().length;
    await work();
    return sandbox.requests().length - before;
  };

  it('reads the list once for several callers', async () => {
    const { pipelines, project } = aStore();
    const first = await requests(() => Promise.all([pipelines.list(project), pipelines.list(project)]));
    assert.equal(first, 1);
    assert.equal(await requests(() => pipelines.list(project)), 0);
  });

  it('reads all pages, with each pipeline once and newest first', async () => {
    const { pipelines, project, client } = aStore();
    const list = await pipelines.list(project);
    while (list.hasOlder) await pipelines.loadOlder(project);
    const ids = list.pipelines.map(({ id }) => id);
    const all: number[] = [];
    for await (const page of client.pages(listPipelines, { id: 1, per_page: 100 }))
      all.push(...page.items.map(({ id }) => id));
    assert.deepEqual(ids, all);
    assert.ok(ids.length >= 60);
    assert.equal(list.knownDownTo, undefined, 'there is nothing beyond the end');
  });

  it("doesn't poll a project that isn't retained", async () => {
    const { pipelines, project, changes } = aStore();
    await pipelines.list(project);
    sandbox.advance(60_000);
    assert.equal(await requests(() => pipelines.poll()), 0);
    assert.deepEqual(changes, []);
  });

  it('fires one event per poll, with the changes only', async () => {
    const { pipelines, project } = aStore();
    const hold = pipelines.retainProject(project);
    const list = await pipelines.list(project);
    const before = JSON.stringify(list.pipelines);
    const events: (readonly PipelinesChange[])[] = [];
    pipelines.onDidChange((newChanges) => events.push(newChanges));
    await pipelines.poll();
    assert.deepEqual(events, []);
    for (let tries = 0; tries < 30 && JSON.stringify(list.pipelines) === before; tries++) {
      sandbox.advance(20_000);
      await pipelines.poll();
    }
    assert.equal(events.length, 1);
    hold.dispose();
  });

  it('reads the content of a retained pipeline only while it is running or after a while', async () => {
    const store = aStore();
    const { pipelines, clock } = store;
    const key = await aPipelineThatIs(store, 'success');
    const hold = pipelines.retainPipeline(key);
    await pipelines.content(key);
    assert.equal(await requests(() => pipelines.poll()), 0);
    clock.advance(600_000);
    assert.equal(await requests(() => pipelines.poll()), 1, 'whether it changed is one question');
    assert.equal(await requests(() => pipelines.poll(undefined, true)), 3);
    hold.dispose();
  });

  it('adds a retried job immediately, with its previous attempts', async () => {
    const store = aStore();
    const { actions, pipelines } = store;
    const { pipeline, member, target } = await aTarget(store, 'failed');
    const running = actions.run('retry', target);
    assert.equal(actions.isBusy(target.key), true);
    const resultJob = await running;
    assert.notEqual(resultJob.id, member.job.id);
    const now = pipelines.member(pipeline, resultJob.id);
    assert.ok(now?.kind === 'job');
    const before = [member.job, ...member.earlier].map(({ id }) => id);
    assert.deepEqual(
      now.earlier.map(({ id }) => id),
      before,
    );
    assert.equal(actions.isBusy(target.key), false);
  });

  it("sends nothing for an action that isn't allowed", async () => {
    const store = aStore();
    const { target } = await aTarget(store, 'success');
    const sent = await requests(() =>
      assert.rejects(store.actions.run('cancel', target), ActionNotAllowedError),
    );
    assert.equal(sent, 0);
  });

  it('fails with the error of the server if the role is insufficient, and is no longer busy', async () => {
    const store = aStore('reporter');
    const { target } = await aTarget(store, 'success');
    await assert.rejects(store.actions.run('retry', target), (error) => isApiError(error, 'forbidden'));
    assert.equal(store.actions.isBusy(target.key), false);
  });

  it("fails for a project that doesn't exist, and stores nothing", async () => {
    const { pipelines, project } = aStore();
    const nowhere: ProjectKey = { ...project, project: 999_999 };
    await assert.rejects(pipelines.list(nowhere), (error) => isApiError(error, 'not-found'));
    const key: PipelineKey = { ...nowhere, pipeline: 1 };
    await assert.rejects(pipelines.content(key), (error) => isApiError(error, 'not-found'));
    assert.equal(pipelines.peek(key), undefined);
  });

  it('applies the status of a job from its log, and reads the pipeline again', async () => {
    const store = aStore();
    const { pipelines, project, changes } = store;
    const key = await aPipelineThatIs(store, 'running');
    const { jobs } = await pipelines.content(key);
    const job = jobs.find(
      ({ status }) => status === 'running' || status === 'created' || status === 'pending',
    );
    assert.ok(job);
    await pipelines.jobSeen(project, job);
    assert.deepEqual(changes, [], 'nothing new is nothing to tell');
    await pipelines.jobSeen(project, { ...job, status: 'canceling' });
    assert.deepEqual(changes.map(({ kind }) => kind).slice(0, 1), ['pipeline']);
    assert.notEqual(pipelines.member(key, job.id)?.job.status, 'canceling', 'and then the server is asked');
  });

  it('ignores pending responses after it was cleared', async () => {
    const store = aStore();
    const { pipelines, project } = store;
    const key = await aPipelineThatIs(store, 'success');
    const loading = Promise.all([pipelines.content(key), pipelines.list(project)]);
    pipelines.clear();
    await loading;
    assert.equal(pipelines.peek(key), undefined);
    assert.equal(pipelines.peekList(project), undefined);
  });

  it('reads the list again after it was cleared', async () => {
    const { pipelines, project, client } = aStore();
    await pipelines.list(project);
    pipelines.clear();
    assert.equal(await requests(() => pipelines.list(project)), 1);
    assert.equal((await client.call(getUser, {})).username.length > 0, true);
  });
});
