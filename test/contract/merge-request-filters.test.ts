import assert from 'node:assert/strict';
import type { ArgsOf } from '../../src/api/endpoint';
import { getApprovals } from '../../src/api/endpoints/approvals';
import { acceptMergeRequest } from '../../src/api/endpoints/merge-request-actions';
import {
  createMergeRequest,
  getMergeRequest,
  listGroupMergeRequests,
  listMergeRequests,
  updateMergeRequest,
} from '../../src/api/endpoints/merge-requests';
import { getProject } from '../../src/api/endpoints/projects';
import { Requests } from './requests';
import { ends, stage, type Who } from './stage';

const MINUTE = 60_000;

describe('merge request list filters', () => {
  const world = stage('each');
  const requests = new Requests(world, 'owner', 'acme/payments');

  const ofGroup = async (
    args: ArgsOf<typeof listGroupMergeRequests>,
    who: Who = 'owner',
  ): Promise<string[]> => {
    const page = await world.client(who).page(listGroupMergeRequests, { per_page: 100, ...args });
    return page.items.map(({ references }) => references?.full ?? '');
  };
  const ofHost = async (
    args: Omit<ArgsOf<typeof listMergeRequests>, 'scope' | 'per_page'>,
  ): Promise<string[]> => {
    const page = await world.client().page(listMergeRequests, { scope: 'all', per_page: 100, ...args });
    return page.items.map(({ references }) => references?.full ?? '');
  };

  describe('group lists', () => {
    it('contain merge requests of subgroups that the user can see', async () => {
      assert.ok((await ofGroup({ id: 'acme' })).includes('acme/labs/prism!1'));
      assert.deepEqual(await ofGroup({ id: 'acme/labs', state: 'opened' }), ['acme/labs/prism!1']);
      assert.deepEqual(await ofGroup({ id: 71, state: 'opened' }), ['acme/labs/prism!1']);
      assert.deepEqual(await ofGroup({ id: 'acme/labs' }, 'nobody'), []);
      assert.ok(!(await ofGroup({ id: 'acme' })).some((reference) => reference.startsWith('dana/')));
    });

    it('contain references relative to the requested group', async () => {
      for (const [id, relative] of [
        ['acme', 'labs/prism!1'],
        ['acme/labs', 'prism!1'],
      ] as const) {
        const { items } = await world.client().page(listGroupMergeRequests, { id, search: 'colors' });
        assert.deepEqual(
          items.map(({ references }) => references?.relative),
          [relative],
        );
      }
    });

    it('omit archived projects by default', async () => {
      const kept = 'acme/attic!1';
      assert.ok(!(await ofGroup({ id: 'acme' })).includes(kept));
      assert.ok(!(await ofGroup({ id: 'acme', non_archived: true })).includes(kept));
      assert.ok((await ofGroup({ id: 'acme', non_archived: false })).includes(kept));
      // Only group lists have this filter.
      assert.ok((await ofHost({})).includes(kept));
    });

    it('are not found for a missing group', async () => {
      await ends(ofGroup({ id: 'acme/nowhere' }), 'not-found', 404, /^404 Group Not Found$/);
    });
  });

  it('return merge requests that are being merged for the state "locked"', async () => {
    assert.deepEqual(await ofHost({ state: 'locked' }), ['acme/labs/prism!2']);
    const at = { id: 'acme/labs/prism', merge_request_iid: 2 };
    const { state, detailed_merge_status } = await world.client().call(getMergeRequest, at);
    assert.deepEqual([state, detailed_merge_status], ['locked', 'not_open']);
    await ends(world.client().call(acceptMergeRequest, at), 'method-not-allowed', 405);
    const closed = await world.client().call(updateMergeRequest, { ...at, state_event: 'close' });
    assert.equal(closed.state, 'locked', 'who merges is not disturbed');
  });

  describe('deployment filters', () => {
    it('find merged changes once they are deployed to the environment', async () => {
      const { iid } = await requests.thatIs('mergeable');
      const full = `acme/payments!${iid}`;
      const staged = (): Promise<string[]> => ofHost({ environment: 'staging' });
      assert.ok(!(await staged()).includes(full));
      await world.client().call(acceptMergeRequest, requests.named({ iid }));
      assert.ok(!(await staged()).includes(full), 'merged, and on its way');
      world.sandbox.advance(20 * MINUTE);
      assert.ok((await staged()).includes(full));
      assert.deepEqual(await ofHost({ environment: 'the moon' }), []);
    });

    it('find changes that were deployed within a time range', async () => {
      const { iid } = await requests.thatIs('mergeable');
      const { merged_at } = await world.client().call(acceptMergeRequest, requests.named({ iid }));
      world.sandbox.advance(20 * MINUTE);
      const merged = Date.parse(merged_at ?? '');
      const before = new Date(merged).toISOString();
      const after = new Date(merged + 30 * MINUTE).toISOString();
      const full = `acme/payments!${iid}`;
      assert.deepEqual(await ofHost({ deployed_after: before, deployed_before: after }), [full]);
      assert.ok(!(await ofHost({ deployed_before: before })).includes(full));
      assert.deepEqual(await ofHost({ deployed_after: after }), []);
      // Unmerged changes aren't deployed.
      const states = await world.client().page(listMergeRequests, { scope: 'all', deployed_before: after });
      assert.ok(states.items.every(({ state }) => state === 'merged'));
    });

    it('reject an invalid time', async () => {
      await ends(ofHost({ deployed_after: 'soon' }), 'bad-request', 400, /^deployed_after is invalid$/);
    });
  });
});

describe('archived project', () => {
  const world = stage();
  const request = { id: 'acme/attic', merge_request_iid: 1 };

  it('is marked as archived and can be read', async () => {
    assert.equal((await world.client().call(getProject, { id: 'acme/attic' }))['archived'], true);
    assert.equal((await world.client().call(getProject, { id: 'acme/vault' }))['archived'], false);
    const { state, user } = await world.client().call(getMergeRequest, request);
    assert.deepEqual([state, user], ['opened', { can_merge: false }]);
    assert.equal((await world.client('owner').call(getApprovals, request)).user_can_approve, false);
  });

  it('rejects all changes, for every role (403)', async () => {
    const client = world.client('owner');
    for (const call of [
      client.call(updateMergeRequest, { ...request, title: 'Keep it!' }),
      client.call(acceptMergeRequest, request),
      client.call(createMergeRequest, {
        id: 'acme/attic',
        source_branch: 'docs/keep',
        target_branch: 'main',
        title: 'Again',
      }),
      client.call(createMergeRequest, {
        id: 'acme/vault',
        target_project_id: 11,
        source_branch: 'main',
        target_branch: 'main',
        title: 'From elsewhere',
      }),
    ]) {
      await ends(call, 'forbidden', 403);
    }
    assert.equal((await client.call(getMergeRequest, request)).title, 'Add archive notice');
  });
});
