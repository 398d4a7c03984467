import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/client';
import { listProjectMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { type CheckedOutHead, mergeRequestsOf } from '../../../src/app/branch/merge-requests-of';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

describe('the merge requests of what is checked out', () => {
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

  it('are found by the branch, whatever their state', async () => {
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

  it('from the very commit come first', async () => {
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

  it('of a fork lead into the project that it was made from', async () => {
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

  it('of a fork are asked of the project that it was made from, not of all that may be seen', async () => {
    const forked = (await requests('opened')).find(
      ({ source_project_id: from, project_id: to }) => from !== to,
    );
    assert.ok(forked?.source_branch);
    const of = checkedOut({ name: forked.source_branch, sha: undefined }, 'dana/storefront');
    const before = sandbox.requests().length;
    assert.deepEqual(await iids({ ...of, forkedFrom: idOf('acme/storefront') }), [forked.iid]);
    const asked = sandbox.requests().slice(before);
    assert.deepEqual(
      asked.map(({ path }) => /^\/api\/v4(.*)\/merge_requests/.exec(path)?.[1]),
      [`/projects/${idOf('dana/storefront')}`, `/projects/${idOf('acme/storefront')}`],
    );
  });

  it('are looked for nowhere else where the project is no fork', async () => {
    const before = sandbox.requests().length;
    assert.deepEqual(
      await iids({ ...checkedOut({ name: 'nothing', sha: undefined }), forkedFrom: null }),
      [],
    );
    assert.equal(sandbox.requests().length - before, 1);
  });

  it('of somebody’s fork are not those of a branch of the same name, but those of the same commit', async () => {
    const forked = (await requests('opened')).find(
      ({ source_project_id: from, project_id: to }) => from !== to,
    );
    assert.ok(forked?.source_branch && forked.sha);
    const name = forked.source_branch;
    assert.deepEqual(await iids(checkedOut({ name, sha: 'f'.repeat(40) })), []);
    assert.deepEqual(await iids(checkedOut({ name, sha: forked.sha })), [forked.iid]);
  });

  it('are found by a pipeline that ran for the commit where the branch has another name here', async () => {
    const [any] = await requests('opened');
    assert.ok(any?.sha);
    const head = { name: undefined, sha: any.sha };
    assert.deepEqual(await iids({ ...checkedOut(head), hinted: [any.iid] }), [any.iid]);
    assert.deepEqual(await iids(checkedOut(head)), []);
  });

  it('are none for the main branch, which asks one question only', async () => {
    const before = sandbox.requests().length;
    assert.deepEqual(await iids(checkedOut({ name: 'main', sha: undefined })), []);
    assert.equal(sandbox.requests().length - before, 1);
  });
});
