import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/client';
import { listProjectMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { type CheckedOutHead, mergeRequestsOf } from '../../../src/app/branch/merge-requests-of';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

describe('mergeRequestsOf', () => {
  let sandbox: Sandbox;
  let client: Client;
  before(async () => {
    sandbox = await startSandbox({ still: true });
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    ({ client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } }));
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  const idOf = (path: string): number => {
    const found = sandbox.projects.find((project) => project.path === path);
    assert.ok(found, path);
    return found.id;
  };
  const checkedOut = (head: CheckedOutHead['head'], project = 'acme/storefront'): CheckedOutHead => ({
    project: { base: sandbox.url, project: idOf(project) },
    head,
    mainBranch: 'main',
    hinted: [],
  });
  const requests = async (state: 'opened' | 'merged' | 'closed') => {
    const { items } = await client.page(listProjectMergeRequests, {
      id: idOf('acme/storefront'),
      state,
      per_page: 100,
    });
    return items;
  };
  const iids = async (of: CheckedOutHead): Promise<number[]> =>
    (await mergeRequestsOf(client, of)).map(({ iid }) => iid);

  it('finds merge requests of the branch in any state', async () => {
    for (const state of ['opened', 'merged', 'closed'] as const) {
      const own = (await requests(state)).find(({ source_project_id: from, project_id: to }) => from === to);
      assert.ok(own?.source_branch, state);
      const found = await mergeRequestsOf(
        client,
        checkedOut({ name: own.source_branch, sha: own.sha ?? undefined }),
      );
      assert.equal(found[0]?.source_branch, own.source_branch);
    }
  });

  it('returns merge requests of the same commit first', async () => {
    for (const { source_branch: name, sha, iid, source_project_id: from, project_id: to } of await requests(
      'opened',
    )) {
      if (from !== to) continue;
      const [first] = await mergeRequestsOf(
        client,
        checkedOut({ name: name ?? undefined, sha: sha ?? undefined }),
      );
      assert.ok(first);
      assert.equal(first.sha, sha, `!${iid}`);
    }
  });

  it('finds merge requests from a fork in the upstream project', async () => {
    const forked = (await requests('opened')).find(
      ({ source_project_id: from, project_id: to }) => from !== to,
    );
    assert.ok(forked?.source_branch);
    const found = await mergeRequestsOf(
      client,
      checkedOut({ name: forked.source_branch, sha: undefined }, 'dana/storefront'),
    );
    assert.deepEqual(
      found.map(({ iid, project_id: project }) => [iid, project]),
      [[forked.iid, idOf('acme/storefront')]],
    );
  });

  it('requests only the fork and its upstream project if the upstream project is known', async () => {
    const forked = (await requests('opened')).find(
      ({ source_project_id: from, project_id: to }) => from !== to,
    );
    assert.ok(forked?.source_branch);
    const of = checkedOut({ name: forked.source_branch, sha: undefined }, 'dana/storefront');
    const before = sandbox.requests().length;
    assert.deepEqual(await iids({ ...of, forkedFrom: idOf('acme/storefront') }), [forked.iid]);
    const sentRequests = sandbox.requests().slice(before);
    assert.deepEqual(
      sentRequests.map(({ path }) => /^\/api\/v4(.*)\/merge_requests/.exec(path)?.[1]),
      [`/projects/${idOf('dana/storefront')}`, `/projects/${idOf('acme/storefront')}`],
    );
  });

  it("sends no other requests if the project isn't a fork", async () => {
    const before = sandbox.requests().length;
    assert.deepEqual(
      await iids({ ...checkedOut({ name: 'nothing', sha: undefined }), forkedFrom: null }),
      [],
    );
    assert.equal(sandbox.requests().length - before, 1);
  });

  it("doesn't match a branch of the same name in a fork, except with the same commit", async () => {
    const forked = (await requests('opened')).find(
      ({ source_project_id: from, project_id: to }) => from !== to,
    );
    assert.ok(forked?.source_branch && forked.sha);
    const name = forked.source_branch;
    assert.deepEqual(await iids(checkedOut({ name, sha: 'f'.repeat(40) })), []);
    assert.deepEqual(await iids(checkedOut({ name, sha: forked.sha })), [forked.iid]);
  });

  it('finds merge requests of a pipeline for the commit if the local branch has another name', async () => {
    const [any] = await requests('opened');
    assert.ok(any?.sha);
    const head = { name: undefined, sha: any.sha };
    assert.deepEqual(await iids({ ...checkedOut(head), hinted: [any.iid] }), [any.iid]);
    assert.deepEqual(await iids(checkedOut(head)), []);
  });

  it('returns none for the main branch, with one request', async () => {
    const before = sandbox.requests().length;
    assert.deepEqual(await iids(checkedOut({ name: 'main', sha: undefined })), []);
    assert.equal(sandbox.requests().length - before, 1);
  });
});
