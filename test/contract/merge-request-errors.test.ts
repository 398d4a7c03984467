import assert from 'node:assert/strict';
import * as actions from '../../src/api/endpoints/merge-request-actions';
import {
  createMergeRequestPipeline,
  deleteMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '../../src/api/endpoints/merge-requests';
import { Requests } from './requests';
import { ends, stage } from './stage';

describe('merge request errors', () => {
  const world = stage('each');
  const requests = new Requests(world);
  const payments = new Requests(world, 'owner', 'acme/payments');

  describe('merge', () => {
    const accept = (merge_request_iid: number, sha?: string) =>
      world.client().call(actions.acceptMergeRequest, { id: 'acme/storefront', merge_request_iid, sha });

    it('returns 401 without permission', async () => {
      const named = requests.named(await requests.find());
      const call = world.client('reporter').call(actions.acceptMergeRequest, named);
      await ends(call, 'unauthorized', 401, /Unauthorized/);
    });

    it("returns 405 if it can't be merged", async () => {
      const { iid } = await requests.thatIs('draft_status');
      await ends(accept(iid), 'method-not-allowed', 405, /Method Not Allowed/);
    });

    it("returns 409 if the SHA isn't the head, without merging", async () => {
      const { iid, sha } = await requests.thatIs('mergeable');
      const message = new RegExp(`^SHA does not match HEAD of source branch: ${sha}$`);
      await ends(accept(iid, 'f'.repeat(40)), 'conflict', 409, message);
      assert.equal((await requests.settled(iid)).state, 'opened');
    });

    it("returns 422 if Git can't merge the branches, without merging", async () => {
      const { iid } = await requests.thatIs('broken_status');
      const named = requests.named({ iid });
      // The other requirements must be met: this project requires a successful pipeline.
      await world.client().call(createMergeRequestPipeline, named);
      for (let minutes = 0; minutes < 30; minutes++) {
        if ((await requests.get(iid)).head_pipeline?.status === 'success') break;
        world.sandbox.advance(60_000);
      }
      await ends(accept(iid), 'unprocessable', 422, /^Branch cannot be merged$/);
      const { state, merge_commit_sha } = await requests.settled(iid);
      assert.deepEqual([state, merge_commit_sha], ['opened', null]);
    });
  });

  describe('merge ref', () => {
    const tryMerge = (merge_request_iid: number, id = 'acme/storefront') =>
      world.client().call(actions.getMergeRef, { id, merge_request_iid });

    it('returns 400 if there are conflicts', async () => {
      const { iid } = await requests.find(({ has_conflicts }) => has_conflicts);
      await ends(tryMerge(iid), 'bad-request', 400, /^Merge request is not mergeable$/);
    });

    it("returns 400 if it isn't open", async () => {
      const { iid } = await requests.find(({ has_conflicts }) => !has_conflicts);
      await world.client().call(updateMergeRequest, { ...requests.named({ iid }), state_event: 'close' });
      await ends(tryMerge(iid), 'bad-request', 400, /^Merge request is not mergeable$/);
    });

    it("returns 400 if the ref can't be created yet", async () => {
      const { iid } = await payments.open('feature/limits', 'docs/ledger');
      await ends(tryMerge(iid, 'acme/payments'), 'bad-request', 400, /^Merge ref cannot be updated$/);
      world.sandbox.advance(2_000);
      assert.match((await tryMerge(iid, 'acme/payments')).commit_id, /^[0-9a-f]{40}$/);
    });

    it('returns 400 if the database is read-only', async () => {
      // The sandbox has no database, so the response is simulated.
      const message = 'Unsupported operation';
      world.sandbox.faults.add({
        kind: 'status',
        status: 400,
        message,
        path: '**/merge_ref',
        next: 1,
      });
      const { iid } = await requests.find(({ has_conflicts }) => !has_conflicts);
      await ends(tryMerge(iid), 'bad-request', 400, /^Unsupported operation$/);
      assert.match((await tryMerge(iid)).commit_id, /^[0-9a-f]{40}$/);
    });
  });

  describe('canceling auto-merge', () => {
    it('returns 406 if the merge request is closed', async () => {
      const named = requests.named(await requests.find());
      await world.client().call(updateMergeRequest, { ...named, state_event: 'close' });
      const call = world.client().call(actions.cancelAutoMerge, named);
      await ends(call, 'not-acceptable', 406, /^Can't cancel the automatic merge$/);
    });

    it('returns 201 if it is already merged', async () => {
      const named = { id: 'acme/storefront', merge_request_iid: 8 };
      world.as('maintainer').taken();
      await world.client().call(actions.cancelAutoMerge, named);
      assert.equal(world.as('maintainer').taken()[0]?.status, 201);
      assert.equal((await world.client().call(getMergeRequest, named)).state, 'merged');
    });
  });

  describe('rebase', () => {
    const rebase = (merge_request_iid: number, who: 'maintainer' | 'reporter' | 'developer', id: string) =>
      world.client(who).call(actions.rebaseMergeRequest, { id, merge_request_iid });

    it('returns 403 without the permission to push', async () => {
      const { iid } = await requests.find();
      const call = rebase(iid, 'reporter', 'acme/storefront');
      await ends(call, 'forbidden', 403, /^403 Forbidden - Cannot push to source branch$/);
    });

    it("returns 403 if the source branch doesn't exist", async () => {
      const gone = await payments.open('fix/currency', 'docs/ledger');
      await payments.settled(gone.iid);
      const { iid } = await payments.find(
        (one) => one.source_branch === 'fix/currency' && one.target_branch === 'main',
      );
      const merged = await world.client().call(actions.acceptMergeRequest, {
        ...payments.named({ iid }),
        should_remove_source_branch: true,
      });
      assert.equal(merged.state, 'merged');
      const call = rebase(gone.iid, 'maintainer', 'acme/payments');
      await ends(call, 'forbidden', 403, /^403 Forbidden - Source branch does not exist$/);
    });

    it('returns 403 if the source branch is protected, also for users who can push to it', async () => {
      const { iid } = await payments.open('main', 'docs/ledger');
      const message = /^403 Forbidden - Source branch is protected from force push$/;
      await ends(rebase(iid, 'maintainer', 'acme/payments'), 'forbidden', 403, message);
      const cannot = /^403 Forbidden - Cannot push to source branch$/;
      await ends(rebase(iid, 'developer', 'acme/payments'), 'forbidden', 403, cannot);
    });

    it('returns 409 while a rebase is in progress', async () => {
      const { iid } = await requests.find(
        ({ has_conflicts, source_project_id, project_id }) =>
          !has_conflicts && source_project_id === project_id,
      );
      await rebase(iid, 'maintainer', 'acme/storefront');
      const call = rebase(iid, 'maintainer', 'acme/storefront');
      await ends(call, 'conflict', 409, /^Failed to enqueue the rebase operation/);
      assert.equal((await requests.settled(iid)).rebase_in_progress, false);
    });
  });

  it("returns 304 without an error if a subscription or to-do item already exists or doesn't exist", async () => {
    const named = requests.named(await requests.find());
    for (const already of [actions.subscribe, actions.unsubscribe]) {
      await world.client().call(already, named);
      world.as('maintainer').taken();
      assert.equal(await world.client().call(already, named), undefined);
      assert.equal(world.as('maintainer').taken().at(-1)?.status, 304);
    }
    await world.client().call(actions.createTodo, named);
    assert.equal(await world.client().call(actions.createTodo, named), undefined);
  });

  it('requires the Owner role for deletion', async () => {
    const named = requests.named(await requests.find());
    await ends(world.client('developer').call(deleteMergeRequest, named), 'forbidden', 403);
    await world.client('owner').call(deleteMergeRequest, named);
    await ends(world.client().call(getMergeRequest, named), 'not-found', 404);
  });

  it('returns 404 for a missing merge request', async () => {
    await ends(world.client().call(getMergeRequest, requests.named({ iid: 99_999 })), 'not-found', 404);
  });
});
