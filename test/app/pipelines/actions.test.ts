import assert from 'node:assert/strict';
import { listPipelineJobs } from '../../../src/api/endpoints/jobs';
import { listProjectMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { isApiError } from '../../../src/api/errors';
import { JobActions } from '../../../src/app/jobs/actions';
import { PipelineActions } from '../../../src/app/pipelines/actions';
import { JobUpdates } from '../../../src/app/pipelines/job-updates';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import type { PipelineKey, ProjectKey } from '../../../src/app/shared/keys';
import { PipelineBusyError } from '../../../src/domain/pipelines/rules';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';

describe('PipelineActions', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  function acting(role: keyof Sandbox['tokens'] = 'maintainer') {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const pipelines = new Pipelines(() => client, new ManualClock());
    const jobs = new JobActions(() => client);
    new JobUpdates(jobs, pipelines);
    const actions = new PipelineActions(() => client, jobs, pipelines);
    const project: ProjectKey = { base: sandbox.url, project: 1 };
    const aPipeline = async (status: 'failed' | 'running'): Promise<PipelineKey> => {
      const { items } = await client.page(listPipelines, { id: 1, status });
      assert.ok(items[0]);
      return { ...project, pipeline: items[0].id };
    };
    const statuses = async (key: PipelineKey): Promise<readonly string[]> => {
      await pipelines.poll(undefined, true);
      const { stages } = await pipelines.content(key);
      return stages.flatMap(({ members }) => members.map(({ job }) => job.status));
    };
    return { actions, pipelines, client, project, aPipeline, statuses };
  }

  const posts = (): readonly string[] =>
    sandbox
      .requests()
      .filter(({ method }) => method === 'POST')
      .map(({ path }) => path);

  /**
   * Makes the endpoint for the whole pipeline fail, like on a server without it or with an insufficient role.
   */
  const refuseWhole = (what: string, status: number): void => {
    const path = `**/pipelines/*/${what}`;
    sandbox.faults.add({ kind: 'status', method: 'POST', path, status });
  };

  it('retries failed jobs with one request and updates retained pipelines', async () => {
    const { actions, pipelines, aPipeline, statuses } = acting();
    const key = await aPipeline('failed');
    const hold = pipelines.retainPipeline(key);
    assert.ok((await statuses(key)).includes('failed'));
    assert.deepEqual(await actions.run('retryFailed', key), { kind: 'whole' });
    assert.equal(posts().length, 1);
    assert.ok(!(await statuses(key)).includes('failed'));
    hold.dispose();
  });

  it('cancels unfinished jobs with one request', async () => {
    const { actions, pipelines, aPipeline, statuses } = acting();
    const key = await aPipeline('running');
    const hold = pipelines.retainPipeline(key);
    assert.deepEqual(await actions.run('cancelAll', key), { kind: 'whole' });
    const after = await statuses(key);
    assert.ok(!after.some((status) => ['running', 'pending', 'created'].includes(status)), after.join());
    hold.dispose();
  });

  for (const status of [404, 403]) {
    it(`acts on each job if the server returns ${status}, and reports the progress`, async () => {
      const { actions, pipelines, aPipeline, statuses } = acting();
      const key = await aPipeline('running');
      const hold = pipelines.retainPipeline(key);
      refuseWhole('cancel', status);
      const counted: string[] = [];
      const outcome = await actions.run('cancelAll', key, {
        onProgress: (ended, of) => counted.push(`${ended}/${of}`),
      });
      assert.ok(outcome.kind === 'jobs');
      const { done, failed, stopped } = outcome.report;
      assert.ok(done.length > 1);
      assert.deepEqual([failed, stopped], [[], []]);
      assert.equal(counted.at(-1), `${done.length}/${done.length}`);
      assert.equal(new Set(posts()).size, posts().length, 'nothing is sent twice');
      const after = await statuses(key);
      assert.ok(!after.some((each) => ['running', 'pending', 'created'].includes(each)), after.join());
      hold.dispose();
    });
  }

  it('stops after the first job if the role is insufficient', async () => {
    const { actions, aPipeline } = acting('reporter');
    const key = await aPipeline('running');
    await assert.rejects(actions.run('cancelAll', key), (error) => isApiError(error, 'forbidden'));
    assert.equal(posts().length, 2);
  });

  it('rejects another action while one is running', async () => {
    const { actions, aPipeline } = acting();
    const key = await aPipeline('running');
    const first = actions.run('cancelAll', key);
    await assert.rejects(actions.run('retryFailed', key), PipelineBusyError);
    await first;
    assert.equal(posts().length, 1);
  });

  it('runs a pipeline for a branch with variables, and reports why it failed', async () => {
    const { actions, project } = acting();
    const variables = [{ key: 'REGION', value: 'north', secret: false }];
    const started = await actions.start(project, { ref: 'main', variables });
    assert.equal(started?.ref, 'main');
    await assert.rejects(actions.start(project, { ref: 'no-such-branch', variables: [] }), (error) => {
      assert.ok(isApiError(error, 'bad-request'));
      assert.match(error.serverMessage ?? '', /Reference not found/);
      return true;
    });
  });

  it('runs a pipeline with inputs, and reports invalid ones', async () => {
    const { actions, client, project } = acting();
    const inputs = { environment: 'staging', regions: ['us-1'], canary_percent: 5, dry_run: true };
    const run = { ref: 'release/2.0', variables: [] };
    const started = await actions.start(project, { ...run, inputs });
    const { items } = await client.page(listPipelineJobs, { id: 1, pipeline_id: started?.id ?? 0 });
    assert.ok(items.some(({ name }) => name === 'deploy to staging'));
    await assert.rejects(actions.start(project, run), (error) => {
      assert.ok(isApiError(error, 'bad-request'));
      assert.match(error.serverMessage ?? '', /`environment` input: required value/);
      return true;
    });
  });

  it('runs a merge request pipeline with its endpoint', async () => {
    const { actions, client, project } = acting();
    const { items } = await client.page(listProjectMergeRequests, { id: 1, state: 'opened' });
    const iid = items[0]?.iid ?? 0;
    const started = await actions.start(project, { mergeRequest: iid });
    assert.match(started?.ref ?? '', new RegExp(`^refs/merge-requests/${iid}/`));
    assert.ok(posts()[0]?.endsWith(`/merge_requests/${iid}/pipelines`));
  });
});
