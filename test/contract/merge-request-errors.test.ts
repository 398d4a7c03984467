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

describe('error rows of merge requests', () => {
  const world = stage('each');
  const requests = new Requests(world);
  const payments = new Requests(world, 'owner', 'acme/payments');

  describe('merge', () => {
    const accept = (merge_request_iid: number, sha?: string) =>
      world.client().call(actions.acceptMergeRequest, { id: 'acme/storefront', merge_request_iid, sha });

    it('401 for who may not', async () => {
      const named = requests.named(await requests.find());
      const call = world.client('reporter').call(actions.acceptMergeRequest, named);
      await ends(call, 'unauthorized', 401, /Unauthorized/);
    });

    it('405 where it cannot be merged', async () => {
      const { iid } = await requests.thatIs('draft_status');
      await ends(accept(iid), 'method-not-allowed', 405, /Method Not Allowed/);
    });

    it('409 where the sha is not the head, and nothing is merged', async () => {
      const { iid, sha } = await requests.thatIs('mergeable');
      const words = new RegExp(`^SHA does not match HEAD of source branch: ${sha}$`);
      await ends(accept(iid, 'f'.repeat(40)), 'conflict', 409, words);
      assert.equal((await requests.settled(iid)).state, 'opened');
    });

    it('422 where git cannot merge the branches, and nothing is merged', async () => {
      const { iid } = await requests.thatIs('broken_status');
      const named = requests.named({ iid });
      // Whatever else is asked for has to be fulfilled: this project merges only what its pipeline checked.
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

    it('400 where there are conflicts', async () => {
      const { iid } = await requests.find(({ has_conflicts }) => has_conflicts);
      await ends(tryMerge(iid), 'bad-request', 400, /^Merge request is not mergeable$/);
    });

    it('400 where it is not open', async () => {
      const { iid } = await requests.find(({ has_conflicts }) => !has_conflicts);
      await world.client().call(updateMergeRequest, { ...requests.named({ iid }), state_event: 'close' });
      await ends(tryMerge(iid), 'bad-request', 400, /^Merge request is not mergeable$/);
    });

    it('400 where the ref cannot be made yet', async () => {
      const { iid } = await payments.open('feature/limits', 'docs/ledger');
      await ends(tryMerge(iid, 'acme/payments'), 'bad-request', 400, /^Merge ref cannot be updated$/);
      world.sandbox.advance(2_000);
      assert.match((await tryMerge(iid, 'acme/payments')).commit_id, /^[0-9a-f]{40}$/);
    });

    it('400 where the database is read-only', async () => {
      // The sandbox has no database: what its answer would be is told by hand.
      const words = 'Unsupported operation';
      world.sandbox.faults.add({ kind: 'status', status: 400, words, path: '**/merge_ref', next: 1 });
      const { iid } = await requests.find(({ has_conflicts }) => !has_conflicts);
      await ends(tryMerge(iid), 'bad-request', 400, /^Unsupported operation$/);
      assert.match((await tryMerge(iid)).commit_id, /^[0-9a-f]{40}$/);
    });
  });

  describe('cancelling the automatic merge', () => {
    it('406 where it is closed', async () => {
      const named = requests.named(await requests.find());
      await world.client().call(updateMergeRequest, { ...named, state_event: 'close' });
      const call = world.client().call(actions.cancelAutoMerge, named);
      await ends(call, 'not-acceptable', 406, /^Can't cancel the automatic merge$/);
    });

    it('201 where it is merged already', async () => {
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

    it('403 without the permission to push', async () => {
      const { iid } = await requests.find();
      const call = rebase(iid, 'reporter', 'acme/storefront');
      await ends(call, 'forbidden', 403, /^403 Forbidden - Cannot push to source branch$/);
    });

    it('403 where the source branch is gone', async () => {
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

    it('403 where the source branch is protected, also for who may push to it', async () => {
      const { iid } = await payments.open('main', 'docs/ledger');
      const words = /^403 Forbidden - Source branch is protected from force push$/;
      await ends(rebase(iid, 'maintainer', 'acme/payments'), 'forbidden', 403, words);
      const cannot = /^403 Forbidden - Cannot push to source branch$/;
      await ends(rebase(iid, 'developer', 'acme/payments'), 'forbidden', 403, cannot);
    });

    it('409 while one is under way', async () => {
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

  it('subscribe, unsubscribe and to-do: 304 is "already so", and no error', async () => {
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

  it('delete: owners only', async () => {
    const named = requests.named(await requests.find());
    await ends(world.client('developer').call(deleteMergeRequest, named), 'forbidden', 403);
    await world.client('owner').call(deleteMergeRequest, named);
    await ends(world.client().call(getMergeRequest, named), 'not-found', 404);
  });

  it('what does not exist is not found', async () => {
    await ends(world.client().call(getMergeRequest, requests.named({ iid: 99_999 })), 'not-found', 404);
  });
});
