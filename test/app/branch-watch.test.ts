import assert from 'node:assert/strict';
import { BranchWatch, type BranchFacts } from '../../src/app/branch-watch';
import { MergeRequests } from '../../src/app/merge-requests';
import { Moves } from '../../src/app/moves';
import { Pipelines } from '../../src/app/pipelines';
import type { Head, Repositories } from '../../src/app/ports';
import { Projects } from '../../src/app/projects';
import { createMergeRequest, updateMergeRequest } from '../../src/api/endpoints/merge-requests';
import { listPipelines } from '../../src/api/endpoints/pipelines';
import { nodeTransport } from '../../src/api/transport';
import { systemClock } from '../../src/base/clock';
import { Emitter } from '../../src/base/emitter';
import { isLive } from '../../src/domain/job-status';
import { startSandbox, type Sandbox } from '../../src/sandbox/index';
import { ManualClock } from '../api/helpers/clocks';
import { accountsOver } from '../builders/accounts';
import { heldMemory } from '../builders/stores';

const IDLE_MS = 60_000;
const HOUR_MS = 60 * 60_000;

describe('the branch that is checked out', () => {
  let sandbox: Sandbox;
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  /** A workspace of the demo project, signed in. */
  async function aWorkspace(head: Head | undefined, { viewIsSeen = false } = {}) {
    const workspace = { head, viewIsSeen };
    const changed = new Emitter<void>();
    const repositories: Repositories = {
      list: () =>
        Promise.resolve([
          {
            id: '1',
            name: 'storefront',
            remotes: [{ name: 'origin', url: `${sandbox.url}/acme/storefront.git` }],
            head: workspace.head,
          },
        ]),
      onDidChange: changed.event,
    };
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const projects = new Projects(accounts, repositories, new Moves(heldMemory()));
    const clock = new ManualClock();
    const clientFor = (base: string) => accounts.client(base);
    const pipelines = new Pipelines(clientFor, clock);
    const mergeRequests = new MergeRequests(clientFor);
    const changes: (BranchFacts | undefined)[] = [];
    const branch = new BranchWatch({
      clientFor,
      projects,
      pipelines,
      mergeRequests,
      clock,
      listsAreFresh: () => workspace.viewIsSeen,
      met: () => undefined,
    });
    branch.onDidChange((facts) => changes.push(facts));
    return {
      branch,
      changes,
      clock,
      pipelines,
      mergeRequests,
      accounts,
      projects,
      workspace,
      client: clientFor(sandbox.url),
    };
  }

  const requests = async (work: () => Promise<unknown>): Promise<number> => {
    const before = sandbox.requests().length;
    await work();
    return sandbox.requests().length - before;
  };

  const onMain: Head = { name: 'main', sha: undefined };

  it('tells its newest pipeline, whole, and asks nothing before it is looked at', async () => {
    const it_ = await aWorkspace(onMain);
    const before = sandbox.requests().length;
    assert.equal(it_.branch.facts?.pipeline?.id, undefined);
    assert.equal(sandbox.requests().length, before);
    await it_.branch.look();
    const { items } = await it_.client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const { facts } = it_.branch;
    assert.ok(facts);
    assert.equal(facts.pipeline?.id, items[0]?.id);
    assert.equal(facts.branch.path, 'acme/storefront');
    assert.ok(facts.pipeline?.user?.username, 'who started it is known');
    assert.equal(facts.problem, undefined);
  });

  it('finds the pipeline by the commit, too', async () => {
    const { client } = await aWorkspace(onMain);
    const { items } = await client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const sha = items[0]?.sha;
    assert.ok(sha !== undefined);
    const detached = await aWorkspace({ name: undefined, sha });
    await detached.branch.look();
    assert.equal(detached.branch.facts?.pipeline?.sha, sha);
    assert.equal(detached.branch.facts.mergeRequest, undefined);
  });

  it('tells the newest merge request from it', async () => {
    const it_ = await aWorkspace({ name: 'feature/price-table', sha: undefined });
    await it_.branch.look();
    assert.equal(it_.branch.facts?.mergeRequest?.source_branch, 'feature/price-table');
  });

  it('tells a merge request that was just made, though it looks for others rarely', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.look();
    assert.equal(it_.branch.facts?.mergeRequest, undefined);
    const asked = { id: 1, source_branch: 'main', target_branch: 'feature/price-table', title: 'Catch up' };
    const { iid } = await it_.client.call(createMergeRequest, asked);
    await it_.branch.look();
    assert.equal(it_.branch.facts?.mergeRequest, undefined, 'it is not yet time');
    const told = new Promise<void>((resolve) => {
      it_.branch.onDidChange((facts) => {
        if (facts?.mergeRequest?.iid === iid) resolve();
      });
    });
    it_.branch.mergeRequestMade();
    await told;
    await it_.client.call(updateMergeRequest, { id: 1, merge_request_iid: iid, state_event: 'close' });
  });

  it('tells the jobs that made it fail', async () => {
    const { client } = await aWorkspace(onMain);
    const { items } = await client.page(listPipelines, { id: 1, status: 'failed', per_page: 100 });
    for (const { ref, id } of items) {
      const it_ = await aWorkspace({ name: ref ?? undefined, sha: undefined });
      await it_.branch.look();
      if (it_.branch.facts?.pipeline?.id !== id) continue;
      assert.ok(it_.branch.facts.failed.length > 0);
      for (const job of it_.branch.facts.failed) assert.equal(job.status, 'failed');
      return;
    }
    assert.fail('the demo world has a branch whose newest pipeline failed');
  });

  it('knows a branch without a pipeline', async () => {
    const it_ = await aWorkspace({ name: 'nobody/pushed-this', sha: 'f'.repeat(40) });
    await it_.branch.look();
    assert.ok(it_.branch.facts);
    assert.equal(it_.branch.facts.pipeline, undefined);
  });

  it('has nothing to tell without a branch or an account', async () => {
    const none = await aWorkspace(undefined);
    await none.branch.look();
    assert.equal(none.branch.facts, undefined);
    const left = await aWorkspace(onMain);
    await left.branch.look();
    await left.accounts.signOut(sandbox.url);
    await left.branch.look();
    assert.equal(left.branch.facts, undefined);
    assert.deepEqual(left.changes.at(-1), undefined);
  });

  it('follows when another branch is checked out', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.look();
    it_.workspace.head = { name: 'feature/price-table', sha: undefined };
    await it_.branch.look();
    assert.equal(it_.branch.facts?.branch.head.name, 'feature/price-table');
    assert.equal(it_.branch.facts.mergeRequest?.source_branch, 'feature/price-table');
  });

  it('costs at most 70 requests in an idle hour, while nothing else is shown', async () => {
    const it_ = await aWorkspace({ name: 'feature/price-table', sha: undefined });
    await it_.branch.look();
    const asked = await requests(async () => {
      for (let ms = 0; ms < HOUR_MS; ms += IDLE_MS) {
        it_.clock.advance(IDLE_MS);
        await it_.branch.look();
      }
    });
    assert.ok(asked <= 70, `${asked} requests`);
    assert.ok(asked >= 60, 'a new pipeline is seen within a minute');
  });

  it('adds next to nothing while the view keeps the list fresh', async () => {
    const it_ = await aWorkspace(onMain, { viewIsSeen: true });
    await it_.branch.look();
    await it_.pipelines.list({ base: sandbox.url, project: 1 });
    await it_.branch.look();
    const asked = await requests(async () => {
      for (let ms = 0; ms < HOUR_MS; ms += IDLE_MS) {
        it_.clock.advance(IDLE_MS);
        await it_.branch.look();
      }
    });
    assert.ok(asked <= 10, `${asked} requests`);
  });

  it('is asked for itself where the view’s list holds only another name’s pipeline for its commit', async () => {
    const main = await aWorkspace(onMain);
    const { items } = await main.client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const { items: tagged } = await main.client.page(listPipelines, { id: 1, ref: 'v1.0.0', per_page: 1 });
    const it_ = await aWorkspace({ name: 'v1.0.0', sha: items[0]?.sha }, { viewIsSeen: true });
    const list = await it_.pipelines.list({ base: sandbox.url, project: 1 });
    assert.equal(list.find(tagged[0]?.id ?? 0), undefined, 'it is further down');
    await it_.branch.look();
    assert.equal(it_.branch.facts?.pipeline?.id, tagged[0]?.id);
  });

  it('takes over what the view learns', async () => {
    const it_ = await aWorkspace(onMain, { viewIsSeen: true });
    const project = { base: sandbox.url, project: 1 };
    await it_.pipelines.list(project);
    await it_.branch.look();
    const before = it_.branch.facts?.pipeline;
    for (
      let tries = 0;
      tries < 60 && it_.branch.facts?.pipeline?.updated_at === before?.updated_at;
      tries++
    ) {
      sandbox.advance(30_000);
      const told = new Promise<void>((resolve) => {
        const subscription = it_.branch.onDidChange(() => {
          subscription.dispose();
          resolve();
        });
      });
      const changed = new Promise<boolean>((resolve) => {
        const subscription = it_.pipelines.onDidChange(() => {
          subscription.dispose();
          resolve(true);
        });
        void it_.pipelines.look().then(() => {
          resolve(false);
        });
      });
      if (await changed) await told;
    }
    assert.notEqual(it_.branch.facts?.pipeline?.updated_at, before?.updated_at);
  });

  it('is looked at often while its pipeline moves, seldom otherwise', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.look();
    for (let tries = 0; tries < 60 && !isLive(it_.branch.facts?.pipeline?.status ?? ''); tries++) {
      sandbox.advance(60_000);
      await it_.branch.look();
    }
    assert.equal(it_.branch.pace(), 'live');
    const quiet = await aWorkspace({ name: 'nobody/pushed-this', sha: undefined });
    await quiet.branch.look();
    assert.equal(quiet.branch.pace(), 'idle');
  });

  it('keeps what is known where the server fails, says so, and goes on', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.look();
    const known = it_.branch.facts?.pipeline;
    assert.ok(known);
    sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/1/pipelines', status: 403, next: 1 });
    await assert.rejects(it_.branch.look());
    assert.equal(it_.branch.facts?.pipeline?.id, known.id);
    assert.ok(it_.branch.facts.problem instanceof Error);
    await it_.branch.look();
    assert.equal(it_.branch.facts.problem, undefined);
  });

  it('stays known where a look is given up before its project was read', async () => {
    const { branch } = await aWorkspace({ name: 'main', sha: undefined });
    sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/*', status: 403 });
    try {
      await branch.look();
      assert.ok(branch.facts);
      await assert.rejects(branch.look(AbortSignal.abort()));
      assert.ok(branch.facts, 'it is forgotten');
    } finally {
      sandbox.faults.clear();
    }
  });

  it('is not the one of a clone that is not there any more', async () => {
    const { projects, workspace } = await aWorkspace({ name: 'main', sha: undefined });
    const search = await projects.search();
    const [found] = search.state === 'found' ? search.projects : [];
    assert.ok(found?.ok);
    assert.deepEqual(projects.headsOf(found.project.key), [{ name: 'main', sha: undefined }]);
    workspace.head = undefined;
    await projects.search();
    assert.deepEqual(projects.headsOf(found.project.key), []);
  });
});
