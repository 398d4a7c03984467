import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client';
import * as jobToken from '../../src/api/endpoints/job-token';
import * as jobs from '../../src/api/endpoints/jobs';
import { getPipeline, listPipelines } from '../../src/api/endpoints/pipelines';
import { getProject } from '../../src/api/endpoints/projects';
import { getUser, getVersion } from '../../src/api/endpoints/server';
import { isApiError } from '../../src/api/errors';
import { type Sandbox, startSandbox } from '../../src/sandbox/index';
import type { Job, JobStatus } from '../../src/schemas/job';
import { ROWS } from './endpoints';
import { type Witness, witness } from './helpers';
import { ends } from './stage';

const id = 'acme/storefront';

describe('jobs contract', () => {
  let sandbox: Sandbox;
  let person: Witness;
  let client: Client;

  before(async function () {
    this.timeout(60_000);
    sandbox = await startSandbox({ still: true, basePath: '/gitlab' });
    const { maintainer } = sandbox.tokens;
    person = witness(sandbox.url, { kind: 'personal', token: () => Promise.resolve(maintainer) });
    client = person.client;
  });
  after(async () => {
    person.dispose();
    await sandbox.close();
  });
  beforeEach(() => person.taken());

  /** Returns the latest job with this status that meets the condition, if any. */
  const seek = async (
    status: JobStatus,
    fits: (job: Job) => boolean = () => true,
  ): Promise<Job | undefined> => {
    for await (const page of client.pages(jobs.listProjectJobs, { id, scope: [status], per_page: 100 })) {
      assert.deepEqual(page.problems, []);
      const found = page.items.find(fits);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const find = async (status: JobStatus, fits?: (job: Job) => boolean): Promise<Job> =>
    (await seek(status, fits)) ?? assert.fail(`the world has no fitting ${status} job`);
  /** Returns a running job; advances the sandbox until one runs. */
  const findRunning = async (): Promise<Job> => {
    for (let steps = 0; steps < 200; steps += 1) {
      const running = await seek('running');
      if (running !== undefined) return running;
      sandbox.advance(3_000);
    }
    return assert.fail('no job starts to run');
  };
  /** Returns a failed job that is the latest with its name, because only such a job can be retried. */
  const findRetryable = async (): Promise<Job> => {
    for await (const page of client.pages(listPipelines, { id, status: 'failed' })) {
      for (const pipeline of page.items) {
        const latest = await client.page(jobs.listPipelineJobs, {
          id,
          pipeline_id: pipeline.id,
          scope: ['failed'],
        });
        const [job] = latest.items;
        if (job !== undefined) return job;
      }
    }
    return assert.fail('the world has no job to retry');
  };
  const newestPipeline = async (): Promise<number> => {
    const [pipeline] = (await client.page(listPipelines, { id })).items;
    assert.ok(pipeline);
    return pipeline.id;
  };
  const withLog = (job: Job): boolean => typeof job.erased_at !== 'string' && !job.archived;
  /** Returns the client of a running job, which has only its job token. */
  const asJob = async (via: 'header' | 'bearer' | 'query'): Promise<Witness> => {
    const token = sandbox.jobToken((await findRunning()).id);
    assert.ok(token !== undefined);
    return witness(sandbox.url, { kind: 'job', token: () => Promise.resolve(token), via });
  };
  const byJob = async (call: (client: Client) => Promise<unknown>): Promise<Witness> => {
    const own = await asJob('header');
    await call(own.client);
    return own;
  };

  /** One successful call of each endpoint. Returns the witness of the call if it isn't `person`. */
  const CALLS: Readonly<
    Record<
      | keyof typeof jobs
      | keyof typeof jobToken
      | 'getUser'
      | 'getVersion'
      | 'getProject'
      | 'listPipelines'
      | 'getPipeline',
      () => Promise<unknown>
    >
  > = {
    listProjectJobs: () => client.page(jobs.listProjectJobs, { id, scope: ['success', 'failed'] }),
    listPipelineJobs: async () =>
      client.page(jobs.listPipelineJobs, { id, pipeline_id: await newestPipeline(), include_retried: true }),
    listPipelineBridges: async () =>
      client.page(jobs.listPipelineBridges, { id, pipeline_id: await newestPipeline() }),
    getJobOfToken: () => byJob((own) => own.call(jobToken.getJobOfToken, {})),
    getAllowedAgents: () => byJob((own) => own.call(jobToken.getAllowedAgents, {})),
    getJob: async () => client.call(jobs.getJob, { id, job_id: (await find('success')).id }),
    getJobTrace: async () =>
      client.text(jobs.getJobTrace, { id, job_id: (await find('success', withLog)).id }),
    cancelJob: async () => client.call(jobs.cancelJob, { id, job_id: (await findRunning()).id }),
    retryJob: async () => client.call(jobs.retryJob, { id, job_id: (await findRetryable()).id }),
    eraseJob: async () => client.call(jobs.eraseJob, { id, job_id: (await find('success', withLog)).id }),
    playJob: async () =>
      client.call(jobs.playJob, {
        id,
        job_id: (await find('manual')).id,
        job_variables_attributes: [{ key: 'REGION', value: 'eu west/1' }],
      }),
    getUser: () => client.call(getUser, {}),
    getVersion: () => client.call(getVersion, {}),
    getProject: () => client.call(getProject, { id }),
    listPipelines: () => client.page(listPipelines, { id, sort: 'asc' }),
    getPipeline: async () => client.call(getPipeline, { id, pipeline_id: await newestPipeline() }),
  };

  for (const [name, row] of Object.entries(ROWS).filter(([each]) => each in CALLS)) {
    it(`${row.method} ${row.path} succeeds as documented`, async () => {
      const call = new Map(Object.entries(CALLS)).get(name);
      assert.ok(call);
      const result = await call();
      const own =
        result !== null && typeof result === 'object' && 'taken' in result ? (result as Witness) : person;
      const exchanged = own.taken().at(-1);
      if (own !== person) own.dispose();
      assert.ok(exchanged);
      const pattern = new RegExp(
        `^${row.path.replace(':id', 'acme%2Fstorefront').replace(/:\w+/g, '\\d+')}$`,
      );
      assert.equal(exchanged.method, row.method);
      assert.match(exchanged.path, pattern);
      assert.ok(row.success.includes(exchanged.status), `status ${exchanged.status}`);
    });
  }

  describe('transitions', () => {
    it('make a manual job pending when it is run, without start and end times', async () => {
      const { id: job_id } = await find('manual');
      const played = await client.call(jobs.playJob, { id, job_id });
      assert.equal(played.id, job_id);
      assert.deepEqual([played.status, played.started_at, played.finished_at], ['pending', null, null]);
    });

    it('return a pending job without times for a retry', async () => {
      const failed = await findRetryable();
      const { status, started_at, finished_at, duration } = await client.call(jobs.retryJob, {
        id,
        job_id: failed.id,
      });
      assert.deepEqual([status, started_at, finished_at, duration], ['pending', null, null, null]);
    });

    it('end a canceled waiting job with the status canceled', async () => {
      const { id: job_id } = await client.call(jobs.retryJob, { id, job_id: (await findRetryable()).id });
      assert.equal((await client.call(jobs.cancelJob, { id, job_id })).status, 'canceled');
    });

    it('run the after_script of a canceled running job, and end it on force', async () => {
      const { id: job_id } = await findRunning();
      const canceled = await client.call(jobs.cancelJob, { id, job_id });
      assert.ok(['canceling', 'canceled'].includes(canceled.status), canceled.status);
      const forced = await client.call(jobs.cancelJob, { id, job_id, force: true });
      assert.equal(forced.status, 'canceled');
    });

    it('set erased_at of an erased job, keep its status, and delete its log', async () => {
      const { id: job_id } = await find('success', withLog);
      const before = await client.text(jobs.getJobTrace, { id, job_id });
      assert.ok(before.kind === 'whole' && before.bytes.length > 0);
      const erased = await client.call(jobs.eraseJob, { id, job_id });
      assert.equal(erased.status, 'success');
      assert.equal(typeof erased.erased_at, 'string');
      await ends(client.text(jobs.getJobTrace, { id, job_id }), 'not-found', 404);
    });
  });

  describe('lists', () => {
    it('with offset pagination have all headers and contain each item once', async () => {
      const seen: number[] = [];
      let total: number | undefined;
      for await (const page of client.pages(listPipelines, { id, per_page: 7 })) {
        seen.push(...page.items.map((pipeline) => pipeline.id));
        total = page.total;
      }
      assert.equal(seen.length, total);
      assert.equal(new Set(seen).size, seen.length);
      const pages = person.taken();
      assert.equal(pages.length, Math.ceil(seen.length / 7));
      assert.equal(pages[0]?.header('x-page'), '1');
      assert.equal(pages[0].header('x-per-page'), '7');
      assert.equal(pages[0].header('x-next-page'), '2');
      assert.equal(pages[0].header('x-total-pages'), String(pages.length));
      assert.match(pages[0].header('link') ?? '', /rel="first".*rel="last"/);
    });

    it('with keyset pagination have only a Link header, and end with an empty page without it', async () => {
      const seen: number[] = [];
      const args = { id, per_page: 100, pagination: 'keyset', order_by: 'id', sort: 'desc' } as const;
      for await (const page of client.pages(jobs.listProjectJobs, args)) {
        seen.push(...page.items.map((job) => job.id));
        assert.equal(page.total, undefined);
        assert.equal(page.next === undefined, page.items.length === 0);
      }
      assert.deepEqual(
        seen,
        [...new Set(seen)].sort((a, b) => b - a),
      );
      assert.ok(person.taken().every(({ header }) => header('x-page') === undefined));
    });

    it('have 20 items by default, and never more than 100', async () => {
      assert.equal((await client.page(jobs.listProjectJobs, { id })).items.length, 20);
      assert.equal((await client.page(jobs.listProjectJobs, { id, per_page: 1000 })).items.length, 100);
    });

    it('of jobs contain only the statuses of the scope', async () => {
      const page = await client.page(jobs.listProjectJobs, { id, scope: ['success', 'manual'] });
      assert.ok(page.items.length > 0);
      assert.ok(page.items.every(({ status }) => status === 'success' || status === 'manual'));
      assert.deepEqual(person.taken()[0]?.query.getAll('scope[]'), ['success', 'manual']);
    });
  });

  describe('tokens', () => {
    for (const via of ['header', 'bearer', 'query'] as const) {
      it(`of a job, sent as ${via}, return their job`, async () => {
        const own = await asJob(via);
        const job = await own.client.call(jobToken.getJobOfToken, {});
        assert.equal(job.status, 'running');
        own.dispose();
      });
    }

    it('are rejected with 401 if they are unknown', async () => {
      const stranger = witness(sandbox.url, {
        kind: 'personal',
        token: () => Promise.resolve('glpat-unknown'),
      });
      await ends(stranger.client.call(getUser, {}), 'unauthorized', 401);
      stranger.dispose();
    });
  });

  describe('errors', () => {
    it('include a missing job and its log (404)', async () => {
      await ends(client.call(jobs.getJob, { id, job_id: 999_999_999 }), 'not-found', 404);
      await ends(client.text(jobs.getJobTrace, { id, job_id: 999_999_999 }), 'not-found', 404);
    });

    it('include a missing project (404)', async () => {
      await ends(client.call(getProject, { id: 'acme/nowhere' }), 'not-found', 404);
    });

    it('include an unencoded path parameter, which matches no endpoint (404)', async () => {
      const headers = { 'private-token': sandbox.tokens.maintainer };
      const response = await fetch(`${sandbox.url}/api/v4/projects/acme/storefront/jobs`, { headers });
      assert.equal(response.status, 404);
    });

    it('include a query that is too long (414)', async () => {
      // The client doesn't send it; servers return 414.
      await assert.rejects(client.page(listPipelines, { id, ref: 'x'.repeat(20_000) }), (error) =>
        isApiError(error, 'uri-too-long'),
      );
      const headers = { 'private-token': sandbox.tokens.maintainer };
      const query = `ref=${'x'.repeat(9_000)}`;
      const response = await fetch(`${sandbox.url}/api/v4/projects/1/pipelines?${query}`, { headers });
      assert.equal(response.status, 414);
    });
  });

  it('returns the documented fields of each job', async () => {
    const headers = { 'private-token': sandbox.tokens.maintainer };
    const response = await fetch(`${sandbox.url}/api/v4/projects/acme%2Fstorefront/jobs?per_page=100`, {
      headers,
    });
    const sent: unknown = await response.json();
    assert.ok(Array.isArray(sent) && sent.length === 100);
    const required =
      'id name stage status ref tag coverage archived source allow_failure created_at started_at finished_at erased_at duration queued_duration web_url commit pipeline project artifacts runner runner_manager user';
    for (const job of sent) {
      assert.ok(typeof job === 'object' && job !== null);
      const missing = required.split(' ').filter((field) => !(field in job));
      assert.deepEqual(missing, []);
    }
  });
});
