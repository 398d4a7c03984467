import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../src/api/endpoints/jobs';
import { ScheduledTimes } from '../../../src/app/pipelines/scheduled-times';
import { stage } from '../../contract/stage';

describe('the times of delayed jobs', () => {
  const world = stage('each');
  const queries = () => world.sandbox.requests().filter(({ path }) => path.endsWith('/graphql')).length;

  async function timesFor(path: string | undefined) {
    const client = world.client();
    const { items } = await client.page(listProjectJobs, { id: 1, scope: ['scheduled'] });
    const job = items[0] ?? assert.fail('no delayed job');
    const times = new ScheduledTimes({ clientFor: () => client, pathOf: () => path });
    return { times, job, key: { base: client.base, project: 1, job: job.id } };
  }
  const next = (times: ScheduledTimes): Promise<unknown> =>
    new Promise((resolve) => times.onDidChange(resolve));

  it('are loaded once, when they are first needed', async () => {
    const { times, job, key } = await timesFor('acme/storefront');
    const changed = next(times);
    assert.equal(times.timeOf(key), undefined);
    assert.equal(times.timeOf(key), undefined);
    assert.deepEqual(await changed, key);
    const at = times.timeOf(key) ?? assert.fail('no time');
    assert.ok(at > Date.parse(job.created_at ?? ''));
    assert.equal(queries(), 1);
    times.clear();
    const again = next(times);
    assert.equal(times.timeOf(key), undefined);
    await again;
    assert.equal(times.timeOf(key), at);
  });

  it('are not requested again from a server without GraphQL or without the field', async () => {
    for (const fault of [
      { kind: 'status', status: 404 },
      {
        ...{ kind: 'status', status: 200, form: 'text' },
        message: '{"errors":[{"message":"Field \'scheduledAt\' doesn\'t exist on type \'CiJob\'"}]}',
      },
    ] as const) {
      const { times, key } = await timesFor('acme/storefront');
      const before = queries();
      world.sandbox.faults.add({ ...fault, path: '/api/graphql', next: 1 });
      await times.load(key);
      assert.equal(times.timeOf(key), undefined);
      assert.equal(queries() - before, 1);
    }
  });

  it('are requested again after a refused token', async () => {
    const { times, key } = await timesFor('acme/storefront');
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/graphql', next: 1 });
    await times.load(key);
    await times.load(key);
    assert.ok(times.timeOf(key));
  });

  it('stay unknown without the path of the project, without access, and for an earlier user', async () => {
    for (const path of [undefined, 'acme/nothing']) {
      const { times, key } = await timesFor(path);
      await times.load(key);
      assert.equal(times.timeOf(key), undefined, path);
    }
    const { times, key } = await timesFor('acme/storefront');
    const loading = times.load(key);
    times.clear();
    await loading;
    assert.equal(times.timeOf(key), undefined);
    await next(times);
  });
});
