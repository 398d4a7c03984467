import assert from 'node:assert/strict';
import * as jobs from '../../src/api/endpoints/jobs';
import * as requests from '../../src/api/endpoints/merge-requests';
import { createPipeline } from '../../src/api/endpoints/pipeline-actions';
import type { Job } from '../../src/schemas/job';
import { witness } from './helpers';
import { ends, stage, type Who } from './stage';

const id = 'acme/storefront';
const request = { id, merge_request_iid: 12 };

describe('errors of any endpoint', () => {
  const world = stage('each');

  it('408: the database query timed out', async () => {
    // The sandbox never needs that long, so the response is simulated with the text of real servers.
    world.sandbox.faults.add({ kind: 'status', status: 408, path: '**/merge_requests/12', next: 2 });
    await ends(world.client().call(requests.getMergeRequest, request), 'timeout', 408, /^Request timed out$/);
    const change = world.client().call(requests.updateMergeRequest, { ...request, title: 'Gift cards' });
    await ends(change, 'timeout', 408, /^Request timed out$/);
    // A write with an unknown outcome isn't repeated automatically.
    assert.equal(world.as('maintainer').taken().length, 2);
  });

  it('409: another request locks the resource', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 409, method: 'PUT', next: 1 });
    const change = (): Promise<unknown> =>
      world.client().call(requests.updateMergeRequest, { ...request, title: 'Gift cards' });
    await ends(change(), 'conflict', 409, /^409 Conflict: Resource lock$/);
    assert.equal(world.as('maintainer').taken().length, 1);
    await change();
    assert.equal((await world.client().call(requests.getMergeRequest, request)).title, 'Gift cards');
  });

  it('412: the object to delete changed since it was read', async () => {
    const { owner } = world.sandbox.tokens;
    const seen = await world.client('owner').call(requests.getMergeRequest, request);
    world.sandbox.advance(60_000);
    await world.client().call(requests.updateMergeRequest, { ...request, title: 'Gift cards' });
    const since = (moment: number) =>
      witness(
        world.sandbox.url,
        { kind: 'personal', token: () => Promise.resolve(owner) },
        { 'if-unmodified-since': new Date(moment).toUTCString() },
      );

    const stale = since(Date.parse(seen.updated_at ?? '') + 1_000);
    const message = /^412 Precondition Failed$/;
    await ends(stale.client.call(requests.deleteMergeRequest, request), 'conflict', 412, message);
    stale.dispose();
    const now = await world.client().call(requests.getMergeRequest, request);
    assert.equal(now.title, 'Gift cards');

    const fresh = since(Date.parse(now.updated_at ?? '') + 1_000);
    await fresh.client.call(requests.deleteMergeRequest, request);
    fresh.dispose();
    await ends(world.client().call(requests.getMergeRequest, request), 'not-found', 404);
  });

  it('301 and 405: a moved project is found for reading, but not for writing', async () => {
    const moved = { id: 'acme/shop' };
    const { items } = await world.client().page(jobs.listProjectJobs, { ...moved, per_page: 5 });
    assert.equal(items.length, 5);
    assert.deepEqual(
      world
        .as('maintainer')
        .taken()
        .map(({ status }) => status),
      [301, 200],
    );
    const write = world.client().call(createPipeline, { ...moved, ref: 'main' });
    await ends(write, 'method-not-allowed', 405, /^Non GET methods are not allowed for moved projects$/);
  });
});

describe('job errors', () => {
  const world = stage();
  const find = async (scope: 'success' | 'manual' | 'failed', fits: (job: Job) => boolean = () => true) => {
    for await (const page of world
      .client()
      .pages(jobs.listProjectJobs, { id, scope: [scope], per_page: 100 })) {
      const found = page.items.find(fits);
      if (found !== undefined) return { id, job_id: found.id };
    }
    return assert.fail(`the world has no fitting ${scope} job`);
  };

  it("403: the job can't be retried or erased", async () => {
    const manual = await find('manual');
    const message = /^403 Forbidden - Job is not retryable$/;
    await ends(world.client().call(jobs.retryJob, manual), 'forbidden', 403, message);
    const erase = world.client().call(jobs.eraseJob, manual);
    await ends(erase, 'forbidden', 403, /^403 Forbidden - Job is not erasable!$/);
  });

  it('403: the job is archived, but its log can be read', async () => {
    const old = await find('success', ({ archived, erased_at }) => archived && !erased_at);
    const erase = world.client('owner').call(jobs.eraseJob, old);
    await ends(erase, 'forbidden', 403, /^403 Forbidden - Job is not erasable!$/);
    await ends(world.client('owner').call(jobs.retryJob, old), 'forbidden', 403);
    await ends(world.client('owner').call(jobs.cancelJob, old), 'forbidden', 403);
    assert.equal((await world.client().text(jobs.getJobTrace, old)).kind, 'whole');
  });

  it("400: the job isn't manual", async () => {
    const play = world.client().call(jobs.playJob, await find('success'));
    await ends(play, 'bad-request', 400, /^400 Bad request - Unplayable Job$/);
  });

  it("no error: canceling a finished job doesn't change it", async () => {
    const done = await find('success', ({ archived }) => !archived);
    assert.equal((await world.client().call(jobs.cancelJob, done)).status, 'success');
  });

  it('403 and 401: the user has no permission', async () => {
    const manual = await find('manual');
    const list = (who: Who): Promise<unknown> => world.client(who).page(jobs.listProjectJobs, { id });
    await ends(list('guest'), 'forbidden', 403);
    await ends(list('nobody'), 'unauthorized', 401);
    await ends(world.client('reporter').call(jobs.playJob, manual), 'forbidden', 403);
    const force = world.client('developer').call(jobs.cancelJob, { ...manual, force: true });
    await ends(force, 'forbidden', 403);
    const others = await find('success', ({ user, archived }) => user?.username !== 'dana' && !archived);
    await ends(world.client('developer').call(jobs.eraseJob, others), 'forbidden', 403);
  });

  it('405: keyset pagination supports only descending order', async () => {
    const args = { id, pagination: 'keyset', order_by: 'id', sort: 'asc' } as const;
    const message = /^Keyset pagination is not yet available for this type of request$/;
    await ends(world.client().page(jobs.listProjectJobs, args), 'method-not-allowed', 405, message);
  });

  it('405: offset pagination ends at 50,000', async () => {
    const far = world.client().page(jobs.listProjectJobs, { id, page: 501, per_page: 100 });
    await ends(far, 'method-not-allowed', 405, /^Offset pagination has a maximum allowed offset of 50000/);
  });
});
