import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../src/api/endpoints/jobs';
import { listProjectMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { ItemFinder } from '../../../src/app/navigation/find';
import type { CommitsByTitle } from '../../../src/app/navigation/find-by-text';
import type { FoundItem } from '../../../src/app/navigation/found';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import { systemClock } from '../../../src/base/clock';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

describe('ItemFinder', () => {
  let sandbox: Sandbox;
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  async function aFinder(isSignedIn = true, commits: CommitsByTitle = () => Promise.resolve([])) {
    const { accounts } = accountsOver(transport);
    if (isSignedIn) await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const workspace = workspaceWith({ origin: `${sandbox.url}/acme/storefront.git` });
    const find = new ItemFinder(
      accounts,
      new Projects(accounts, workspace, new ProjectRenames(heldMemory())),
      commits,
    );
    const all = async (typed: string): Promise<readonly FoundItem[]> => {
      const finding = await find.find(typed);
      assert.equal(finding.state, 'found');
      assert.equal(finding.problem, undefined);
      return finding.found;
    };
    return { find, all, client: accounts.client(sandbox.url) };
  }

  async function anIid(): Promise<number> {
    const { client } = await aFinder();
    const { items } = await client.page(listProjectMergeRequests, { id: 1, per_page: 1 });
    return items[0]?.iid ?? 0;
  }

  it('finds a merge request by its number', async () => {
    const { all } = await aFinder();
    const iid = await anIid();
    const [found] = await all(`!${iid}`);
    assert.ok(found?.what === 'merge-request');
    assert.equal(found.mergeRequest.iid, iid);
    assert.deepEqual(await all('!999999'), []);
  });

  it('finds a job or pipeline by its number', async () => {
    const { all, client } = await aFinder();
    const { items: jobs } = await client.page(listProjectJobs, { id: 1, per_page: 1 });
    const { items: pipelines } = await client.page(listPipelines, { id: 1, per_page: 1 });
    const job = (await all(`#${jobs[0]?.id}`)).find(({ what }) => what === 'job');
    assert.ok(job?.what === 'job');
    assert.equal(job.job.name, jobs[0]?.name);
    const pipeline = (await all(`${pipelines[0]?.id}`)).find(({ what }) => what === 'pipeline');
    assert.ok(pipeline?.what === 'pipeline');
    assert.equal(pipeline.key.pipeline, pipelines[0]?.id);
  });

  it('finds jobs, branches, and titles by a part of their name', async () => {
    const { all } = await aFinder();
    const jobs = (await all('unit')).flatMap((one) => (one.what === 'job' ? [one.job.name] : []));
    assert.ok(jobs.length > 0);
    for (const name of jobs) assert.match(name, /unit/i);
    const branches = (await all('main')).flatMap((one) =>
      one.what === 'pipeline' ? [one.pipeline.ref] : [],
    );
    assert.ok(branches.includes('main'));
    const { client } = await aFinder();
    const { items } = await client.page(listProjectMergeRequests, { id: 1, per_page: 1 });
    const title = items[0]?.title ?? '';
    const titles = (await all(title)).flatMap((one) =>
      one.what === 'merge-request' ? [one.mergeRequest.title] : [],
    );
    assert.ok(titles.includes(title));
  });

  it('finds an older pipeline by the title of its commit, with one request per commit', async () => {
    const { client } = await aFinder();
    const { items } = await client.page(listPipelines, { id: 1, per_page: 100 });
    const [oldest, newest] = [items.at(-1), items[0]];
    assert.ok(oldest !== undefined && newest !== undefined);
    const asked: unknown[] = [];
    const { all } = await aFinder(true, (_, { text, most }) => {
      asked.push([text, most]);
      return Promise.resolve([{ sha: oldest.sha, title: 'Round prices of bundles' }]);
    });
    const before = sandbox.requests().length;
    const found = (await all('prices of')).flatMap((one) =>
      one.what === 'pipeline' ? [[one.pipeline.sha, one.title]] : [],
    );
    assert.deepEqual(found, [[oldest.sha, 'Round prices of bundles']]);
    assert.deepEqual(asked, [['prices of', 2]]);
    const bySha = sandbox
      .requests()
      .slice(before)
      .filter(({ path }) => path.includes(`sha=${oldest.sha}`));
    assert.ok(bySha.length <= 1);
  });

  it('finds the page of a URL, including the line of a job log', async () => {
    const { all, client } = await aFinder();
    const { items: jobs } = await client.page(listProjectJobs, { id: 1, per_page: 1 });
    const [job] = await all(`${sandbox.url}/acme/storefront/-/jobs/${jobs[0]?.id}#L12`);
    assert.ok(job?.what === 'job');
    assert.equal(job.line, 12);
    const [request] = await all(`${sandbox.url}/acme/storefront/-/merge_requests/${await anIid()}/diffs`);
    assert.equal(request?.what, 'merge-request');
  });

  it('reports why the page of a URL is not available', async () => {
    const { find } = await aFinder();
    const finding = await find.find(`${sandbox.url}/acme/not-here/-/pipelines/1`);
    assert.ok(finding.state === 'no-page');
    assert.equal(finding.base, sandbox.url);
    assert.ok(isApiError(finding.error, 'not-found'));
    sandbox.faults.add({ kind: 'status', path: '**/pipelines/1', status: 403, next: 1 });
    const refused = await find.find(`${sandbox.url}/acme/storefront/-/pipelines/1`);
    assert.ok(refused.state === 'no-page' && isApiError(refused.error, 'forbidden'));
    sandbox.faults.add({ kind: 'status', path: '**/pipelines/1', status: 401, next: 1 });
    await assert.rejects(find.find(`${sandbox.url}/acme/storefront/-/pipelines/1`), (error) =>
      isApiError(error, 'unauthorized'),
    );
  });

  it('sends no requests to hosts without an account, and reports the host', async () => {
    const { find } = await aFinder();
    const before = sandbox.requests().length;
    assert.deepEqual(await find.find('https://elsewhere.example.com/a/b/-/jobs/1'), {
      state: 'other-server',
      host: 'elsewhere.example.com',
    });
    assert.equal((await find.find(`${sandbox.url}/acme/storefront/-/issues`)).state, 'other-page');
    assert.equal(sandbox.requests().length, before);
  });

  it('reports a missing account and an empty query', async () => {
    const { find } = await aFinder(false);
    assert.deepEqual(await find.find('unit'), { state: 'signed-out' });
    assert.deepEqual(await (await aFinder()).find.find(' '), { state: 'nothing-typed' });
  });

  it('returns partial results and the error if a request fails', async () => {
    const { find } = await aFinder();
    sandbox.faults.add({
      kind: 'status',
      path: '/api/v4/projects/1/merge_requests',
      status: 400,
      next: 1,
    });
    const finding = await find.find('unit');
    assert.equal(finding.state, 'found');
    assert.ok(finding.found.length > 0);
    assert.ok(finding.problem instanceof Error);
  });
});
