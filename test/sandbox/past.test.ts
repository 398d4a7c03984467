import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { jobSchema } from '../../src/schemas/job';
import { pipelineDetailSchema, pipelineSchema } from '../../src/schemas/pipeline';
import { errorOf, withSandbox } from './helpers/sandbox';

const DAY = 24 * 60 * 60_000;

describe('history of the demo world', () => {
  const world = withSandbox();

  it('has a commit for every pipeline of every project', async () => {
    for (const project of [1, 2]) {
      const response = await world().ask(`/projects/${project}/pipelines?per_page=100`);
      const pipelines = z.parse(z.array(pipelineSchema), await response.json());
      for (const { id, sha } of pipelines) assert.match(sha, /^[0-9a-f]{40}$/, String(id));
    }
  });

  it('has times for all finished jobs', async () => {
    for (let page = 1; page <= 4; page++) {
      for (const job of await world().jobs(`scope=success&page=${page}`)) assert.ok(job.started_at, job.name);
    }
    const pipelines = await world().ask('/projects/2/pipelines?per_page=100');
    for (const { id } of z.parse(z.array(pipelineSchema), await pipelines.json())) {
      for (const bridge of await world().bridgesOf(id, 2)) {
        if (bridge.status === 'success') assert.ok(bridge.started_at && bridge.finished_at);
      }
    }
  });

  it('reports the duration of a pipeline without the time before a retry', async () => {
    const old = await world().findJob(
      'failed',
      ({ archived, allow_failure: allowed, created_at: at }) =>
        !archived && !allowed && Date.parse(at ?? '') < Date.now() - DAY / 2,
    );
    const id = old.pipeline?.id ?? assert.fail('a job has a pipeline');
    assert.equal((await world().post(`/projects/1/jobs/${old.id}/retry`)).status, 201);
    world().sandbox.advance(3_600_000);
    const pipeline = z.parse(
      pipelineDetailSchema,
      await (await world().ask(`/projects/1/pipelines/${id}`)).json(),
    );
    const jobs = z.parse(
      z.array(jobSchema),
      await (await world().ask(`/projects/1/pipelines/${id}/jobs?per_page=100`)).json(),
    );
    const ran = jobs.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    assert.ok(pipeline.duration !== null && pipeline.duration !== undefined, pipeline.status);
    assert.ok(
      pipeline.duration > 0 && pipeline.duration <= Math.ceil(ran),
      `${pipeline.duration} of ${ran} s`,
    );
  });

  it('is read-only once archived', async () => {
    const [archived] = (await world().jobs('sort=asc')).filter(
      (job) => job.archived && job.status === 'success',
    );
    assert.ok(archived);
    for (const what of ['cancel', 'retry', 'erase']) {
      assert.equal((await world().post(`/projects/1/jobs/${archived.id}/${what}`)).status, 403, what);
    }
  });

  it('keeps artifacts for a week and logs without a limit, and returns the size of each log', async () => {
    const old = await world().findJob(
      'success',
      ({ name, created_at: at }) => name === 'compile' && Date.parse(at ?? '') < Date.now() - 10 * DAY,
    );
    assert.deepEqual(
      (old.artifacts ?? []).map(({ file_type: type, size }) => [type, size]),
      [['trace', Buffer.byteLength(await world().trace(old.id))]],
    );
    assert.equal(old.artifacts_file ?? null, null);
    const fresh = await world().findJob('success', ({ artifacts }) => (artifacts ?? []).length > 2);
    assert.ok(Date.parse(fresh.artifacts_expire_at ?? '') > Date.now());
  });
});

describe('waiting jobs', () => {
  const world = withSandbox({}, 'each');

  it('stay pending after a retry if their runner no longer exists', async () => {
    const gone = await world().findJob('failed', ({ name }) => name === 'ios-build');
    const response = await world().post(`/projects/1/jobs/${gone.id}/retry`);
    const { id } = z.parse(jobSchema, await response.json());
    world().sandbox.advance(DAY);
    assert.equal((await world().job(id)).status, 'pending');
  });

  it('run one after the other in a resource group, even after a long time', async () => {
    world().sandbox.advance(9 * DAY);
    const holder = await world().findJob('canceling', ({ name }) => name === 'reserve-cluster');
    const { id } = await world().findJob('waiting_for_resource', ({ name }) => name === 'reserve-cluster');
    await world().post(`/projects/1/jobs/${id}/cancel`);
    const again = await world().post(`/projects/1/jobs/${id}/retry`);
    assert.equal(z.parse(jobSchema, await again.json()).status, 'waiting_for_resource');
    assert.equal((await world().job(holder.id)).status, 'canceling');
  });

  it("can't be erased if they never started", async () => {
    const { id } = await world().findJob('manual');
    await world().post(`/projects/1/jobs/${id}/cancel`);
    const response = await world().post(`/projects/1/jobs/${id}/erase`);
    assert.equal(response.status, 403);
    assert.deepEqual(await errorOf(response), { message: '403 Forbidden - Job is not erasable!' });
  });
});

describe('history of the large world', () => {
  const world = withSandbox({ seed: 'large' });

  it('is in chronological order', async () => {
    for (const page of [1, 200, 400]) {
      const response = await world().ask(`/projects/4/jobs?per_page=100&page=${page}`);
      for (const job of z.parse(z.array(jobSchema), await response.json())) {
        const created = Date.parse(job.created_at ?? '');
        assert.ok(Date.parse(job.commit?.created_at ?? '') <= created);
        const waited = Date.parse(job.started_at ?? '') - created;
        assert.ok((job.queued_duration ?? 0) * 1000 <= waited);
      }
    }
  });
});
