import assert from 'node:assert/strict';
import {
  createMergeRequest,
  createMergeRequestPipeline,
  updateMergeRequest,
} from '../../../src/api/endpoints/merge-requests';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { isLive } from '../../../src/domain/jobs/status';
import { closeServers, sendJson, startServer } from '../../api/helpers/loopback';
import { HOUR_MS, IDLE_MS, watching } from './helpers/watching';

describe('the branch that is checked out', () => {
  const world = watching();
  const { aWorkspace, requests, onMain } = world;

  it('tells its newest pipeline, whole, and asks nothing before it is looked at', async () => {
    const it_ = await aWorkspace(onMain);
    const before = world.sandbox.requests().length;
    assert.equal(it_.branch.details?.pipeline?.id, undefined);
    assert.equal(world.sandbox.requests().length, before);
    await it_.branch.poll();
    const { items } = await it_.client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const { details: facts } = it_.branch;
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
    await detached.branch.poll();
    assert.equal(detached.branch.details?.pipeline?.sha, sha);
    assert.equal(detached.branch.details.mergeRequest, undefined);
  });

  it('tells the newest merge request from it', async () => {
    const it_ = await aWorkspace({ name: 'feature/price-table', sha: undefined });
    await it_.branch.poll();
    assert.equal(it_.branch.details?.mergeRequest?.source_branch, 'feature/price-table');
  });

  it('tells a merge request that was just made, though it looks for others rarely', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.poll();
    assert.equal(it_.branch.details?.mergeRequest, undefined);
    const asked = { id: 1, source_branch: 'main', target_branch: 'feature/price-table', title: 'Catch up' };
    const { iid } = await it_.client.call(createMergeRequest, asked);
    await it_.branch.poll();
    assert.equal(it_.branch.details?.mergeRequest, undefined, 'it is not yet time');
    const told = new Promise<void>((resolve) => {
      it_.branch.onDidChange((facts) => {
        if (facts?.mergeRequest?.iid === iid) resolve();
      });
    });
    it_.branch.mergeRequestMade();
    await told;
    await it_.client.call(updateMergeRequest, { id: 1, merge_request_iid: iid, state_event: 'close' });
  });

  it('tells a merged results pipeline of its merge request, which runs for a commit of its own', async () => {
    const merged = 'f'.repeat(40);
    const ref = /refs\/merge-requests\/(\d+)\/head/;
    /** The same server, where pipelines of merge requests run for the merged results. */
    const server = await startServer(({ method, url, headers, body }, response) => {
      const asked = url.replace(/(refs(?:\/|%2F)merge-requests(?:\/|%2F)\d+(?:\/|%2F))merge/i, '$1head');
      const sent = {
        'private-token': String(headers['private-token'] ?? ''),
        'content-type': 'application/json',
      };
      const init = { method, headers: sent, ...(body === '' ? {} : { body }) };
      void fetch(`${world.sandbox.url}${asked}`, init).then(async (answer) => {
        const text = (await answer.text()).replaceAll(world.sandbox.url, server.url);
        const told: unknown = JSON.parse(text, (_name, value: unknown) => {
          if (typeof value !== 'object' || value === null || !('ref' in value)) return value;
          const now = String(value.ref);
          if (!ref.test(now)) return value;
          return { ...value, ref: now.replace(/head$/, 'merge'), sha: merged };
        });
        // Nothing that ran for another commit answers the question for one.
        const left =
          Array.isArray(told) && asked.includes('sha=') ? told.filter(({ sha }) => sha !== merged) : told;
        sendJson(response, left, answer.status);
      });
    });
    const it_ = await aWorkspace({ name: 'feature/search-facets', sha: undefined }, { at: server.url });
    await it_.branch.poll();
    const { iid } = it_.branch.details?.mergeRequest ?? { iid: 0 };
    const made = await it_.client.call(createMergeRequestPipeline, { id: 1, merge_request_iid: iid });
    assert.equal(made?.sha, merged);
    // It becomes the pipeline of the merge request; the branch looks for that again after a while.
    it_.branch.mergeRequestMade();
    await it_.branch.poll();
    assert.equal(it_.branch.details?.pipeline?.id, made.id);
    assert.deepEqual(it_.heads.headsOf({ base: server.url, project: 1 }), [
      { name: 'feature/search-facets', sha: undefined, mergedResultsOf: iid },
    ]);
    const again = await requests(() => it_.branch.poll());
    assert.ok(again <= 2, `${again} requests`);
    await closeServers();
  });

  it('tells the jobs that made it fail', async () => {
    const { client } = await aWorkspace(onMain);
    const { items } = await client.page(listPipelines, { id: 1, status: 'failed', per_page: 100 });
    for (const { ref, id } of items) {
      const it_ = await aWorkspace({ name: ref ?? undefined, sha: undefined });
      await it_.branch.poll();
      if (it_.branch.details?.pipeline?.id !== id) continue;
      assert.ok(it_.branch.details.failed.length > 0);
      for (const job of it_.branch.details.failed) assert.equal(job.status, 'failed');
      return;
    }
    assert.fail('the demo world has a branch whose newest pipeline failed');
  });

  it('knows a branch without a pipeline', async () => {
    const it_ = await aWorkspace({ name: 'nobody/pushed-this', sha: 'f'.repeat(40) });
    await it_.branch.poll();
    assert.ok(it_.branch.details);
    assert.equal(it_.branch.details.pipeline, undefined);
  });

  it('has nothing to tell without a branch or an account', async () => {
    const none = await aWorkspace(undefined);
    await none.branch.poll();
    assert.equal(none.branch.details, undefined);
    const left = await aWorkspace(onMain);
    await left.branch.poll();
    await left.accounts.signOut(world.sandbox.url);
    await left.branch.poll();
    assert.equal(left.branch.details, undefined);
    assert.deepEqual(left.changes.at(-1), undefined);
  });

  it('follows when another branch is checked out', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.poll();
    it_.workspace.head = { name: 'feature/price-table', sha: undefined };
    await it_.branch.poll();
    assert.equal(it_.branch.details?.branch.head.name, 'feature/price-table');
    assert.equal(it_.branch.details.mergeRequest?.source_branch, 'feature/price-table');
  });

  it('costs at most 70 requests in an idle hour, while nothing else is shown', async () => {
    const it_ = await aWorkspace({ name: 'feature/price-table', sha: undefined });
    await it_.branch.poll();
    const asked = await requests(async () => {
      for (let ms = 0; ms < HOUR_MS; ms += IDLE_MS) {
        it_.clock.advance(IDLE_MS);
        await it_.branch.poll();
      }
    });
    assert.ok(asked <= 70, `${asked} requests`);
    assert.ok(asked >= 60, 'a new pipeline is seen within a minute');
  });

  it('adds next to nothing while the view keeps the list fresh', async () => {
    const it_ = await aWorkspace(onMain, { viewIsSeen: true });
    await it_.branch.poll();
    await it_.pipelines.list({ base: world.sandbox.url, project: 1 });
    await it_.branch.poll();
    const asked = await requests(async () => {
      for (let ms = 0; ms < HOUR_MS; ms += IDLE_MS) {
        it_.clock.advance(IDLE_MS);
        await it_.branch.poll();
      }
    });
    assert.ok(asked <= 10, `${asked} requests`);
  });

  it('is asked for itself where the view’s list holds only another name’s pipeline for its commit', async () => {
    const main = await aWorkspace(onMain);
    const { items } = await main.client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const { items: tagged } = await main.client.page(listPipelines, { id: 1, ref: 'v1.0.0', per_page: 1 });
    const it_ = await aWorkspace({ name: 'v1.0.0', sha: items[0]?.sha }, { viewIsSeen: true });
    const list = await it_.pipelines.list({ base: world.sandbox.url, project: 1 });
    assert.equal(list.find(tagged[0]?.id ?? 0), undefined, 'it is further down');
    await it_.branch.poll();
    assert.equal(it_.branch.details?.pipeline?.id, tagged[0]?.id);
  });

  it('takes over what the view learns', async () => {
    const it_ = await aWorkspace(onMain, { viewIsSeen: true });
    const project = { base: world.sandbox.url, project: 1 };
    await it_.pipelines.list(project);
    await it_.branch.poll();
    const before = it_.branch.details?.pipeline;
    for (
      let tries = 0;
      tries < 60 && it_.branch.details?.pipeline?.updated_at === before?.updated_at;
      tries++
    ) {
      world.sandbox.advance(30_000);
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
        void it_.pipelines.poll().then(() => {
          resolve(false);
        });
      });
      if (await changed) await told;
    }
    assert.notEqual(it_.branch.details?.pipeline?.updated_at, before?.updated_at);
  });

  it('is looked at often while its pipeline moves, seldom otherwise', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.poll();
    for (let tries = 0; tries < 60 && !isLive(it_.branch.details?.pipeline?.status ?? ''); tries++) {
      world.sandbox.advance(60_000);
      await it_.branch.poll();
    }
    assert.equal(it_.branch.pace(), 'live');
    const quiet = await aWorkspace({ name: 'nobody/pushed-this', sha: undefined });
    await quiet.branch.poll();
    assert.equal(quiet.branch.pace(), 'idle');
  });

  it('keeps what is known where the server fails, says so, and goes on', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.poll();
    const known = it_.branch.details?.pipeline;
    assert.ok(known);
    world.sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/1/pipelines', status: 403, next: 1 });
    await assert.rejects(it_.branch.poll());
    assert.equal(it_.branch.details?.pipeline?.id, known.id);
    assert.ok(it_.branch.details.problem instanceof Error);
    await it_.branch.poll();
    assert.equal(it_.branch.details.problem, undefined);
  });

  it('takes what was asked for last as the outcome, where an earlier look still fails', async () => {
    const it_ = await aWorkspace(onMain);
    await it_.branch.poll();
    world.sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/1/pipelines', status: 403, next: 1 });
    const given = new AbortController();
    const looks = [it_.branch.poll(given.signal), it_.branch.poll()];
    await Promise.all(looks);
    assert.ok(it_.branch.details?.pipeline);
    assert.equal(it_.branch.details.problem, undefined);
    // The first one is given up by who asked for it, and by nobody else.
    const more = [it_.branch.poll(given.signal), it_.branch.poll()];
    given.abort();
    await Promise.all(more);
  });

  it('stays known where a look is given up before its project was read', async () => {
    const { branch } = await aWorkspace({ name: 'main', sha: undefined });
    world.sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/*', status: 403 });
    try {
      await branch.poll();
      assert.ok(branch.details);
      await assert.rejects(branch.poll(AbortSignal.abort()));
      assert.ok(branch.details, 'it is forgotten');
    } finally {
      world.sandbox.faults.clear();
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
