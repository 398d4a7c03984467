import assert from 'node:assert/strict';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { JobActions } from '../../../src/app/jobs/actions';
import { type JobUpdate, JobUpdates } from '../../../src/app/pipelines/job-updates';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import { pipelineRef } from '../../../src/app/pipelines/ref';
import type { PipelineKey, ProjectKey } from '../../../src/app/shared/keys';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';

describe('JobUpdates', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Returns a store that has read the newest pipeline with a status. */
  async function knowing(status: 'failed' | 'running') {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const pipelines = new Pipelines(() => client, new ManualClock());
    const actions = new JobActions(() => client);
    const updates = new JobUpdates(actions, pipelines);
    const project: ProjectKey = { base: sandbox.url, project: 1 };
    const { items } = await client.page(listPipelines, { id: 1, status });
    assert.ok(items[0]);
    const key: PipelineKey = { ...project, pipeline: items[0].id };
    const { members } = await pipelines.content(key);
    const jobs = [...members.values()].flatMap((member) => (member.kind === 'job' ? [member.job] : []));
    return { actions, jobs, key, pipelines, project, updates };
  }

  it('announces a returned job with its pipeline before updating the store', async () => {
    const { actions, jobs, key, pipelines, project, updates } = await knowing('failed');
    const announced: JobUpdate[] = [];
    const members: unknown[] = [];
    updates.onDidUpdate((update) => {
      announced.push(update);
      members.push(pipelines.member(key, update.job.id));
    });
    const job = jobs.find(({ status, archived }) => status === 'failed' && !archived);
    assert.ok(job);
    const retried = await actions.run('retry', { key: { ...project, job: job.id }, kind: 'job', job });
    assert.deepEqual(
      announced.map(({ job: { id }, before }) => [id, before?.status]),
      [[retried.id, 'failed']],
    );
    assert.deepEqual(members, [undefined]);
    assert.equal(pipelines.member(key, retried.id)?.job.id, retried.id);
  });

  it('updates the row of a job whose log is complete', async () => {
    const { jobs, key, pipelines, project, updates } = await knowing('running');
    const job = jobs.find(({ status }) => status === 'running');
    assert.ok(job);
    updates.seen(project, { ...job, status: 'success' });
    assert.equal(pipelines.member(key, job.id)?.job.status, 'success');
  });

  it('ignores errors when reading the pipeline again', async () => {
    const { jobs, project, updates } = await knowing('running');
    const job = jobs.find(({ status }) => status === 'running');
    assert.ok(job);
    sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/1/**', status: 403 });
    updates.seen(project, { ...job, status: 'success' });
    await new Promise((resolve) => setImmediate(resolve));
    sandbox.faults.clear();
  });

  it("finds the ref of the pipeline, which is read if it isn't known", async () => {
    const { key, pipelines } = await knowing('failed');
    const ref = await pipelineRef(pipelines, key);
    assert.ok(ref);
    pipelines.clear();
    assert.equal(await pipelineRef(pipelines, key), ref);
  });
});
