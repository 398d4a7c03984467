import assert from 'node:assert/strict';
import { MergeRequests } from './helpers/merge-requests';
import { errorOf, withSandbox } from './helpers/sandbox';

describe('writing merge requests', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);
  const NEW = { source_branch: 'feature/search-facets', target_branch: 'feature/cart-page', title: 'Try it' };

  it('creates a merge request with delayed diff, pipeline, and mergeability check', async () => {
    const opened = await requests.read(
      await requests.post('', { ...NEW, labels: 'a,b', assignee_ids: [3] }),
      201,
    );
    assert.equal(opened.prepared_at, null);
    assert.ok(opened.changes_count === null && opened.diff_refs === null);
    assert.deepEqual(opened.labels, ['a', 'b']);
    assert.equal(opened.assignee?.username, 'marek');
    world().sandbox.advance(3_000);
    const prepared = await requests.one(opened.iid);
    assert.ok(prepared.prepared_at && prepared.diff_refs?.head_sha === prepared.sha);
    assert.equal(prepared.changes_count, '1');
    assert.equal(prepared.head_pipeline?.source, 'merge_request_event');
    assert.equal(prepared.detailed_merge_status, 'ci_still_running');
  });

  it('rejects duplicates, unknown branches, and long texts', async () => {
    const twice = await requests.post('', { ...NEW, source_branch: 'fix/typos', target_branch: 'main' });
    assert.equal(twice.status, 409);
    assert.deepEqual(await errorOf(twice), {
      message: ['Another open merge request already exists for this source branch: !17'],
    });
    assert.equal((await requests.post('', { ...NEW, source_branch: '--upload-pack=x' })).status, 422);
    assert.equal((await requests.post('', { ...NEW, target_branch: NEW.source_branch })).status, 422);
    assert.equal((await requests.post('', { ...NEW, description: 'x'.repeat(1_048_577) })).status, 400);
    assert.deepEqual(await errorOf(await requests.post('', {})), {
      error: 'source_branch is missing, target_branch is missing, title is missing',
    });
    assert.equal((await requests.post('', NEW, 'reporter')).status, 403);
  });

  it('changes labels, people, title, and state, and rejects empty changes', async () => {
    const changed = await requests.read(
      await requests.put('12', {
        add_labels: 'urgent',
        remove_labels: 'feature',
        assignee_ids: [],
        milestone_id: 0,
        title: 'Draft: later',
      }),
    );
    assert.deepEqual([changed.labels, changed.assignees, changed.milestone], [['urgent'], [], null]);
    assert.equal(changed.detailed_merge_status, 'draft_status');
    const form = await world().ask('/projects/1/merge_requests/12', {
      method: 'PUT',
      body: 'reviewer_ids[]=&labels=',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const emptied = await requests.read(form);
    assert.deepEqual([emptied.reviewers, emptied.labels], [[], []]);
    const closed = await requests.read(await requests.put('12', { state_event: 'close' }));
    assert.deepEqual([closed.state, closed.detailed_merge_status], ['closed', 'not_open']);
    assert.equal((await requests.read(await requests.put('12', { state_event: 'reopen' }))).state, 'opened');
    const nothing = await requests.put('12', {});
    assert.equal(nothing.status, 400);
    assert.match(JSON.stringify(await errorOf(nothing)), /at least one parameter must be provided/);
    assert.equal((await requests.put('12', { title: 'x' }, 'reporter')).status, 403);
  });

  it('updates the diff after a change of the target branch', async () => {
    const before = await requests.one(12);
    const after = await requests.read(await requests.put('12', { target_branch: 'spike/wishlist' }));
    assert.notEqual(after.diff_refs?.base_sha, before.diff_refs?.base_sha);
    assert.equal((await requests.get('12/versions')).length, 4);
    assert.equal((await requests.put('12', { target_branch: 'a..b' })).status, 422);
  });

  it('returns 400, 404, or 422 for hostile values', async () => {
    for (const value of ['\0', '--output=x', '../../etc', 'a\u0007', '\ud800', 'x'.repeat(5_000), '@{-1}']) {
      const json = { ...NEW, source_branch: value, target_branch: value };
      assert.equal((await requests.post('', json)).status, 422);
      await requests.put('12', { title: value, description: value, add_labels: value });
      await requests.put('12/merge', { sha: value, merge_commit_message: value });
      const query = encodeURIComponent(value.replace(/[\ud800-\udfff]/g, '').slice(0, 1_000));
      const found = await world().ask(`/projects/1/merge_requests?source_branch=${query}&search=${query}`);
      assert.equal(found.status, 200);
      const path = `/projects/1/merge_requests/${query}/versions/${query}`;
      assert.ok([400, 404].includes((await world().ask(path)).status));
    }
  });

  it('deletes merge requests only for owners', async () => {
    const remove = (as: 'owner' | 'maintainer') =>
      world().ask('/projects/1/merge_requests/17', { method: 'DELETE', as });
    assert.equal((await remove('maintainer')).status, 403);
    assert.equal((await remove('owner')).status, 204);
    assert.equal((await remove('owner')).status, 404);
  });

  it('tracks time with 4 weeks a month, 5 days a week, and 8 hours a day', async () => {
    const stats = async (path: string, duration: string, status: number) => {
      const response = await requests.post(`/14/${path}`, { duration });
      assert.equal(response.status, status, duration);
      return JSON.stringify(await response.json());
    };
    assert.match(
      await stats('time_estimate', '1mo 2w 3d 4h 30m', 200),
      /"human_time_estimate":"1mo 2w 3d 4h 30m"/,
    );
    assert.match(await stats('add_spent_time', '3h30m', 201), /"total_time_spent":12600/);
    assert.match(await stats('add_spent_time', '-30m', 201), /"human_total_time_spent":"3h"/);
    for (const duration of ['3 hours, 30 minutes', '3hrs and 30 mins', '3.5', '3h 1800s']) {
      assert.match(await stats('time_estimate', duration, 200), /"time_estimate":12600/);
    }
    for (const wrong of ['', 'soon', '3x', '-9h', '3h, soon', `${'1'.repeat(99)}!`])
      await stats('add_spent_time', wrong, 400);
    assert.match(await stats('reset_spent_time', '', 200), /"human_total_time_spent":null/);
    assert.match(await stats('reset_time_estimate', '', 200), /"time_estimate":0/);
  });

  it('returns 304 for a repeated subscription or to-do item', async () => {
    for (const [path, codes] of [
      ['subscribe', [201, 304]],
      ['unsubscribe', [201, 304]],
      ['todo', [201, 304]],
    ] as const) {
      for (const code of codes)
        assert.equal((await requests.post(`/14/${path}`, {}, 'reporter')).status, code);
    }
  });
});

describe('merging', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);
  const head = async (branch: string): Promise<string | null | undefined> => {
    world().sandbox.advance(1_000);
    const [newest] = await world().pipelines(`ref=${branch}&source=push`);
    return newest?.sha;
  };

  it('creates a merge commit, updates the target branch, and deletes the source branch', async () => {
    const merged = await requests.read(
      await requests.put('12/merge', { should_remove_source_branch: true, squash: false }),
    );
    assert.deepEqual([merged.state, merged.merge_user?.username], ['merged', 'marek']);
    assert.equal(await head('main'), merged.merge_commit_sha);
    assert.equal((await requests.put('12/merge')).status, 405);
    assert.equal((await requests.put('12/rebase')).status, 403);
  });

  it('squashes into one commit', async () => {
    const merged = await requests.read(
      await requests.put('12/merge', { squash_commit_message: 'All in one' }),
    );
    assert.ok(merged.squash_commit_sha && merged.squash_commit_sha !== merged.merge_commit_sha);
  });

  it("reports the first failed check, in the service's order", async () => {
    assert.equal((await requests.put('12/merge', { sha: 'x' }, 'reporter')).status, 401);
    assert.equal((await requests.put('15/merge', { sha: 'x' })).status, 405);
    const wrong = await requests.put('12/merge', { sha: 'x' });
    assert.equal(wrong.status, 409);
    const { sha } = await requests.one(12);
    assert.deepEqual(await errorOf(wrong), {
      message: `SHA does not match HEAD of source branch: ${String(sha)}`,
    });
  });

  it('waits for the pipeline with auto-merge', async () => {
    const created = await requests.post('/12/pipelines');
    assert.equal(created.status, 200);
    assert.equal((await requests.put('12/merge')).status, 405);
    const waiting = await requests.read(
      await requests.put('12/merge', { merge_when_pipeline_succeeds: true }),
    );
    assert.deepEqual([waiting.state, waiting.merge_when_pipeline_succeeds], ['opened', true]);
    world().sandbox.advance(60_000);
    world().sandbox.advance(20 * 60_000);
    assert.equal((await requests.one(12)).state, 'merged');
  });

  it("cancels auto-merge, or returns 406 if it isn't set", async () => {
    await requests.post('/12/pipelines');
    await requests.put('12/merge', { merge_when_pipeline_succeeds: true });
    const path = '/12/cancel_merge_when_pipeline_succeeds';
    const canceled = await requests.read(await requests.post(path), 201);
    assert.equal(canceled.merge_when_pipeline_succeeds, false);
    assert.equal((await requests.post('/5/cancel_merge_when_pipeline_succeeds')).status, 406);
    assert.equal((await requests.post('/8/cancel_merge_when_pipeline_succeeds')).status, 201);
  });

  it('has a merge ref', async () => {
    const response = await world().ask('/projects/1/merge_requests/12/merge_ref');
    assert.equal(response.status, 200);
    const again = await world().ask('/projects/1/merge_requests/12/merge_ref');
    assert.deepEqual(await again.json(), await response.json());
    const broken = await world().ask('/projects/1/merge_requests/16/merge_ref');
    assert.equal(broken.status, 400);
    assert.deepEqual(await errorOf(broken), { message: 'Merge request is not mergeable' });
  });
});

describe('rebase', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);

  it('takes some time, and creates a version on top of the target branch', async () => {
    const before = await requests.one(11, 'include_diverged_commits_count=true');
    assert.ok((before.diverged_commits_count ?? 0) > 0);
    const accepted = await requests.put('11/rebase', { skip_ci: true });
    assert.equal(accepted.status, 202);
    assert.equal((await requests.put('11/rebase')).status, 409);
    assert.equal((await requests.one(11, 'include_rebase_in_progress=true')).rebase_in_progress, true);
    world().sandbox.advance(3_000);
    const after = await requests.one(
      11,
      'include_rebase_in_progress=true&include_diverged_commits_count=true',
    );
    assert.deepEqual(
      [after.rebase_in_progress, after.merge_error, after.diverged_commits_count],
      [false, null, 0],
    );
    assert.notEqual(after.sha, before.sha);
    assert.equal((await requests.get('11/versions')).length, 3);
  });

  it('ends with an error on a conflict', async () => {
    await requests.put('16/rebase');
    world().sandbox.advance(3_000);
    const after = await requests.one(16, 'include_rebase_in_progress=true');
    assert.match(String(after.merge_error), /Rebase locally/);
    assert.equal(after.rebase_in_progress, false);
  });

  it('is refused without push permission', async () => {
    const response = await requests.put('11/rebase', {}, 'reporter');
    assert.equal(response.status, 403);
    assert.deepEqual(await errorOf(response), { message: '403 Forbidden - Cannot push to source branch' });
  });
});
