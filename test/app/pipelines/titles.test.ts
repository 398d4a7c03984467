import assert from 'node:assert/strict';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { type LocalTitles, PipelineTitles } from '../../../src/app/pipelines/titles';
import { PipelineWarnings } from '../../../src/app/pipelines/warnings';
import type { ProjectKey } from '../../../src/app/shared/keys';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import type { Pipeline } from '../../../src/schemas/pipeline';
import { clientOf, closeAll } from '../../api/helpers/client';
import { manyJobs, projectWith } from '../../builders/project-jobs';

describe('additional information for pipelines', () => {
  let sandbox: Sandbox;
  let project: ProjectKey;
  before(async () => {
    sandbox = await startSandbox({ still: true });
    project = { base: sandbox.url, project: 1 };
  });
  afterEach(() => {
    sandbox.faults.clear();
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  const client = () => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    return clientOf(sandbox.url, { credential: { kind: 'personal', token } }).client;
  };
  const listed = async (): Promise<readonly Pipeline[]> =>
    (await client().page(listPipelines, { id: 1, per_page: 30 })).items;
  const nowhere: LocalTitles = () => Promise.resolve(new Map());
  const titlesFrom = (local: LocalTitles) => {
    const own = client();
    return new PipelineTitles(() => own, local);
  };
  /** Returns the paths of the requests that the work sends. */
  const sent = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = sandbox.requests().length;
    await work();
    return sandbox
      .requests()
      .slice(before)
      .map(({ path }) => path.replace(/^.*\/projects\/1\//, '').replace(/\?.*$/, ''));
  };

  describe('titles', () => {
    it('are those of commits and merge requests, with one request for each kind', async () => {
      const pipelines = await listed();
      const titles = titlesFrom(nowhere);
      const paths = await sent(() => titles.load(project, pipelines));
      assert.deepEqual(paths.sort(), ['merge_requests', 'repository/commits']);
      const ofRequest = pipelines.find(({ ref }) => ref === 'refs/merge-requests/12/head');
      assert.ok(ofRequest);
      assert.deepEqual(titles.peek(project, ofRequest), {
        title: 'Pay with a gift card',
        author: 'Dana Lindqvist',
      });
      for (const pipeline of pipelines) assert.ok(titles.peek(project, pipeline)?.title, pipeline.ref ?? '');
      assert.deepEqual(await sent(() => titles.load(project, pipelines)), [], 'all are known');
    });

    it('are read from clones without requests', async () => {
      const pipelines = (await listed()).filter(({ ref }) => ref === 'main');
      const requestedShas: string[] = [];
      const titles = titlesFrom((shas) => {
        requestedShas.push(...shas);
        return Promise.resolve(new Map(shas.map((sha) => [sha, { title: `Of ${sha}`, author: 'Mara' }])));
      });
      assert.deepEqual(await sent(() => titles.load(project, pipelines)), []);
      assert.equal(requestedShas.length, new Set(pipelines.map(({ sha }) => sha)).size, 'each commit once');
      const [first] = pipelines;
      assert.ok(first);
      assert.equal(titles.peek(project, first)?.title, `Of ${first.sha}`);
      assert.equal(titles.peek({ ...project, project: 2 }, first), undefined, 'in this project only');
    });

    it('are requested again by a manual refresh after access was denied', async () => {
      const [pipeline] = (await listed()).filter(({ ref }) => ref === 'main');
      assert.ok(pipeline);
      const titles = titlesFrom(nowhere);
      sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v4/projects/*/repository/commits' });
      await titles.load(project, [pipeline]);
      sandbox.faults.clear();
      assert.deepEqual(await sent(() => titles.load(project, [pipeline])), []);
      titles.retryMissing();
      await titles.load(project, [pipeline]);
      assert.ok(titles.peek(project, pipeline)?.title);
    });

    it('are requested again after a failure, but not if there are none', async () => {
      const pipelines = [{ sha: 'f'.repeat(40), ref: 'main' }];
      const titles = titlesFrom(nowhere);
      sandbox.faults.add({ kind: 'status', status: 500, path: '/api/v4/projects/*/repository/commits' });
      await assert.rejects(titles.load(project, pipelines));
      sandbox.faults.clear();
      assert.deepEqual(await sent(() => titles.load(project, pipelines)), ['repository/commits']);
      assert.deepEqual(await sent(() => titles.load(project, pipelines)), []);
      titles.clear();
      assert.deepEqual(await sent(() => titles.load(project, pipelines)), ['repository/commits']);
    });

    it('are missing if access is denied, and not requested again', async () => {
      const pipelines = await listed();
      const titles = titlesFrom(nowhere);
      sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v4/projects/*/repository/commits' });
      sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v4/projects/*/merge_requests' });
      await titles.load(project, pipelines);
      assert.deepEqual(await sent(() => titles.load(project, pipelines)), []);
      assert.ok(pipelines.every((pipeline) => titles.peek(project, pipeline) === undefined));
    });

    it("of another user aren't shown after signing out", async () => {
      let resolveTitles = (): void => undefined;
      const titles = titlesFrom(async (shas) => {
        await new Promise<void>((resolve) => {
          resolveTitles = resolve;
        });
        return new Map(shas.map((sha) => [sha, { title: 'Secret', author: 'Mara' }]));
      });
      const pipeline = { sha: 'a'.repeat(40), ref: 'main' };
      const loading = titles.load(project, [pipeline]);
      titles.clear();
      resolveTitles();
      await loading;
      assert.equal(titles.peek(project, pipeline), undefined);
    });
  });

  describe('warnings', () => {
    const warningsOf = () => {
      const own = client();
      return new PipelineWarnings(() => own);
    };

    it('are shown for passed pipelines with an allowed failure', async () => {
      const pipelines = await listed();
      const warnings = warningsOf();
      const fired: unknown[] = [];
      warnings.onDidChange((changed) => fired.push(changed));
      const paths = await sent(() => warnings.load(project, pipelines));
      assert.equal(paths[0], 'jobs');
      const warned = pipelines.filter(({ id }) => warnings.has({ ...project, pipeline: id }));
      assert.deepEqual(paths.slice(1).sort(), warned.map(({ id }) => `pipelines/${id}/jobs`).sort());
      assert.ok(warned.length > 0 && warned.every(({ status }) => status === 'success'));
      assert.deepEqual(fired, [project]);
      assert.deepEqual(await sent(() => warnings.load(project, pipelines)), []);
    });

    it("aren't requested if no pipeline passed, and requested again after a failure", async () => {
      const warnings = warningsOf();
      assert.deepEqual(await sent(() => warnings.load(project, [{ id: 1, status: 'failed' }])), []);
      sandbox.faults.add({ kind: 'status', status: 500, path: '/api/v4/projects/*/jobs' });
      const passed = [{ id: 999_999, status: 'success' }];
      await assert.rejects(warnings.load(project, passed));
      sandbox.faults.clear();
      assert.deepEqual(await sent(() => warnings.load(project, passed)), ['jobs']);
      assert.equal(warnings.has({ ...project, pipeline: 999_999 }), false);
    });

    it('checks the remaining pipelines on the next load if many have failed jobs', async () => {
      const { client: own, key } = await projectWith(
        manyJobs(12, (id) => ({
          status: 'failed',
          allow_failure: true,
          pipeline: { id, status: 'success' },
        })),
      );
      const warnings = new PipelineWarnings(() => own);
      const passed = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, status: 'success' }));
      const warned = () => passed.filter(({ id: pipeline }) => warnings.has({ ...key, pipeline })).length;
      await warnings.load(key, passed);
      assert.equal(warned(), 10);
      await warnings.load(key, passed);
      assert.equal(warned(), 12);
    });
  });
});
