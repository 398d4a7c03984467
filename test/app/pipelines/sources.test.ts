import assert from 'node:assert/strict';
import { getPipeline, listPipelines } from '../../../src/api/endpoints/pipelines';
import { isApiError } from '../../../src/api/errors';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import { NO_FILTER, type PipelineFilter, queryOf } from '../../../src/app/pipelines/query';
import type { ProjectKey } from '../../../src/app/shared/keys';
import type { Head } from '../../../src/app/shared/stores';
import { pipelineRow } from '../../../src/presentation/pipelines/rows';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';

describe('listed pipelines of a project', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(() => {
    sandbox.faults.clear();
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  function aStore(filter: Partial<PipelineFilter> = {}, heads: readonly Head[] = []) {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const query = queryOf({ ...NO_FILTER, ...filter }, heads);
    const pipelines = new Pipelines(
      () => client,
      new ManualClock(),
      () => query,
    );
    const project: ProjectKey = { base: sandbox.url, project: 1 };
    return { client, pipelines, project };
  }

  const refuseTheList = (status: number): void => {
    sandbox.faults.add({ kind: 'status', status, path: '/api/v4/projects/*/pipelines' });
  };

  /** Returns the displayed properties of the rows, up to a number that both lists contain. */
  async function rowsOf({ pipelines, project }: ReturnType<typeof aStore>, most: number) {
    while (pipelines.peekList(project)?.hasOlder !== false) {
      const list = await pipelines.list(project);
      if (list.pipelines.length >= most || !list.hasOlder) break;
      await pipelines.loadOlder(project);
    }
    const list = await pipelines.list(project);
    return list.pipelines.slice(0, most).map((pipeline) => {
      const { label, description, icon, contextTokens: tokens } = pipelineRow(pipeline, { now: 0 });
      return { label, description, icon, words: tokens };
    });
  }

  for (const status of [403, 404]) {
    it(`are derived from jobs with the same rows if the list is rejected with ${status}`, async () => {
      const listed = await rowsOf(aStore(), 25);
      refuseTheList(status);
      const store = aStore();
      assert.deepEqual(await rowsOf(store, 25), listed);
      assert.equal(store.pipelines.peekList(store.project)?.source, 'jobs');
    });
  }

  it('are updated from jobs without requesting the list again', async () => {
    refuseTheList(404);
    const { pipelines, project } = aStore();
    pipelines.retainProject(project);
    await pipelines.list(project);
    await pipelines.loadOlder(project);
    const before = (await pipelines.list(project)).pipelines.map(({ id }) => id);
    const requestCount = sandbox.requests().length;
    await pipelines.poll();
    assert.deepEqual(
      sandbox
        .requests()
        .slice(requestCount)
        .map(({ path }) => path.replace(/\?.*/, '')),
      ['/api/v4/projects/1/jobs'],
    );
    assert.deepEqual(
      (await pipelines.list(project)).pipelines.map(({ id }) => id),
      before,
    );
  });

  it('fail with the error of the list if the jobs are rejected, too', async () => {
    refuseTheList(403);
    sandbox.faults.add({ kind: 'status', status: 404, path: '/api/v4/projects/*/jobs' });
    const { pipelines, project } = aStore();
    await assert.rejects(pipelines.list(project), (error) => isApiError(error, 'forbidden'));
  });

  it('are those of the branch and of its commit on any ref', async () => {
    const { client } = aStore();
    const { items } = await client.page(listPipelines, { id: 1, per_page: 100 });
    const ofRequest = items.find(({ ref }) => ref?.startsWith('refs/merge-requests/'));
    assert.ok(ofRequest, 'the demo world has pipelines of merge requests');
    const { pipelines, project } = aStore({ mode: 'branch' }, [{ name: 'main', sha: ofRequest.sha }]);
    const list = await pipelines.list(project);
    assert.ok(list.pipelines.some(({ id }) => id === ofRequest.id));
    assert.ok(list.pipelines.some(({ ref }) => ref === 'main'));
    for (const { ref, sha } of list.pipelines) assert.ok(ref === 'main' || sha === ofRequest.sha);
    const ids = list.pipelines.map(({ id }) => id);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
      'each once, the newest first',
    );
  });

  it('require one request per poll for a branch, alternating between ref and commit, and one for the newest pipeline', async () => {
    const { client } = aStore();
    const [newest] = (await client.page(listPipelines, { id: 1 })).items;
    const { pipelines, project } = aStore({ mode: 'branch' }, [{ name: 'main', sha: newest?.sha }]);
    pipelines.retainProject(project);
    await pipelines.list(project);
    const requestCount = sandbox.requests().length;
    await pipelines.poll();
    await pipelines.poll();
    const queries = sandbox
      .requests()
      .slice(requestCount)
      .map(({ path }) => /[?&](ref|sha|per_page=1(?!\d))/.exec(path)?.[1]);
    assert.deepEqual(queries.slice(0, 2).sort(), ['per_page=1', 'ref']);
    assert.deepEqual(queries.slice(2).sort(), ['per_page=1', 'sha']);
  });

  it('are those of a detached commit without a branch, and all without a repository', () => {
    assert.deepEqual(
      queryOf({ ...NO_FILTER, mode: 'branch' }, [{ name: undefined, sha: 'abc' }]).conditions,
      [{ sha: 'abc' }],
    );
    assert.deepEqual(queryOf({ ...NO_FILTER, mode: 'branch' }).conditions, [{}]);
  });

  it('are merge request pipelines in that mode', async () => {
    const { pipelines, project } = aStore({ mode: 'merge-requests' });
    const { pipelines: found } = await pipelines.list(project);
    assert.ok(found.length > 0);
    for (const { source } of found) assert.equal(source, 'merge_request_event');
  });

  it('are those of one author, from the list or from jobs', async () => {
    const { client } = aStore();
    const [newest] = (await client.page(listPipelines, { id: 1 })).items;
    assert.ok(newest);
    const { user } = await client.call(getPipeline, { id: 1, pipeline_id: newest.id });
    assert.ok(user);
    const ofList = await rowsOf(aStore({ author: user.username }), 5);
    refuseTheList(404);
    assert.deepEqual(await rowsOf(aStore({ author: user.username }), 5), ofList);
    assert.ok(ofList.length > 0);
  });

  it('are searched on older pages if none of the newest ones match', async () => {
    const statuses = ['canceled', 'skipped', 'scheduled'] as const;
    const { pipelines, project } = aStore({ statuses });
    const list = await pipelines.list(project);
    for (const { status } of list.pipelines) assert.ok(statuses.some((wanted) => wanted === status));
    assert.ok(list.pipelines.length > 0 || !list.hasOlder);
  });

  it('are read again when the filter changes', async () => {
    const { client, project } = aStore();
    let query = queryOf(NO_FILTER);
    const pipelines = new Pipelines(
      () => client,
      new ManualClock(),
      () => query,
    );
    pipelines.retainProject(project);
    await pipelines.list(project);
    const changeKinds: string[] = [];
    pipelines.onDidChange((changes) => changeKinds.push(...changes.map(({ kind }) => kind)));
    query = queryOf({ ...NO_FILTER, statuses: ['failed'] });
    pipelines.invalidate();
    assert.deepEqual(changeKinds, ['list']);
    const { pipelines: failed } = await pipelines.list(project);
    assert.ok(failed.length > 0);
    for (const { status } of failed) assert.equal(status, 'failed');
  });
});
