import assert from 'node:assert/strict';
import { DETAILED_MERGE_STATUSES } from '../../src/schemas/merge-request';
import { MergeRequests } from './helpers/merge-requests';
import { errorOf, withSandbox } from './helpers/sandbox';

describe('merge requests of the demo world', () => {
  const world = withSandbox();
  const requests = new MergeRequests(world);

  it('have every detailed status, and the states opened, closed, and merged', async () => {
    const all = await requests.list('/merge_requests?scope=all&per_page=100');
    const statuses = new Set(all.map(({ detailed_merge_status: status }) => status));
    for (const status of DETAILED_MERGE_STATUSES) assert.ok(statuses.has(status), status);
    for (const state of ['opened', 'closed', 'merged']) assert.ok(all.some((each) => each.state === state));
    assert.deepEqual(await requests.iids('state=locked'), []);
  });

  it("lists the user's merge requests on the whole host by default", async () => {
    const own = await requests.list('/merge_requests?per_page=100');
    assert.ok(own.length > 3 && own.every(({ author }) => author?.username === 'marek'));
    assert.equal((await world().ask('/merge_requests', { as: 'nobody' })).status, 401);
    assert.ok((await requests.list('/merge_requests?scope=all', { as: 'nobody' })).length > 10);
  });

  it('lists the merge requests of a group with relative references', async () => {
    const found = await requests.list('/groups/acme/merge_requests?per_page=100');
    assert.ok(found.some(({ references }) => references?.relative === 'payments!4'));
    assert.equal((await world().ask('/groups/nobody/merge_requests')).status, 404);
  });

  const FILTERS: readonly (readonly [string, readonly number[]])[] = [
    ['state=merged', [8]],
    ['state=closed', [5]],
    ['iids[]=12&iids[]=14', [12, 14]],
    ['labels=feature,bug', [16]],
    ['labels=None&state=opened', [17, 18, 19, 20, 22, 23]],
    ['milestone=v1.3', [11, 12]],
    ['milestone=Any', [8, 11, 12]],
    ['not[milestone]=v1.3&labels=feature', [5, 15, 16]],
    ['not[author_username]=dana&labels=feature', [5, 11, 16]],
    ['assignee_id=None&labels=feature', [5, 16]],
    ['assignee_id=4', [12, 15, 22]],
    ['reviewer_id=Any&state=opened', [11, 12, 16, 18]],
    ['reviewer_username=olivia', [11, 16, 18]],
    ['reviewer_username=OLIVIA', [11, 16, 18]],
    ['wip=yes', [15]],
    ['source_branch=fix/typos', [17]],
    ['search=gift%20card', [12]],
    ['approved_by_ids[]=2', [12]],
    ['merge_user_username=marek', [8]],
    ['environment=staging', [8]],
    ['author_id=4&state=opened', [12, 15, 17, 19, 23]],
  ];
  for (const [query, expected] of FILTERS) {
    it(`filters by ${query}`, async () => {
      assert.deepEqual(await requests.iids(query), expected);
    });
  }

  it('sorts by title and time', async () => {
    const titles = (await requests.list('/projects/1/merge_requests?order_by=title&sort=asc')).map(
      ({ title }) => title.toLowerCase(),
    );
    assert.deepEqual(titles, [...titles].sort());
    const [newest] = await requests.list('/projects/1/merge_requests?order_by=updated_at');
    assert.equal(newest?.iid, 12);
  });

  it('returns the simple view, and label details', async () => {
    const [simple] = await requests.list('/projects/1/merge_requests?view=simple');
    assert.ok(simple && !('source_branch' in simple) && simple.web_url);
    const [detailed] = await requests.list('/projects/1/merge_requests?iids[]=12&with_labels_details=true');
    assert.equal(JSON.stringify(detailed?.labels).includes('"color"'), true);
  });

  it('rejects exclusive filters and invalid values', async () => {
    for (const [query, message] of [
      ['author_id=1&author_username=x', 'author_id, author_username are mutually exclusive'],
      ['created_after=soon', 'created_after is invalid'],
      ['state=lost', 'state does not have a valid value'],
    ] as const) {
      const response = await world().ask(`/projects/1/merge_requests?${query}`);
      assert.equal(response.status, 400);
      assert.deepEqual(await errorOf(response), { error: message });
    }
  });

  it('returns renamed, executable, deleted, and binary files', async () => {
    const diffs = await requests.get('22/diffs?unidiff=true');
    const of = (path: string) => diffs.find((diff) => diff['new_path'] === path);
    assert.equal(of('scripts/release.sh')?.['renamed_file'], true);
    assert.equal(of('scripts/release.sh')?.['old_path'], 'scripts/deploy.sh');
    assert.equal(of('scripts/scan.sh')?.['b_mode'], '100755');
    assert.equal(of('docs/addresses.md')?.['deleted_file'], true);
    assert.match(String(of('media/logo.png')?.['diff']), /^Binary files /);
    assert.equal(of('package-lock.json')?.['generated_file'], true);
    assert.match(String(of('docs/prix à payer.md')?.['diff']), /^--- \/dev\/null\n\+\+\+ b\/docs\/prix/);
  });

  it('truncates a diff with many files, and marks it as overflow', async () => {
    const response = await world().ask('/projects/2/merge_requests/3/changes');
    const cut = JSON.stringify(await response.json());
    assert.match(cut, /"overflow":true/);
    assert.match(cut, /"changes_count":"1000\+"/);
    const raw = await world().ask('/projects/2/merge_requests/3/changes?access_raw_diffs=true');
    assert.match(JSON.stringify(await raw.json()), /"overflow":false/);
  });

  it('returns versions, commits, pipelines, people, and issues', async () => {
    const versions = await requests.get('12/versions');
    assert.equal(versions.length, 3);
    const [single] = await requests.get(`12/versions/${String(versions[0]?.['id'])}`, 'record');
    assert.ok(Array.isArray(single?.['commits']) && single['commits'].length === 3);
    assert.equal((await requests.get('12/commits'))[0]?.['title'], 'Pay with a gift card');
    assert.ok((await requests.get('12/pipelines')).some(({ ref }) => ref === 'refs/merge-requests/12/head'));
    assert.ok((await requests.get('12/participants')).length >= 2);
    assert.equal((await requests.get('12/reviewers'))[0]?.['state'], 'unreviewed');
    assert.deepEqual(
      (await requests.get('12/closes_issues')).map(({ iid }) => iid),
      [3, 4],
    );
    const external = await world().ask('/projects/2/merge_requests/4/closes_issues');
    assert.deepEqual(await external.json(), [
      { id: 'PAY-12', title: 'PAY-12' },
      { id: 'PAY-13', title: 'PAY-13' },
    ]);
  });

  it('have a web page each', async () => {
    const response = await fetch(String((await requests.one(16)).web_url));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /Read discounts from a table.*merge conflicts/s);
  });

  it('returns merge requests of public projects without a token, and 404 for others', async () => {
    assert.equal((await world().ask('/projects/1/merge_requests/12', { as: 'nobody' })).status, 200);
    for (const path of ['/projects/1/merge_requests/999', '/projects/3/merge_requests/1']) {
      assert.equal((await world().ask(path, { as: 'nobody' })).status, 404);
    }
  });
});

describe('mergeability check', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);

  it('starts with a request and ends a second later', async () => {
    const [listed] = await requests.list('/projects/1/merge_requests?iids[]=22');
    assert.equal(listed?.detailed_merge_status, 'unchecked');
    assert.equal((await requests.one(22)).detailed_merge_status, 'checking');
    world().sandbox.advance(1_500);
    assert.equal((await requests.one(22)).detailed_merge_status, 'ci_must_pass');
  });

  it('is started by developers in a list, but not by reporters', async () => {
    const path = '/projects/1/merge_requests?iids[]=22&with_merge_status_recheck=true';
    assert.equal((await requests.list(path, { as: 'reporter' }))[0]?.detailed_merge_status, 'unchecked');
    assert.equal((await requests.list(path, { as: 'developer' }))[0]?.detailed_merge_status, 'checking');
  });

  it('finds conflicts with git', async () => {
    const request = await requests.one(16);
    assert.deepEqual(
      [request.has_conflicts, request.merge_status, request.detailed_merge_status],
      [true, 'cannot_be_merged', 'broken_status'],
    );
  });
});
