import assert from 'node:assert/strict';
import { isCanceled } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { JobLookup } from '../../../src/app/pipelines/job-lookup';
import { PipelineLookup } from '../../../src/app/pipelines/lookup';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import { PipelineTitles } from '../../../src/app/pipelines/titles';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import { systemClock } from '../../../src/base/clock';
import { mergeRequestOf } from '../../../src/domain/pipelines/rules';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

describe('job and pipeline lookups', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(() => {
    sandbox.faults.clear();
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  async function lookups(...paths: string[]) {
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const remotes = paths.map((path) => ({ origin: `${sandbox.url}/${path}.git` }));
    const projects = new Projects(accounts, workspaceWith(...remotes), new ProjectRenames(heldMemory()));
    const clientFor = (base: string) => accounts.client(base);
    const titles = new PipelineTitles(clientFor, () => Promise.resolve(new Map()));
    const jobs = new JobLookup(clientFor, projects, new Pipelines(clientFor, systemClock));
    return { accounts, jobs, pipelines: new PipelineLookup(clientFor, projects, titles) };
  }

  it('find jobs and pipelines, without the project path if there is only one project', async () => {
    const { jobs, pipelines } = await lookups('acme/storefront');
    for (const found of [await jobs.recent(['failed']), await pipelines.recent()]) {
      assert.ok(typeof found !== 'string' && found.length > 1);
      assert.deepEqual([...new Set(found.map(({ path }) => path))], [undefined]);
    }
  });

  it('include the titles of pipelines, and find pipelines without titles if these are refused', async () => {
    const { pipelines } = await lookups('acme/storefront');
    sandbox.faults.add({ kind: 'status', path: '**/repository/commits', status: 403, next: 1 });
    sandbox.faults.add({ kind: 'status', path: '**/merge_requests', status: 403, next: 1 });
    const untitled = await pipelines.recent();
    assert.ok(typeof untitled !== 'string' && untitled.length > 1);
    assert.deepEqual([...new Set(untitled.map(({ title }) => title))], [undefined]);
    const again = await lookups('acme/storefront');
    const titled = await again.pipelines.recent();
    assert.ok(typeof titled !== 'string');
    const [ofRequest, ofBranch] = [true, false].map((wanted) =>
      titled.find(({ pipeline }) => (mergeRequestOf(pipeline.ref) !== undefined) === wanted),
    );
    for (const found of [ofRequest, ofBranch]) assert.ok((found?.title ?? '') !== '');
  });

  it('include the project path if there are several projects', async () => {
    const { jobs, pipelines } = await lookups('acme/storefront', 'acme/payments');
    for (const found of [await jobs.recent([]), await pipelines.recent()]) {
      assert.ok(typeof found !== 'string');
      assert.deepEqual([...new Set(found.map(({ path }) => path))].sort(), [
        'acme/payments',
        'acme/storefront',
      ]);
      const ids = found.map((one) => ('job' in one ? one.job.id : one.pipeline.id));
      assert.deepEqual(
        ids,
        [...ids].sort((a, b) => b - a),
        'newest first',
      );
    }
  });

  it('return signed-out without an account', async () => {
    const { accounts, jobs, pipelines } = await lookups('acme/storefront');
    await accounts.signOut(sandbox.url);
    assert.equal(await jobs.recent(['failed']), 'signed-out');
    assert.equal(await pipelines.recent(), 'signed-out');
    assert.equal(await pipelines.projects(), 'signed-out');
  });

  it('stop when they are canceled', async () => {
    const { jobs, pipelines } = await lookups('acme/storefront');
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(jobs.recent([], controller.signal), isCanceled);
    await assert.rejects(pipelines.recent(controller.signal), isCanceled);
  });

  it('return branches, starting with the default branch, or none if the server has no list', async () => {
    const { pipelines } = await lookups('acme/storefront');
    const project = { base: sandbox.url, project: 1 };
    const branches = await pipelines.branches(project);
    assert.deepEqual(branches[0], { name: 'main', protection: 'allowed' });
    assert.equal(branches[1]?.protection, 'none');
    assert.ok(branches.length > 3);
    sandbox.faults.add({ kind: 'status', path: '**/repository/branches', status: 404, next: 1 });
    assert.deepEqual(await pipelines.branches(project), []);
  });

  it('mark branches to which the user can neither push nor merge', async () => {
    const { accounts, pipelines } = await lookups('acme/storefront');
    await accounts.signIn(sandbox.url, sandbox.tokens.reporter);
    await pipelines.projects();
    const branches = await pipelines.branches({ base: sandbox.url, project: 1 });
    assert.equal(branches.find(({ name }) => name === 'main')?.protection, 'refused');
  });
});
