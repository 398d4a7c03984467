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

describe('BranchWatch', () => {
  const world = watching();
  const { aWorkspace, requests, onMain } = world;

  it('reads the newest pipeline with all details, and sends no requests before the first poll', async () => {
    const setup = await aWorkspace(onMain);
    const before = world.sandbox.requests().length;
    assert.equal(setup.branch.details?.pipeline?.id, undefined);
    assert.equal(world.sandbox.requests().length, before);
    await setup.branch.poll();
    const { items } = await setup.client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const { details: facts } = setup.branch;
    assert.ok(facts);
    assert.equal(facts.pipeline?.id, items[0]?.id);
    assert.equal(facts.branch.path, 'acme/storefront');
    assert.ok(facts.pipeline?.user?.username, 'who started it is known');
    assert.equal(facts.problem, undefined);
  });

  it('reads the progress of a running pipeline, with one request per poll while the view is hidden', async () => {
    const setup = await aWorkspace(onMain, { viewIsSeen: false });
    const { items } = await setup.client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    assert.equal(items[0]?.status, 'running');
    await setup.branch.poll();
    const progress = setup.branch.details?.progress;
    assert.ok(progress && progress.finished < progress.total);
    const key = { base: world.sandbox.url, project: 1, pipeline: items[0].id };
    const jobRequests = () =>
      world.sandbox.requests().filter(({ path }) => path.includes(`/pipelines/${key.pipeline}/jobs`)).length;
    let before = jobRequests();
    await setup.branch.poll();
    assert.equal(jobRequests() - before, 1);
    setup.workspace.viewIsSeen = true;
    await setup.pipelines.content(key);
    setup.pipelines.retainPipeline(key);
    before = jobRequests();
    await setup.branch.poll();
    assert.equal(jobRequests() - before, 0);
    assert.deepEqual(setup.branch.details?.progress, progress);
  });

  it('also finds the pipeline by the commit', async () => {
    const { client } = await aWorkspace(onMain);
    const { items } = await client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const sha = items[0]?.sha;
    assert.ok(sha !== undefined);
    const detached = await aWorkspace({ name: undefined, sha });
    await detached.branch.poll();
    assert.equal(detached.branch.details?.pipeline?.sha, sha);
    assert.equal(detached.branch.details.mergeRequest, undefined);
  });

  it('reads the newest merge request of the branch', async () => {
    const setup = await aWorkspace({ name: 'feature/price-table', sha: undefined });
    await setup.branch.poll();
    assert.equal(setup.branch.details?.mergeRequest?.source_branch, 'feature/price-table');
  });

  it('reads a new merge request immediately when notified', async () => {
    const setup = await aWorkspace(onMain);
    await setup.branch.poll();
    assert.equal(setup.branch.details?.mergeRequest, undefined);
    const params = { id: 1, source_branch: 'main', target_branch: 'feature/price-table', title: 'Catch up' };
    const { iid } = await setup.client.call(createMergeRequest, params);
    await setup.branch.poll();
    assert.equal(setup.branch.details?.mergeRequest, undefined, 'it is not yet time');
    const notified = new Promise<void>((resolve) => {
      setup.branch.onDidChange((facts) => {
        if (facts?.mergeRequest?.iid === iid) resolve();
      });
    });
    setup.branch.mergeRequestMade();
    await notified;
    await setup.client.call(updateMergeRequest, { id: 1, merge_request_iid: iid, state_event: 'close' });
  });

  it('reads a merged results pipeline, which runs for a different commit', async () => {
    const merged = 'f'.repeat(40);
    const ref = /refs\/merge-requests\/(\d+)\/head/;
    /** The same server, but with merged results pipelines. */
    const server = await startServer(({ method, url, headers, body }, response) => {
      const forwardedUrl = url.replace(
        /(refs(?:\/|%2F)merge-requests(?:\/|%2F)\d+(?:\/|%2F))merge/i,
        '$1head',
      );
      const sent = {
        'private-token': String(headers['private-token'] ?? ''),
        'content-type': 'application/json',
      };
      const init = { method, headers: sent, ...(body === '' ? {} : { body }) };
      void fetch(`${world.sandbox.url}${forwardedUrl}`, init).then(async (upstreamResponse) => {
        const text = (await upstreamResponse.text()).replaceAll(world.sandbox.url, server.url);
        const json: unknown = JSON.parse(text, (_name, value: unknown) => {
          if (typeof value !== 'object' || value === null || !('ref' in value)) return value;
          const now = String(value.ref);
          if (!ref.test(now)) return value;
          return { ...value, ref: now.replace(/head$/, 'merge'), sha: merged };
        });
        // Merged results pipelines don't match a search for the commit of the branch.
        const left =
          Array.isArray(json) && forwardedUrl.includes('sha=')
            ? json.filter(({ sha }) => sha !== merged)
            : json;
        sendJson(response, left, upstreamResponse.status);
      });
    });
    const setup = await aWorkspace({ name: 'feature/search-facets', sha: undefined }, { at: server.url });
    await setup.branch.poll();
    const { iid } = setup.branch.details?.mergeRequest ?? { iid: 0 };
    const made = await setup.client.call(createMergeRequestPipeline, { id: 1, merge_request_iid: iid });
    assert.equal(made?.sha, merged);
    // The pipeline becomes the pipeline of the merge request, which the branch reads again only later.
    setup.branch.mergeRequestMade();
    await setup.branch.poll();
    assert.equal(setup.branch.details?.pipeline?.id, made.id);
    assert.deepEqual(setup.heads.headsOf({ base: server.url, project: 1 }), [
      { name: 'feature/search-facets', sha: undefined, mergedResultsOf: iid },
    ]);
    const again = await requests(() => setup.branch.poll());
    assert.ok(again <= 2, `${again} requests`);
    await closeServers();
  });

  it('reads the jobs that made the pipeline fail', async () => {
    const { client } = await aWorkspace(onMain);
    const { items } = await client.page(listPipelines, { id: 1, status: 'failed', per_page: 100 });
    for (const { ref, id } of items) {
      const setup = await aWorkspace({ name: ref ?? undefined, sha: undefined });
      await setup.branch.poll();
      if (setup.branch.details?.pipeline?.id !== id) continue;
      assert.ok(setup.branch.details.failed.length > 0);
      for (const job of setup.branch.details.failed) assert.equal(job.status, 'failed');
      return;
    }
    assert.fail('the demo world has a branch whose newest pipeline failed');
  });

  it('handles a branch without pipelines', async () => {
    const setup = await aWorkspace({ name: 'nobody/pushed-this', sha: 'f'.repeat(40) });
    await setup.branch.poll();
    assert.ok(setup.branch.details);
    assert.equal(setup.branch.details.pipeline, undefined);
  });

  it('has no details without a branch or an account', async () => {
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

  it('updates when another branch is checked out', async () => {
    const setup = await aWorkspace(onMain);
    await setup.branch.poll();
    setup.workspace.head = { name: 'feature/price-table', sha: undefined };
    await setup.branch.poll();
    assert.equal(setup.branch.details?.branch.head.name, 'feature/price-table');
    assert.equal(setup.branch.details.mergeRequest?.source_branch, 'feature/price-table');
  });

  it('sends at most 70 requests in an idle hour while no view is visible', async () => {
    const setup = await aWorkspace({ name: 'feature/price-table', sha: undefined });
    await setup.branch.poll();
    const requestCount = await requests(async () => {
      for (let ms = 0; ms < HOUR_MS; ms += IDLE_MS) {
        setup.clock.advance(IDLE_MS);
        await setup.branch.poll();
      }
    });
    assert.ok(requestCount <= 70, `${requestCount} requests`);
    assert.ok(requestCount >= 60, 'a new pipeline is seen within a minute');
  });

  it('sends at most 10 requests in an idle hour while the view keeps the list fresh', async () => {
    const setup = await aWorkspace(onMain, { viewIsSeen: true });
    await setup.branch.poll();
    await setup.pipelines.list({ base: world.sandbox.url, project: 1 });
    await setup.branch.poll();
    const requestCount = await requests(async () => {
      for (let ms = 0; ms < HOUR_MS; ms += IDLE_MS) {
        setup.clock.advance(IDLE_MS);
        await setup.branch.poll();
      }
    });
    assert.ok(requestCount <= 10, `${requestCount} requests`);
  });

  it('requests its pipeline if the list contains only a pipeline of another ref for the same commit', async () => {
    const main = await aWorkspace(onMain);
    const { items } = await main.client.page(listPipelines, { id: 1, ref: 'main', per_page: 1 });
    const { items: tagged } = await main.client.page(listPipelines, { id: 1, ref: 'v1.0.0', per_page: 1 });
    const setup = await aWorkspace({ name: 'v1.0.0', sha: items[0]?.sha }, { viewIsSeen: true });
    const list = await setup.pipelines.list({ base: world.sandbox.url, project: 1 });
    assert.equal(list.find(tagged[0]?.id ?? 0), undefined, 'it is further down');
    await setup.branch.poll();
    assert.equal(setup.branch.details?.pipeline?.id, tagged[0]?.id);
  });

  it('applies updates of the view', async () => {
    const setup = await aWorkspace(onMain, { viewIsSeen: true });
    const project = { base: world.sandbox.url, project: 1 };
    await setup.pipelines.list(project);
    await setup.branch.poll();
    const before = setup.branch.details?.pipeline;
    for (
      let tries = 0;
      tries < 60 && setup.branch.details?.pipeline?.updated_at === before?.updated_at;
      tries++
    ) {
      world.sandbox.advance(30_000);
      const notified = new Promise<void>((resolve) => {
        const subscription = setup.branch.onDidChange(() => {
          subscription.dispose();
          resolve();
        });
      });
      const changed = new Promise<boolean>((resolve) => {
        const subscription = setup.pipelines.onDidChange(() => {
          subscription.dispose();
          resolve(true);
        });
        void setup.pipelines.poll().then(() => {
          resolve(false);
        });
      });
      if (await changed) await notified;
    }
    assert.notEqual(setup.branch.details?.pipeline?.updated_at, before?.updated_at);
  });

  it('polls often while its pipeline is running, and rarely otherwise', async () => {
    const setup = await aWorkspace(onMain);
    await setup.branch.poll();
    for (let tries = 0; tries < 60 && !isLive(setup.branch.details?.pipeline?.status ?? ''); tries++) {
      world.sandbox.advance(60_000);
      await setup.branch.poll();
    }
    assert.equal(setup.branch.pace(), 'live');
    const quiet = await aWorkspace({ name: 'nobody/pushed-this', sha: undefined });
    await quiet.branch.poll();
    assert.equal(quiet.branch.pace(), 'idle');
  });

  it('keeps the known details after an error, reports the error, and continues', async () => {
    const setup = await aWorkspace(onMain);
    await setup.branch.poll();
    const known = setup.branch.details?.pipeline;
    assert.ok(known);
    world.sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/1/pipelines', status: 403, next: 1 });
    await assert.rejects(setup.branch.poll());
    assert.equal(setup.branch.details?.pipeline?.id, known.id);
    assert.ok(setup.branch.details.problem instanceof Error);
    await setup.branch.poll();
    assert.equal(setup.branch.details.problem, undefined);
  });

  it('is out of date as soon as the view is, with the time, and up to date again with the view', async () => {
    const setup = await aWorkspace(onMain, { viewIsSeen: true });
    await setup.branch.poll();
    const { project } = setup.branch.details?.branch ?? assert.fail('the branch is known');
    const held = setup.pipelines.retainProject(project);
    await setup.pipelines.list(project);
    await setup.branch.poll();
    const readAt = setup.clock.now();
    const next = () => new Promise((resolve) => setup.branch.onDidChange(resolve));
    world.sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/1/pipelines', status: 403 });
    setup.clock.advance(5_000);
    const failed = next();
    await assert.rejects(setup.pipelines.poll());
    await failed;
    assert.ok(setup.branch.details?.problem instanceof Error);
    assert.equal(setup.branch.details.readAt, readAt);
    world.sandbox.faults.clear();
    const recovered = next();
    await setup.pipelines.poll();
    await recovered;
    assert.deepEqual([setup.branch.details.problem, setup.branch.details.readAt], [undefined, undefined]);
    held.dispose();
  });

  it('uses the result of the last poll even if an earlier one fails', async () => {
    const setup = await aWorkspace(onMain);
    await setup.branch.poll();
    world.sandbox.faults.add({ kind: 'status', path: '/api/v4/projects/1/pipelines', status: 403, next: 1 });
    const given = new AbortController();
    const polls = [setup.branch.poll(given.signal), setup.branch.poll()];
    await Promise.all(polls);
    assert.ok(setup.branch.details?.pipeline);
    assert.equal(setup.branch.details.problem, undefined);
    // Aborting the first poll doesn't abort the second one.
    const more = [setup.branch.poll(given.signal), setup.branch.poll()];
    given.abort();
    await Promise.all(more);
  });

  it('keeps its details if a poll is canceled before the project was read', async () => {
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

  it("doesn't return the head of a removed clone", async () => {
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
