import assert from 'node:assert/strict';
import { Gitlab } from '@gitbeaker/rest';
import { withSandbox } from '../sandbox/helpers/sandbox';
import { clientOf, refusalOf, STOREFRONT } from './helpers/gitbeaker';

const world = withSandbox({}, 'once');
const developer = () => clientOf(world(), 'developer');

/** The latest jobs with a status. */
const jobsOf = (scope: 'failed' | 'manual' | 'running' | 'success') =>
  developer().Jobs.all(STOREFRONT, { scope, perPage: 20, maxPages: 1 });

describe('gitbeaker: jobs', () => {
  it('lists the same jobs with offset and keyset pagination', async () => {
    const { Jobs } = developer();
    const byPage = await Jobs.all(STOREFRONT, { perPage: 7, maxPages: 3 });
    const byKeyset = await Jobs.all(STOREFRONT, {
      pagination: 'keyset',
      orderBy: 'id',
      sort: 'desc',
      perPage: 7,
      maxPages: 3,
    });
    assert.equal(byPage.length, 21);
    assert.deepEqual(
      byKeyset.map(({ id }) => id),
      byPage.map(({ id }) => id),
    );
  });

  it('lists all jobs once with keyset pagination', async () => {
    const jobs = await developer().Jobs.all(STOREFRONT, {
      pagination: 'keyset',
      orderBy: 'id',
      sort: 'desc',
      perPage: 100,
    });
    const { paginationInfo } = await developer().Jobs.all(STOREFRONT, {
      perPage: 1,
      maxPages: 1,
      showExpanded: true,
    });
    assert.equal(new Set(jobs.map(({ id }) => id)).size, jobs.length);
    assert.equal(jobs.length, paginationInfo.total);
  });

  it('lists the jobs of a pipeline with and without retried jobs, and its trigger jobs', async () => {
    const { Jobs, Pipelines } = developer();
    const [failed] = await jobsOf('failed');
    assert.ok(failed);
    const pipelineId = failed.pipeline.id;
    await Jobs.retry(STOREFRONT, failed.id);
    const current = await Jobs.all(STOREFRONT, { pipelineId });
    const all = await Jobs.all(STOREFRONT, { pipelineId, includeRetried: true });
    assert.ok(all.length > current.length);
    assert.ok(!current.some(({ id }) => id === failed.id));
    const pipelines = await Pipelines.all(STOREFRONT, { ref: 'main', perPage: 20, maxPages: 1 });
    const bridges = await Promise.all(
      pipelines.map(({ id }) => Jobs.allPipelineBridges(STOREFRONT, id, { scope: 'success' })),
    );
    const bridge = bridges.flat().find(({ downstream_pipeline: downstream }) => downstream.id > 0);
    assert.ok(bridge?.downstream_pipeline.web_url);
  });

  it('gets a job, and its log as text', async () => {
    const { Jobs } = developer();
    const [done] = await jobsOf('success');
    assert.ok(done);
    const job = await Jobs.show(STOREFRONT, done.id);
    assert.deepEqual([job.name, job.status, job.user.username], [done.name, 'success', done.user.username]);
    assert.match(await Jobs.showLog(STOREFRONT, done.id), /Job succeeded/);
  });

  it('plays a job with variables, cancels it, and retries it', async () => {
    const { Jobs } = developer();
    const [manual] = await jobsOf('manual');
    assert.ok(manual);
    const variables = [{ key: 'TARGET', value: 'eu-1' }];
    const played = await Jobs.play(STOREFRONT, manual.id, { jobVariablesAttributes: variables });
    assert.deepEqual([played.id, played.status], [manual.id, 'pending']);
    assert.equal((await Jobs.cancel(STOREFRONT, manual.id)).status, 'canceled');
    const again = await Jobs.retry(STOREFRONT, manual.id);
    assert.notEqual(again.id, manual.id);
    assert.deepEqual(await refusalOf(Jobs.play(STOREFRONT, manual.id)), [
      400,
      '400 Bad request - Unplayable Job',
    ]);
  });

  it("erases jobs of any user as owner, and only the user's own jobs as developer", async () => {
    const jobs = await jobsOf('success');
    const foreign = jobs.find(({ user }) => user.username !== 'dana');
    assert.ok(foreign);
    assert.deepEqual(await refusalOf(developer().Jobs.erase(STOREFRONT, foreign.id)), [403, '403 Forbidden']);
    const erased = await clientOf(world(), 'owner').Jobs.erase(STOREFRONT, foreign.id);
    assert.ok(erased['erased_at']);
    assert.deepEqual(erased.artifacts, []);
    assert.equal((await refusalOf(developer().Jobs.showLog(STOREFRONT, foreign.id)))[0], 404);
  });

  it('refuses writes of reporters', async () => {
    const reporter = clientOf(world(), 'reporter');
    const [job] = await reporter.Jobs.all(STOREFRONT, { scope: 'running', perPage: 1, maxPages: 1 });
    assert.ok(job);
    const { Jobs } = reporter;
    const acts = [
      Jobs.cancel(STOREFRONT, job.id),
      Jobs.retry(STOREFRONT, job.id),
      Jobs.erase(STOREFRONT, job.id),
      Jobs.play(STOREFRONT, job.id),
    ];
    for (const act of await Promise.all(acts.map(refusalOf))) assert.deepEqual(act, [403, '403 Forbidden']);
  });

  it('gets the current job with a job token', async () => {
    const [running] = await jobsOf('running');
    assert.ok(running);
    const jobToken = world().sandbox.jobToken(running.id);
    assert.ok(jobToken);
    const { Jobs } = new Gitlab({ host: world().sandbox.url, jobToken });
    // The client reads the job token from this header, but no longer sets it.
    Jobs.headers['job-token'] = jobToken;
    assert.equal((await Jobs.showConnectedJob()).id, running.id);
    const agents = await Jobs.showConnectedJobK8Agents();
    assert.deepEqual([agents.job.id, agents.pipeline.id], [running.id, running.pipeline.id]);
  });
});

describe('gitbeaker: pipelines', () => {
  it('lists pipelines by status and order, and gets one', async () => {
    const { Pipelines } = developer();
    const failed = await Pipelines.all(STOREFRONT, { status: 'failed', orderBy: 'id', sort: 'asc' });
    assert.ok(failed.length > 1);
    assert.ok(failed.every(({ status }) => status === 'failed'));
    const first = failed[0]?.id ?? 0;
    assert.ok(first < (failed[1]?.id ?? 0));
    assert.equal((await Pipelines.show(STOREFRONT, first)).detailed_status.group, 'failed');
  });

  it('gets the latest pipeline of the default branch and of another branch', async () => {
    const { Pipelines } = developer();
    const [onMain] = await Pipelines.all(STOREFRONT, { ref: 'main', perPage: 1, maxPages: 1 });
    assert.equal((await Pipelines.showLatest(STOREFRONT)).id, onMain?.id);
    const [other] = await Pipelines.all(STOREFRONT, { ref: 'chore/node-22', perPage: 1, maxPages: 1 });
    assert.ok(other);
    assert.equal((await Pipelines.showLatest(STOREFRONT, { ref: 'chore/node-22' })).id, other.id);
    assert.equal((await refusalOf(Pipelines.showLatest(STOREFRONT, { ref: 'no/such' })))[0], 403);
  });

  it('creates, cancels, and retries a pipeline', async () => {
    const { Pipelines } = developer();
    const variables = [{ key: 'WHO', value: 'me' }];
    const created = await Pipelines.create(STOREFRONT, 'main', { variables });
    assert.deepEqual([created.ref, created.user.username], ['main', 'dana']);
    assert.ok(['canceled', 'canceling'].includes((await Pipelines.cancel(STOREFRONT, created.id)).status));
    assert.equal((await Pipelines.retry(STOREFRONT, created.id)).id, created.id);
    const [status, message] = await refusalOf(Pipelines.create(STOREFRONT, 'no/such'));
    assert.equal(status, 400);
    assert.match(message, /Reference not found/);
    const reporter = clientOf(world(), 'reporter');
    assert.equal((await refusalOf(reporter.Pipelines.create(STOREFRONT, 'main')))[0], 403);
  });
});
