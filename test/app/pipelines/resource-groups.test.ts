import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../src/api/endpoints/jobs';
import { ResourceGroups } from '../../../src/app/pipelines/resource-groups';
import { stage } from '../../contract/stage';

describe('the resource groups that jobs wait for', () => {
  const world = stage('each');
  const requests = (): readonly string[] =>
    world.sandbox.requests().flatMap(({ path }) => /\/resource_groups(.*)$/.exec(path)?.[1] ?? []);

  async function waitingJob() {
    const client = world.client();
    const { items } = await client.page(listProjectJobs, { id: 1, scope: ['waiting_for_resource'] });
    const job = items[0] ?? assert.fail('no waiting job');
    const groups = new ResourceGroups(() => client);
    const key = { base: client.base, project: 1, pipeline: job.pipeline?.id ?? 0 };
    return { client, groups, job, key };
  }

  it('are found with the job that uses them', async () => {
    const { groups, job, key } = await waitingJob();
    assert.deepEqual(groups.peek(key), []);
    await groups.load(key, [job.id]);
    const [group, ...others] = groups.peek(key);
    assert.deepEqual(others, []);
    assert.equal(group?.name, 'cluster');
    assert.deepEqual(group.jobs, [job.id]);
    assert.equal(group.waiting, 1);
    assert.equal(group.current?.name, 'reserve-cluster');
    assert.equal(group.current.status, 'canceling');
    groups.clear();
    assert.deepEqual(groups.peek(key), []);
  });

  it("aren't requested without waiting jobs, and are removed when no job waits", async () => {
    const { groups, job, key } = await waitingJob();
    await groups.load(key, []);
    assert.deepEqual(requests(), []);
    await groups.load(key, [job.id]);
    assert.equal(groups.peek(key).length, 1);
    const before = requests().length;
    await groups.load(key, []);
    assert.deepEqual(groups.peek(key), []);
    assert.equal(requests().length, before);
  });

  it('are searched until all jobs are found, in at most 20 groups', async () => {
    const { groups, job, key } = await waitingJob();
    const names = Array.from({ length: 30 }, (_, index) => `review/${index}`);
    const answer = (path: string, items: readonly unknown[], next: number): void => {
      const message = JSON.stringify(items);
      world.sandbox.faults.add({ kind: 'status', status: 200, form: 'text', message, path, next });
    };
    const searched = async (list: readonly string[]): Promise<number> => {
      const before = requests().length;
      answer(
        '**/resource_groups',
        list.map((name, id) => ({ id, key: name })),
        1,
      );
      await groups.load(key, [job.id]);
      return requests()
        .slice(before)
        .filter((path) => path.includes('upcoming_jobs')).length;
    };
    answer('**/resource_groups/review*/upcoming_jobs', [], 100);
    assert.equal(await searched([...names.slice(0, 3), 'cluster', ...names.slice(3)]), 4);
    assert.equal(groups.peek(key)[0]?.name, 'cluster');
    assert.equal(await searched([...names, 'cluster']), 20);
    assert.deepEqual(groups.peek(key), []);
  });

  it('are found without the current job if it has just finished, or the server has no endpoint for it', async () => {
    for (const fault of [{ status: 404 }, { status: 200, form: 'text', message: 'null' }] as const) {
      const { groups, job, key } = await waitingJob();
      world.sandbox.faults.add({ kind: 'status', ...fault, path: '**/current_job', next: 1 });
      await groups.load(key, [job.id]);
      assert.equal(groups.peek(key)[0]?.current, undefined);
      assert.equal(groups.peek(key)[0]?.name, 'cluster');
    }
  });

  it('keep the known groups after a failure', async () => {
    const { groups, job, key } = await waitingJob();
    await groups.load(key, [job.id]);
    const known = groups.peek(key);
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/upcoming_jobs', next: 1 });
    await assert.rejects(groups.load(key, [job.id]));
    assert.equal(groups.peek(key), known);
  });
});
