import assert from 'node:assert/strict';
import { JOB_STATUSES } from '../../src/schemas/job';
import { withSandbox } from './helpers/sandbox';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('demo world', () => {
  const world = withSandbox();

  it('has a job with each status at the start, except `waiting_for_callback` (only on newer servers)', async () => {
    for (const status of JOB_STATUSES.filter((each) => each !== 'waiting_for_callback')) {
      assert.notEqual((await world().jobs(`scope[]=${status}`)).length, 0, status);
    }
  });

  it('has at least 60 pipelines with many sources and refs', async () => {
    const pipelines = [
      ...(await world().pipelines()),
      ...(await world().pipelines('source=parent_pipeline')),
    ];
    const listed = await world().ask('/projects/1/pipelines');
    assert.ok(Number(listed.headers.get('x-total')) >= 60);
    const sources = new Set(pipelines.map(({ source }) => source));
    for (const source of [
      'push',
      'web',
      'schedule',
      'api',
      'merge_request_event',
      'parent_pipeline',
      'pipeline',
    ]) {
      assert.ok(sources.has(source), source);
    }
    assert.ok(pipelines.some(({ ref }) => ref === 'refs/merge-requests/12/head'));
    assert.ok(pipelines.some(({ ref }) => ref === 'v1.0.0'));
  });

  it('lists child pipelines only on request', async () => {
    assert.ok((await world().pipelines()).every(({ source }) => source !== 'parent_pipeline'));
    assert.notEqual((await world().pipelines('source=parent_pipeline')).length, 0);
  });

  it('has a running pipeline on main', async () => {
    const [newest] = await world().pipelines('ref=main&source=push');
    assert.equal(newest?.status, 'running');
  });

  it('has downstream pipelines in two levels and other projects, and a cycle', async () => {
    const seen = new Set<number>();
    let circle = false;
    const follow = async (project: number, id: number, path: readonly number[]): Promise<void> => {
      if (path.includes(id)) circle = true;
      if (seen.has(id)) return;
      seen.add(id);
      for (const { downstream_pipeline: next } of await world().bridgesOf(id, project)) {
        if (next) await follow(next.project_id ?? 0, next.id, [...path, id]);
      }
    };
    const mains = await world().pipelines('ref=main&source=push');
    for (const { id } of mains) await follow(1, id, []);
    assert.ok(circle);
    const depths = await world().pipelines('source=parent_pipeline');
    const grandparents = await Promise.all(depths.map(({ id }) => world().bridgesOf(id)));
    assert.ok(grandparents.some((bridges) => bridges.some(({ downstream_pipeline: next }) => next)));
  });

  it('has trigger jobs without a downstream pipeline', async () => {
    const [tagged] = await world().pipelines('ref=v1.2.0');
    const bridges = await world().bridgesOf(tagged?.id ?? 0);
    assert.deepEqual(
      bridges.map(({ status, downstream_pipeline: next }) => [status, next]),
      [['manual', null]],
    );
  });

  it('has jobs with an offline runner, erased, archived, allowed to fail, and retried', async () => {
    const jobs = (await Promise.all([1, 2, 3, 4, 5, 6].map((page) => world().jobs(`page=${page}`)))).flat();
    assert.ok(jobs.some(({ runner }) => runner?.status === 'offline'));
    assert.ok(jobs.some(({ erased_at, artifacts }) => erased_at && artifacts?.length === 0));
    assert.ok(jobs.some(({ archived }) => archived));
    assert.ok(jobs.some(({ status, allow_failure }) => status === 'failed' && allow_failure));
    assert.ok(
      jobs.some(
        ({ artifacts }) => artifacts?.map(({ file_type }) => file_type).join() === 'archive,metadata,trace',
      ),
    );
    const retried = jobs.find(({ name, status }) => name === 'e2e: chrome 2/2' && status === 'failed');
    const pipeline = retried?.pipeline?.id ?? 0;
    const named = async (query: string): Promise<number> =>
      (await world().jobsOf(pipeline, query)).filter(({ name }) => name === 'e2e: chrome 2/2').length;
    assert.deepEqual([await named(''), await named('include_retried=true')], [1, 2]);
  });
});

describe('progress of the demo world', () => {
  const world = withSandbox({}, 'each');

  it('runs a job from created to its end, with a log that only grows', async () => {
    const { id } = await world().fresh('unit-tests');
    const statuses: string[] = [];
    let log = '';
    for (let second = 0; second < 150; second++) {
      const job = await world().job(id);
      if (statuses.at(-1) !== job.status) statuses.push(job.status);
      if (job.started_at) {
        const longer = await world().trace(id);
        assert.ok(longer.startsWith(log));
        log = longer;
      }
      world().sandbox.advance(SECOND);
    }
    assert.deepEqual(statuses, ['created', 'pending', 'preparing', 'running', 'success']);
    assert.ok(log.endsWith('\u001b[32;1mJob succeeded\u001b[0;m\n'));
  });

  it('runs stages one after the other until the pipeline ends', async () => {
    const [newest] = await world().pipelines('ref=main&source=push');
    assert.ok(newest);
    world().sandbox.advance(5 * MINUTE);
    assert.equal((await world().pipeline(newest.id)).status, 'success');
    const jobs = await world().jobsOf(newest.id);
    assert.equal(jobs.find(({ name }) => name === 'lint')?.status, 'failed');
    const started = (name: string): string => jobs.find((job) => job.name === name)?.started_at ?? '';
    assert.ok(started('install') < started('compile') && started('compile') < started('unit-tests'));
    assert.equal(jobs.find(({ name }) => name === 'deploy-production')?.status, 'manual');
  });

  it('updates a trigger job with its downstream pipeline', async () => {
    const [newest] = await world().pipelines('ref=main&source=push');
    assert.ok(newest);
    world().sandbox.advance(60 * SECOND);
    const scan = async () =>
      (await world().bridgesOf(newest.id)).find(({ name }) => name === 'security-scan');
    assert.equal((await scan())?.status, 'running');
    assert.equal((await scan())?.downstream_pipeline?.status, 'running');
    world().sandbox.advance(4 * MINUTE);
    assert.equal((await scan())?.status, 'success');
    assert.equal((await scan())?.downstream_pipeline?.status, 'success');
  });

  it('starts one or two pipelines when the clock advances by 8 hours', async () => {
    const total = async () => Number((await world().ask('/projects/1/pipelines')).headers.get('x-total'));
    const start = await total();
    world().sandbox.advance(8 * 60 * MINUTE);
    const after = await total();
    assert.ok(after > start && after <= start + 2);
  });

  it("doesn't change while the clock is stopped", async () => {
    const read = async () => (await world().ask('/projects/1/jobs?per_page=100')).text();
    assert.equal(await read(), await read());
  });

  it('starts the next job of a resource group after a forced cancellation', async () => {
    const [holder] = await world().jobs('scope=canceling');
    const [waiting] = await world().jobs('scope=waiting_for_resource');
    assert.ok(holder && waiting);
    assert.equal((await world().post(`/projects/1/jobs/${holder.id}/cancel?force=true`)).status, 201);
    assert.equal((await world().job(holder.id)).status, 'canceled');
    assert.equal((await world().job(waiting.id)).status, 'pending');
  });
});
