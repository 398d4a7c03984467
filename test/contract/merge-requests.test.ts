import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client';
import * as diffs from '../../src/api/endpoints/diffs';
import * as actions from '../../src/api/endpoints/merge-request-actions';
import * as requests from '../../src/api/endpoints/merge-requests';
import * as times from '../../src/api/endpoints/time-tracking';
import { DETAILED_MERGE_STATUSES } from '../../src/schemas/merge-request';
import type { Witness } from './helpers';
import { type MergeRequest, type Named, Requests } from './requests';
import { MERGE_REQUEST_ROWS } from './rows/merge-requests';
import { stage } from './stage';

const id = 'acme/storefront';

describe('merge requests contract', () => {
  const world = stage();
  const of = new Requests(world);
  let person: Witness;
  let client: Client;
  const takePerson = (): void => {
    person = world.as('owner');
    client = person.client;
  };
  before(takePerson);
  /** Restarts the sandbox with unchanged data. */
  const restart = async (): Promise<void> => {
    await world.close();
    await world.open();
    takePerson();
  };

  const anOpen = async (): Promise<Named> => of.named(await of.find());
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

  /** One successful call of each endpoint. */
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
      const { iid, sha } = await of.thatIs('mergeable');
      return client.call(actions.acceptMergeRequest, { id, merge_request_iid: iid, sha: sha ?? '' });
    },
    getMergeRef: async () =>
      client.call(actions.getMergeRef, {
        id,
        merge_request_iid: (await of.find(({ has_conflicts }) => !has_conflicts)).iid,
      }),
    cancelAutoMerge: async () => {
      const { iid } = await of.thatIs('ci_still_running');
      const args = { id, merge_request_iid: iid };
      await client.call(actions.acceptMergeRequest, { ...args, merge_when_pipeline_succeeds: true });
      return client.call(actions.cancelAutoMerge, args);
    },
    rebaseMergeRequest: async () => {
      const { iid } = await of.find(
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
      client.call(times.setTimeEstimate, { ...(await anOpen()), duration: '3h30m' }),
    resetTimeEstimate: async () => client.call(times.resetTimeEstimate, await anOpen()),
    addSpentTime: async () =>
      client.call(times.addSpentTime, { ...(await anOpen()), duration: '1h', summary: 'reading' }),
    resetSpentTime: async () => client.call(times.resetSpentTime, await anOpen()),
    getTimeStats: async () => client.call(times.getTimeStats, await anOpen()),
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

  describe('transitions', () => {
    before(restart);

    it('close and reopen by state_event', async () => {
      const args = await anOpen();
      const closed = await client.call(requests.updateMergeRequest, { ...args, state_event: 'close' });
      assert.equal(closed.state, 'closed');
      const opened = await client.call(requests.updateMergeRequest, { ...args, state_event: 'reopen' });
      assert.equal(opened.state, 'opened');
    });

    it('create a merge commit and store the user who merged', async () => {
      const { iid, sha } = await of.thatIs('mergeable');
      const merged = await client.call(actions.acceptMergeRequest, {
        id,
        merge_request_iid: iid,
        sha: sha ?? '',
      });
      assert.equal(merged.state, 'merged');
      assert.match(merged.merge_commit_sha ?? '', /^[0-9a-f]{40}$/);
      assert.ok(merged.merge_user);
    });

    it('keep the state "opened" while auto-merge is set, until the pipeline succeeds or auto-merge is canceled', async () => {
      const { iid } = await of.thatIs('ci_still_running');
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

    it('report a rebase in progress until it ends without an error', async () => {
      const { iid } = await of.find(
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
      const after = await of.settled(iid);
      assert.deepEqual([after.rebase_in_progress, after.merge_error ?? null], [false, null]);
    });

    it('include every documented detailed status in the sandbox', async () => {
      await restart();
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
            world.sandbox.advance(500);
          }
        }
      }
      const missing = DETAILED_MERGE_STATUSES.filter(
        (status) => !met.has(status) && status !== 'tracker_association_missing',
      );
      // The last one has a neutral term instead of a brand name (server-behavior.md#detailed-merge-status).
      assert.deepEqual(missing, [], [...met].join());
      assert.ok(
        [...met].some((status) => status.endsWith('_association_missing')),
        [...met].join(),
      );
    });
  });
});
