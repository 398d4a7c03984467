import assert from 'node:assert/strict';
import type { ArgsOf, ResultOf } from '../../src/api/endpoint';
import { getJobTrace, listPipelineJobs } from '../../src/api/endpoints/jobs';
import { cancelPipeline, createPipeline, retryPipeline } from '../../src/api/endpoints/pipeline-actions';
import { getPipeline, listPipelines } from '../../src/api/endpoints/pipelines';
import type { Job } from '../../src/schemas/job';
import { ends, stage } from './stage';

const id = 'acme/storefront';

type Pipeline = ResultOf<typeof listPipelines>;
type Filters = Omit<ArgsOf<typeof listPipelines>, 'id'>;

describe('pipeline lists', () => {
  const world = stage();
  const list = async (filters: Filters = {}): Promise<readonly Pipeline[]> => {
    const all: Pipeline[] = [];
    for await (const page of world.client().pages(listPipelines, { id, per_page: 100, ...filters })) {
      assert.deepEqual(page.problems, []);
      all.push(...page.items);
    }
    return all;
  };
  const numbers = (found: readonly Pipeline[]): number[] => found.map((pipeline) => pipeline.id);

  it('are sorted newest first, or oldest first on request', async () => {
    const all = numbers(await list());
    assert.deepEqual(
      all,
      [...all].sort((a, b) => b - a),
    );
    assert.deepEqual(numbers(await list({ sort: 'asc' })), [...all].reverse());
  });

  it('contain exactly the pipelines that match each filter', async () => {
    const all = await list();
    const some = all[3];
    assert.ok(typeof some?.ref === 'string');
    const { ref, sha } = some;
    const filters: readonly (readonly [Filters, (pipeline: Pipeline) => boolean])[] = [
      [{ ref }, (one) => one.ref === ref],
      [{ sha }, (one) => one.sha === sha],
      [{ status: 'failed' }, (one) => one.status === 'failed'],
      [{ source: 'schedule' }, (one) => one.source === 'schedule'],
      [{ ref, sha }, (one) => one.ref === ref && one.sha === sha],
    ];
    for (const [filter, fits] of filters) {
      const found = await list(filter);
      assert.ok(found.length > 0 && found.length < all.length, JSON.stringify(filter));
      assert.deepEqual(numbers(found), numbers(all.filter(fits)));
    }
  });

  it('can be filtered by user and by time of the last change', async () => {
    const own = await list({ username: 'dana' });
    assert.ok(own.length > 0);
    const details = await Promise.all(
      own.slice(0, 5).map((one) => world.client().call(getPipeline, { id, pipeline_id: one.id })),
    );
    for (const { user } of details) assert.equal(user?.username, 'dana');

    const all = await list();
    const middle = all[Math.floor(all.length / 2)]?.updated_at;
    assert.ok(typeof middle === 'string');
    const later = await list({ updated_after: middle });
    const earlier = await list({ updated_before: middle });
    assert.ok(later.every(({ updated_at }) => (updated_at ?? '') > middle));
    assert.ok(earlier.every(({ updated_at }) => (updated_at ?? '') < middle));
    assert.ok(later.length > 0 && earlier.length > 0);
  });

  it('are sorted by the requested field', async () => {
    const times = (await list({ order_by: 'updated_at', sort: 'asc' })).map(({ updated_at }) => updated_at);
    assert.deepEqual(times, [...times].sort());
    const refs = (await list({ order_by: 'ref', sort: 'desc' })).map(({ ref }) => ref ?? '');
    assert.deepEqual(refs, [...refs].sort().reverse());
  });

  it('reject an invalid time (400)', async () => {
    await ends(list({ updated_after: 'yesterday' }), 'bad-request', 400, /^updated_after is invalid$/);
  });

  it('are empty for a project without pipelines', async () => {
    const page = await world.client().page(listPipelines, { id: 'acme/handbook' });
    assert.deepEqual([page.items, page.total, page.next], [[], 0, undefined]);
  });
});

describe('single pipeline', () => {
  const world = stage('each');
  const jobsOf = async (pipeline_id: number): Promise<readonly Job[]> =>
    (await world.client().page(listPipelineJobs, { id, pipeline_id, per_page: 100 })).items;
  const statusOf = async (pipeline_id: number): Promise<string> =>
    (await world.client().call(getPipeline, { id, pipeline_id })).status;
  const run = (ref = 'main') => world.client('developer').call(createPipeline, { id, ref });

  it('has fields that lists omit', async () => {
    const [newest] = (await world.client().page(listPipelines, { id, status: 'success' })).items;
    assert.ok(newest);
    const { user, duration, started_at, finished_at, before_sha, tag, ...rest } = await world
      .client()
      .call(getPipeline, { id, pipeline_id: newest.id });
    assert.deepEqual(
      [rest.id, rest.sha, rest.ref, rest.status],
      [newest.id, newest.sha, newest.ref, 'success'],
    );
    assert.ok(user && typeof duration === 'number' && duration > 0);
    assert.ok(Date.parse(started_at ?? '') < Date.parse(finished_at ?? ''));
    assert.match(before_sha ?? '', /^[0-9a-f]{40}$/);
    assert.equal(tag, false);
  });

  it('runs for a branch as the requesting user, and is first in the list', async () => {
    const { id: pipeline_id, ref, source, user, status } = await run();
    assert.deepEqual([ref, source, user?.username], ['main', 'api', 'dana']);
    assert.ok(['created', 'pending', 'running'].includes(status), status);
    const [newest] = (await world.client().page(listPipelines, { id })).items;
    assert.equal(newest?.id, pipeline_id);
    assert.ok((await jobsOf(pipeline_id)).length > 0);
  });

  it('runs for a tag', async () => {
    const { ref, tag } = await run('v1.0.0');
    assert.deepEqual([ref, tag], ['v1.0.0', true]);
  });

  it('passes its variables to its jobs', async () => {
    const variables = [{ key: 'COLOUR', value: 'blue & "green"' }];
    const { id: pipeline_id } = await world.client().call(createPipeline, { id, ref: 'main', variables });
    world.sandbox.advance(60_000);
    const [first] = [...(await jobsOf(pipeline_id))].sort((a, b) => a.id - b.id);
    assert.ok(first);
    const log = await world.client().text(getJobTrace, { id, job_id: first.id });
    assert.ok(log.kind === 'whole');
    assert.match(Buffer.from(log.bytes).toString('utf8'), /COLOUR/);
  });

  it("doesn't run without a ref, a configuration, or a variable name (400)", async () => {
    await ends(run('nowhere'), 'bad-request', 400, /^Reference not found$/);
    const handbook = world.client().call(createPipeline, { id: 'acme/handbook', ref: 'main' });
    await ends(handbook, 'bad-request', 400, /^Missing CI config file$/);
    const variables = [{ key: '', value: 'blue' }];
    const nameless = world.client().call(createPipeline, { id, ref: 'main', variables });
    await ends(nameless, 'bad-request', 400, /^variables\[0\]\[key\] is missing$/);
  });

  it('is canceled with all unfinished jobs, and stays canceled when canceled again', async () => {
    const { id: pipeline_id } = await run();
    const canceled = await world.client().call(cancelPipeline, { id, pipeline_id });
    assert.ok(['canceled', 'canceling'].includes(canceled.status), canceled.status);
    world.sandbox.advance(120_000);
    assert.equal(await statusOf(pipeline_id), 'canceled');
    const over = ['canceled', 'success', 'failed', 'skipped'];
    for (const { status } of await jobsOf(pipeline_id)) assert.ok(over.includes(status), status);
    const again = await world.client().call(cancelPipeline, { id, pipeline_id });
    assert.equal(again.status, 'canceled');
  });

  it('gets new attempts for canceled jobs on a retry, and keeps the others', async () => {
    const { id: pipeline_id } = await run();
    await world.client().call(cancelPipeline, { id, pipeline_id });
    world.sandbox.advance(120_000);
    const before = await jobsOf(pipeline_id);
    const canceled = before.filter(({ status }) => status === 'canceled').map(({ name }) => name);
    assert.ok(canceled.length > 0);

    const retried = await world.client('developer').call(retryPipeline, { id, pipeline_id });
    assert.ok(['pending', 'running'].includes(retried.status), retried.status);
    const after = await jobsOf(pipeline_id);
    const known = new Set(before.map((job) => job.id));
    assert.deepEqual(
      after
        .filter((job) => !known.has(job.id))
        .map(({ name }) => name)
        .sort(),
      canceled.sort(),
    );
    assert.equal(after.length, before.length);
  });

  it('stays unchanged by a retry if it passed', async () => {
    const [done] = (await world.client().page(listPipelines, { id, status: 'success' })).items;
    assert.ok(done);
    const jobs = (await jobsOf(done.id)).map((job) => job.id);
    const { status } = await world.client().call(retryPipeline, { id, pipeline_id: done.id });
    assert.equal(status, 'success');
    assert.deepEqual(
      (await jobsOf(done.id)).map((job) => job.id),
      jobs,
    );
  });
});
