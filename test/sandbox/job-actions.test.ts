import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { bridgeSchema, type Job, jobSchema } from '../../src/schemas/job';
import { errorOf, withSandbox } from './helpers/sandbox';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

async function jobOf(response: Response): Promise<Job> {
  return z.parse(jobSchema, await response.json());
}

describe('job actions', () => {
  const world = withSandbox({}, 'each');
  const act = (id: number, what: string, ask = {}): Promise<Response> =>
    world().post(`/projects/1/jobs/${id}/${what}`, ask);

  it('retries with a new job, and runs skipped jobs after it', async () => {
    const failed = await world().findJob(
      'failed',
      ({ name, ref }) => name === 'compile' && ref === 'feature/search-facets',
    );
    const pipeline = failed.pipeline?.id ?? 0;
    assert.ok((await world().jobsOf(pipeline)).some(({ status }) => status === 'skipped'));
    const response = await act(failed.id, 'retry');
    assert.equal(response.status, 201);
    const next = await jobOf(response);
    assert.notEqual(next.id, failed.id);
    assert.deepEqual(
      [next.status, next.started_at, next.finished_at, next.duration],
      ['pending', null, null, null],
    );
    assert.equal((await world().pipeline(pipeline)).status, 'running');
    world().sandbox.advance(5 * MINUTE);
    assert.equal((await world().job(next.id)).status, 'success');
    assert.equal((await world().pipeline(pipeline)).status, 'success');
  });

  it('fails again after a retry if the cause remains', async () => {
    const failed = await world().findJob(
      'failed',
      ({ name, ref }) => name === 'unit-tests' && ref === 'main',
    );
    const next = await jobOf(await act(failed.id, 'retry'));
    world().sandbox.advance(2 * MINUTE);
    assert.equal((await world().job(next.id)).failure_reason, 'script_failure');
  });

  it('retries a trigger job with a new job and a new downstream pipeline', async () => {
    const [old] = (await world().pipelines('ref=main&source=push')).slice(1);
    const bridges = await world().bridgesOf(old?.id ?? 0);
    const scan = bridges.find(({ name }) => name === 'security-scan');
    assert.ok(scan);
    const response = await act(scan.id, 'retry');
    assert.equal(response.status, 201);
    const next = z.parse(bridgeSchema, await response.json());
    world().sandbox.advance(10 * SECOND);
    const after = (await world().bridgesOf(old?.id ?? 0)).find(({ name }) => name === 'security-scan');
    assert.equal(after?.id, next.id);
    assert.notEqual(after.downstream_pipeline?.id, scan.downstream_pipeline?.id);
  });

  it('refuses to retry jobs that are unfinished, skipped, or already retried', async () => {
    for (const status of ['running', 'created', 'manual', 'skipped', 'pending']) {
      const response = await act((await world().findJob(status)).id, 'retry');
      assert.equal(response.status, 403, status);
      assert.deepEqual(await errorOf(response), { message: '403 Forbidden - Job is not retryable' });
    }
    const { id } = await world().findJob('failed');
    await act(id, 'retry');
    assert.equal((await act(id, 'retry')).status, 403);
  });

  it('plays a manual job with variables, with names but not values in the log', async () => {
    world().sandbox.advance(5 * MINUTE);
    const { id } = await world().fresh('deploy-production');
    const response = await act(id, 'play', {
      json: {
        job_variables_attributes: [
          { key: 'REGION', value: 'north-secret' },
          { key: 'DRY_RUN', value: '1' },
        ],
      },
    });
    assert.equal(response.status, 200);
    const played = await jobOf(response);
    assert.deepEqual([played.id, played.status, played.started_at], [id, 'pending', null]);
    world().sandbox.advance(2 * MINUTE);
    const log = await world().trace(id);
    assert.ok(log.includes('Custom variables: REGION, DRY_RUN'));
    assert.ok(!log.includes('north-secret'));
  });

  it('accepts variables from form data', async () => {
    world().sandbox.advance(5 * MINUTE);
    const { id } = await world().fresh('deploy-production');
    const body = 'job_variables_attributes[0][key]=A&job_variables_attributes[0][value]=1+%2B+1';
    const response = await act(id, 'play', {
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(response.status, 200);
  });

  it('refuses to play other jobs, and variables without a key', async () => {
    const running = await act((await world().findJob('running')).id, 'play');
    assert.equal(running.status, 400);
    assert.deepEqual(await errorOf(running), { message: '400 Bad request - Unplayable Job' });
    const { id } = await world().findJob('manual');
    const nameless = await act(id, 'play', { json: { job_variables_attributes: [{ value: '1' }] } });
    assert.equal(nameless.status, 400);
    assert.deepEqual(await errorOf(nameless), { error: 'job_variables_attributes[0][key] is missing' });
    assert.equal((await act(id, 'play', { json: { job_variables_attributes: 'x' } })).status, 400);
  });

  it('plays a trigger job', async () => {
    const [tagged] = await world().pipelines('ref=v1.2.0');
    const [bridge] = await world().bridgesOf(tagged?.id ?? 0);
    assert.equal((await act(bridge?.id ?? 0, 'play')).status, 200);
    world().sandbox.advance(10 * SECOND);
    const [after] = await world().bridgesOf(tagged?.id ?? 0);
    assert.equal(after?.status, 'success');
    assert.ok(after.downstream_pipeline);
  });

  it('cancels a running or created job immediately', async () => {
    for (const status of ['running', 'created']) {
      const { id } = await world().findJob(status, ({ name }) => !name.startsWith('deploy'));
      assert.equal((await jobOf(await act(id, 'cancel'))).status, 'canceled');
      if (status === 'running') {
        const log = await world().trace(id);
        assert.ok(log.endsWith('\u001b[31;1mERROR: Job failed: canceled\n\u001b[0;m\n'));
        assert.doesNotMatch(log, /after_script/);
      }
    }
  });

  it('cancels a running job with an after_script after the script ends', async () => {
    const manual = await world().findJob('manual', ({ name }) => name === 'deploy-production');
    await act(manual.id, 'play');
    world().sandbox.advance(9 * SECOND);
    const running = await world().job(manual.id);
    assert.equal(running.status, 'running');
    const response = await act(running.id, 'cancel');
    assert.equal(response.status, 201);
    assert.equal((await jobOf(response)).status, 'canceling');
    world().sandbox.advance(9 * SECOND);
    assert.equal((await world().job(running.id)).status, 'canceling');
    world().sandbox.advance(2 * SECOND);
    assert.equal((await world().job(running.id)).status, 'canceled');
    assert.ok(
      (await world().trace(running.id)).endsWith('\u001b[31;1mERROR: Job failed: canceled\n\u001b[0;m\n'),
    );
  });

  it('leaves a finished job unchanged when it is canceled', async () => {
    const { id } = await world().findJob('success');
    const response = await act(id, 'cancel');
    assert.deepEqual([response.status, (await jobOf(response)).status], [201, 'success']);
  });

  it('allows forced cancellation only for maintainers', async () => {
    const { id } = await world().findJob('canceling');
    assert.equal((await jobOf(await act(id, 'cancel'))).status, 'canceling');
    assert.equal((await act(id, 'cancel', { as: 'developer', json: { force: true } })).status, 403);
    assert.equal((await jobOf(await act(id, 'cancel', { json: { force: true } }))).status, 'canceled');
  });

  it('erases log and artifacts once', async () => {
    const { id } = await world().findJob('success', ({ name }) => name === 'compile');
    const response = await act(id, 'erase');
    assert.equal(response.status, 201);
    const erased = await jobOf(response);
    assert.ok(erased.erased_at);
    assert.deepEqual([erased.status, erased.artifacts, erased.download_url], ['success', [], null]);
    assert.equal((await world().ask(`/projects/1/jobs/${id}/trace`)).status, 404);
    const again = await act(id, 'erase');
    assert.equal(again.status, 403);
    assert.deepEqual(await errorOf(again), { message: '403 Forbidden - Job is not erasable!' });
  });

  it('lets developers erase only their own jobs', async () => {
    const own = await world().findJob('success', ({ user }) => user?.username === 'dana');
    const foreign = await world().findJob('success', ({ user }) => user?.username === 'olivia');
    assert.equal((await act(own.id, 'erase', { as: 'developer' })).status, 201);
    assert.equal((await act(foreign.id, 'erase', { as: 'developer' })).status, 403);
  });

  it('refuses to change an archived job', async () => {
    const archived = (await Promise.all([4, 5, 6].map((page) => world().jobs(`page=${page}`))))
      .flat()
      .find((job) => job.archived && job.status === 'success');
    assert.ok(archived);
    for (const what of ['retry', 'erase']) assert.equal((await act(archived.id, what)).status, 403, what);
  });

  it('issues a token for a running job that is valid while it runs', async () => {
    const running = await world().findJob('running', ({ name }) => name === 'install');
    const token = world().sandbox.jobToken(running.id) ?? '';
    const ways: [string, Record<string, string>][] = [
      ['/job', { 'JOB-TOKEN': token }],
      ['/job', { Authorization: `Bearer ${token}` }],
      [`/job?job_token=${token}`, {}],
    ];
    for (const [path, headers] of ways) {
      const response = await world().ask(path, { as: 'nobody', headers });
      assert.deepEqual([response.status, (await jobOf(response)).id], [200, running.id]);
    }
    const agents = await world().ask('/job/allowed_agents', {
      as: 'nobody',
      headers: { 'JOB-TOKEN': token },
    });
    assert.equal(agents.status, 200);
    const asBearer = { Authorization: `Bearer ${token}` };
    assert.equal((await world().ask('/job/allowed_agents', { as: 'nobody', headers: asBearer })).status, 401);
    assert.equal((await world().ask('/projects/1/jobs', { as: 'nobody', headers: asBearer })).status, 401);
    assert.ok(
      world()
        .sandbox.requests()
        .every(({ path }) => !path.includes(token)),
    );
    world().sandbox.advance(MINUTE);
    assert.equal((await world().ask('/job', { as: 'nobody', headers: { 'JOB-TOKEN': token } })).status, 401);
    assert.equal(world().sandbox.jobToken(running.id), undefined);
  });

  it('returns 404 for the job of a personal token', async () => {
    const response = await world().ask('/job');
    assert.equal(response.status, 404);
    assert.deepEqual(await errorOf(response), { message: '404 Job Not Found' });
  });
});
