import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client';
import * as diffs from '../../src/api/endpoints/diffs';
import * as actions from '../../src/api/endpoints/merge-request-actions';
import * as requests from '../../src/api/endpoints/merge-requests';
import { isApiError, type ErrorKind } from '../../src/api/errors';
import type { ResultOf } from '../../src/api/endpoint';
import { DETAILED_MERGE_STATUSES } from '../../src/schemas/merge-request';
import { startSandbox, type Sandbox } from '../../src/sandbox/index';
import { MERGE_REQUEST_ROWS } from './rows/merge-requests';
import { witness, type Witness } from './helpers';

type MergeRequest = ResultOf<typeof requests.getMergeRequest>;

const id = 'acme/storefront';

describe('the merge requests contract between client and sandbox', () => {
  let sandbox: Sandbox;
  let person: Witness;
  let client: Client;
  const others: Witness[] = [];

  const end = async (): Promise<void> => {
    for (const other of others.splice(0)) other.dispose();
    await sandbox.close();
  };
  const begin = async (): Promise<void> => {
    sandbox = await startSandbox({ still: true });
    person = as('owner');
    client = person.client;
  };
  before(begin);
  after(end);
  /** A world that no test has changed yet. */
  const anew = async (): Promise<void> => {
    await end();
    await begin();
  };

  const as = (role: keyof Sandbox['tokens']): Witness => {
    const token = sandbox.tokens[role];
    const one = witness(sandbox.url, { kind: 'personal', token: () => Promise.resolve(token) });
    others.push(one);
    return one;
  };

  /** The merge request as it is after the server has looked whether it can be merged. */
  const settled = async (iid: number): Promise<MergeRequest> => {
    for (let steps = 0; steps < 30; steps++) {
      const request = await client.call(requests.getMergeRequest, {
        id,
        merge_request_iid: iid,
        include_rebase_in_progress: true,
      });
      const looking = ['checking', 'unchecked', 'preparing'].includes(request.detailed_merge_status ?? '');
      if (!looking && !request.rebase_in_progress) return request;
      sandbox.advance(2_000);
    }
    return assert.fail(`!${iid} does not settle`);
  };
  /** The first open merge request that fits. */
  const find = async (fits: (request: MergeRequest) => boolean): Promise<MergeRequest> => {
    for await (const page of client.pages(requests.listProjectMergeRequests, {
      id,
      state: 'opened',
      scope: 'all',
      per_page: 100,
    })) {
      assert.deepEqual(page.problems, []);
      for (const { iid } of page.items) {
        const request = await settled(iid);
        if (fits(request)) return request;
      }
    }
    return assert.fail('the world has no fitting merge request');
  };
  const thatIs = (status: (typeof DETAILED_MERGE_STATUSES)[number]): Promise<MergeRequest> =>
    find(({ detailed_merge_status }) => detailed_merge_status === status);
  const anOpen = async (): Promise<{ id: string; merge_request_iid: number }> => ({
    id,
    merge_request_iid: (await find(() => true)).iid,
  });
  const create = async (title: string): Promise<MergeRequest> => {
    const source_branch = 'chore/node-22';
    const open = await client.page(requests.listProjectMergeRequests, {
      id,
      source_branch,
      state: 'opened',
      scope: 'all',
    });
    for (const { iid } of open.items) {
      await client.call(requests.updateMergeRequest, { id, merge_request_iid: iid, state_event: 'close' });
    }
    return client.call(requests.createMergeRequest, { id, source_branch, target_branch: 'main', title });
  };

  /** One call of each endpoint that has to succeed. */
  const CALLS: Readonly<Record<keyof typeof MERGE_REQUEST_ROWS, () => Promise<unknown>>> = {
    listMergeRequests: () =>
      client.page(requests.listMergeRequests, { scope: 'all', not: { labels: ['none such'] } }),
    listProjectMergeRequests: () =>
      client.page(requests.listProjectMergeRequests, { id, iids: [12, 14], scope: 'all' }),
    listGroupMergeRequests: () => client.page(requests.listGroupMergeRequests, { id: 'acme', scope: 'all' }),
    getMergeRequest: async () =>
      client.call(requests.getMergeRequest, { ...(await anOpen()), include_diverged_commits_count: true }),
    listParticipants: async () => client.page(requests.listParticipants, await anOpen()),
    listReviewers: async () => client.page(requests.listReviewers, await anOpen()),
    listMergeRequestCommits: async () => client.page(requests.listMergeRequestCommits, await anOpen()),
    getChanges: async () => client.call(diffs.getChanges, { ...(await anOpen()), access_raw_diffs: true }),
    listDiffs: async () => client.page(diffs.listDiffs, { ...(await anOpen()), unidiff: true }),
    listMergeRequestPipelines: async () => client.page(requests.listMergeRequestPipelines, await anOpen()),
    createMergeRequestPipeline: async () => client.call(requests.createMergeRequestPipeline, await anOpen()),
    createMergeRequest: () => create('Use the newest Node'),
    updateMergeRequest: async () =>
      client.call(requests.updateMergeRequest, { ...(await anOpen()), add_labels: ['seen'] }),
    deleteMergeRequest: async () =>
      client.call(requests.deleteMergeRequest, { id, merge_request_iid: (await create('Gone soon')).iid }),
    acceptMergeRequest: async () => {
      const { iid, sha } = await thatIs('mergeable');
      return client.call(actions.acceptMergeRequest, { id, merge_request_iid: iid, sha: sha ?? '' });
    },
    getMergeRef: async () =>
      client.call(actions.getMergeRef, {
        id,
        merge_request_iid: (await find(({ has_conflicts }) => !has_conflicts)).iid,
      }),
    cancelAutoMerge: async () => {
      const { iid } = await thatIs('ci_still_running');
      const args = { id, merge_request_iid: iid };
      await client.call(actions.acceptMergeRequest, { ...args, merge_when_pipeline_succeeds: true });
      return client.call(actions.cancelAutoMerge, args);
    },
    rebaseMergeRequest: async () => {
      const { iid } = await find(
        ({ has_conflicts, source_project_id, project_id }) =>
          !has_conflicts && source_project_id === project_id,
      );
      return client.call(actions.rebaseMergeRequest, { id, merge_request_iid: iid, skip_ci: true });
    },
    listClosedIssues: async () => client.page(requests.listClosedIssues, await anOpen()),
    subscribe: async () => client.call(actions.subscribe, await anOpen()),
    unsubscribe: async () => client.call(actions.unsubscribe, await anOpen()),
    createTodo: async () => client.call(actions.createTodo, await anOpen()),
    listDiffVersions: async () => client.page(diffs.listDiffVersions, await anOpen()),
    getDiffVersion: async () => {
      const args = await anOpen();
      const [version] = (await client.page(diffs.listDiffVersions, args)).items;
      assert.ok(version);
      return client.call(diffs.getDiffVersion, { ...args, version_id: version.id });
    },
    setTimeEstimate: async () =>
      client.call(actions.setTimeEstimate, { ...(await anOpen()), duration: '3h30m' }),
    resetTimeEstimate: async () => client.call(actions.resetTimeEstimate, await anOpen()),
    addSpentTime: async () =>
      client.call(actions.addSpentTime, { ...(await anOpen()), duration: '1h', summary: 'reading' }),
    resetSpentTime: async () => client.call(actions.resetSpentTime, await anOpen()),
    getTimeStats: async () => client.call(actions.getTimeStats, await anOpen()),
  };

  for (const [name, row] of Object.entries(MERGE_REQUEST_ROWS)) {
    it(`${row.method} ${row.path} succeeds as documented`, async () => {
      const call = new Map(Object.entries(CALLS)).get(name);
      assert.ok(call);
      person.taken();
      await call();
      const exchanged = person.taken().at(-1);
      assert.ok(exchanged);
      const pattern = row.path
        .replace('/projects/:id', '/projects/acme%2Fstorefront')
        .replace('/groups/:id', '/groups/acme');
      assert.equal(exchanged.method, row.method);
      assert.match(exchanged.path, new RegExp(`^${pattern.replace(/:\w+/g, '\\d+')}$`));
      assert.ok(row.success.includes(exchanged.status), `status ${exchanged.status}`);
    });
  }

  const ends = async (
    call: Promise<unknown>,
    kind: ErrorKind,
    status: number,
    words?: RegExp,
  ): Promise<void> => {
    await assert.rejects(call, (error) => {
      assert.ok(isApiError(error), String(error));
      assert.deepEqual([error.kind, error.status], [kind, status], error.message);
      if (words !== undefined) assert.match(error.serverWords ?? '', words);
      return true;
    });
  };

  describe('transitions (doc 2 §3)', () => {
    before(anew);

    it('closes and reopens by state_event', async () => {
      const args = await anOpen();
      const closed = await client.call(requests.updateMergeRequest, { ...args, state_event: 'close' });
      assert.equal(closed.state, 'closed');
      const opened = await client.call(requests.updateMergeRequest, { ...args, state_event: 'reopen' });
      assert.equal(opened.state, 'opened');
    });

    it('a merge gives a merge commit and tells who merged', async () => {
      const { iid, sha } = await thatIs('mergeable');
      const merged = await client.call(actions.acceptMergeRequest, {
        id,
        merge_request_iid: iid,
        sha: sha ?? '',
      });
      assert.equal(merged.state, 'merged');
      assert.match(merged.merge_commit_sha ?? '', /^[0-9a-f]{40}$/);
      assert.ok(merged.merge_user);
    });

    it('auto-merge stays opened until the pipeline succeeds, and can be cancelled', async () => {
      const { iid } = await thatIs('ci_still_running');
      const args = { id, merge_request_iid: iid };
      const set = await client.call(actions.acceptMergeRequest, {
        ...args,
        merge_when_pipeline_succeeds: true,
      });
      assert.deepEqual([set.state, set.merge_when_pipeline_succeeds], ['opened', true]);
      await client.call(actions.cancelAutoMerge, args);
      const now = await client.call(requests.getMergeRequest, args);
      assert.deepEqual([now.state, now.merge_when_pipeline_succeeds], ['opened', false]);
    });

    it('a rebase is under way until it ends, and then there is no error', async () => {
      const { iid } = await find(
        ({ has_conflicts, source_project_id, project_id, diverged_commits_count }) =>
          !has_conflicts && source_project_id === project_id && diverged_commits_count !== 0,
      );
      const args = { id, merge_request_iid: iid };
      assert.equal((await client.call(actions.rebaseMergeRequest, args)).rebase_in_progress, true);
      const during = await client.call(requests.getMergeRequest, {
        ...args,
        include_rebase_in_progress: true,
      });
      assert.equal(during.rebase_in_progress, true);
      const after = await settled(iid);
      assert.deepEqual([after.rebase_in_progress, after.merge_error ?? null], [false, null]);
    });

    it('every detailed status of the document is met in the world', async () => {
      await anew();
      const met = new Set<string>();
      for await (const page of client.pages(requests.listMergeRequests, {
        state: 'all',
        scope: 'all',
        per_page: 100,
      })) {
        for (const { project_id, iid, detailed_merge_status: listed } of page.items) {
          met.add(listed ?? '');
          const args = { id: project_id, merge_request_iid: iid };
          for (let steps = 0; steps < 4; steps++) {
            const { detailed_merge_status } = await client.call(requests.getMergeRequest, args);
            met.add(detailed_merge_status ?? '');
            sandbox.advance(500);
          }
        }
      }
      const missing = DETAILED_MERGE_STATUSES.filter(
        (status) => !met.has(status) && status !== 'tracker_association_missing',
      );
      // The brand in the last one is replaced by a neutral word in the document (doc 2 §3).
      assert.deepEqual(missing, [], [...met].join());
      assert.ok(
        [...met].some((status) => status.endsWith('_association_missing')),
        [...met].join(),
      );
    });
  });

  describe('error rows (doc 2 §7)', () => {
    before(anew);

    it('merge: 401 for who may not', async () => {
      const { iid } = await anOpenIid();
      await ends(
        as('reporter').client.call(actions.acceptMergeRequest, { id, merge_request_iid: iid }),
        'unauthorized',
        401,
      );
    });

    it('merge: 405 where it cannot be merged', async () => {
      const { iid } = await thatIs('draft_status');
      await ends(
        client.call(actions.acceptMergeRequest, { id, merge_request_iid: iid }),
        'method-not-allowed',
        405,
      );
    });

    it('merge: 409 where the sha is not the head, and nothing is merged', async () => {
      const { iid } = await thatIs('mergeable');
      const sha = 'f'.repeat(40);
      const call = client.call(actions.acceptMergeRequest, { id, merge_request_iid: iid, sha });
      await ends(call, 'conflict', 409, /SHA does not match HEAD of source branch/);
      assert.equal((await settled(iid)).state, 'opened');
    });

    it('merge_ref: 400 where there are conflicts', async () => {
      const { iid } = await find(({ has_conflicts }) => has_conflicts);
      await ends(
        client.call(actions.getMergeRef, { id, merge_request_iid: iid }),
        'bad-request',
        400,
        /not mergeable/,
      );
    });

    it('cancel auto-merge: 406 where it is closed', async () => {
      const args = await anOpen();
      await client.call(requests.updateMergeRequest, { ...args, state_event: 'close' });
      await ends(
        client.call(actions.cancelAutoMerge, args),
        'not-acceptable',
        406,
        /Can't cancel the automatic merge/,
      );
      await client.call(requests.updateMergeRequest, { ...args, state_event: 'reopen' });
    });

    it('rebase: 403 without the permission to push', async () => {
      const { iid } = await anOpenIid();
      const call = as('reporter').client.call(actions.rebaseMergeRequest, { id, merge_request_iid: iid });
      await ends(call, 'forbidden', 403, /Cannot push to source branch/);
    });

    it('rebase: 409 while one is under way', async () => {
      const { iid } = await find(
        ({ has_conflicts, source_project_id, project_id }) =>
          !has_conflicts && source_project_id === project_id,
      );
      const args = { id, merge_request_iid: iid };
      await client.call(actions.rebaseMergeRequest, args);
      await ends(client.call(actions.rebaseMergeRequest, args), 'conflict', 409);
      await settled(iid);
    });

    it('subscribe, unsubscribe and to-do: 304 is "already so", and no error', async () => {
      const args = await anOpen();
      for (const already of [actions.subscribe, actions.unsubscribe]) {
        await client.call(already, args);
        person.taken();
        assert.equal(await client.call(already, args), undefined);
        assert.equal(person.taken().at(-1)?.status, 304);
      }
      await client.call(actions.createTodo, args);
      assert.equal(await client.call(actions.createTodo, args), undefined);
    });

    it('delete: owners only', async () => {
      const { iid } = await anOpenIid();
      await ends(
        as('developer').client.call(requests.deleteMergeRequest, { id, merge_request_iid: iid }),
        'forbidden',
        403,
      );
    });

    it('what does not exist is not found', async () => {
      await ends(client.call(requests.getMergeRequest, { id, merge_request_iid: 99_999 }), 'not-found', 404);
    });

    const anOpenIid = async (): Promise<{ iid: number }> => ({ iid: (await anOpen()).merge_request_iid });
  });
});
