import assert from 'node:assert/strict';
import { withSandbox } from '../sandbox/helpers/sandbox';
import { clientOf, refusalOf, STOREFRONT } from './helpers/gitbeaker';

// Tests that change something use different merge requests.
const world = withSandbox({}, 'once');
const developer = () => clientOf(world(), 'developer');

describe('gitbeaker: lists of merge requests', () => {
  const iids = async (filters: object): Promise<number[]> => {
    const found = await developer().MergeRequests.all({ projectId: STOREFRONT, ...filters });
    return found.map(({ iid }) => iid).sort((a, b) => a - b);
  };

  it('lists merge requests of the user, of a group, and of a project', async () => {
    const { MergeRequests } = developer();
    const own = await MergeRequests.all();
    assert.ok(own.length > 0 && own.every(({ author }) => author.username === 'dana'));
    const everything = await MergeRequests.all({ scope: 'all' });
    const group = await MergeRequests.all({ groupId: 'acme' });
    const project = await MergeRequests.all({ projectId: STOREFRONT });
    assert.ok(everything.length >= group.length && group.length > project.length);
    assert.ok(project.every(({ references }) => references.full.startsWith(STOREFRONT)));
  });

  it('accepts all filter formats that the client sends', async () => {
    const all = await iids({});
    assert.deepEqual(await iids({ iids: [12, 14] }), [12, 14]);
    assert.deepEqual(await iids({ labels: 'feature,bug' }), [16]);
    assert.deepEqual(await iids({ search: 'gift card' }), [12]);
    assert.deepEqual(await iids({ wip: 'yes' }), [15]);
    assert.deepEqual(await iids({ approvedByIds: [2] }), [12]);
    assert.deepEqual(await iids({ createdAfter: new Date(Date.now() + 86_400_000).toISOString() }), []);
    for (const not of [{ authorUsername: 'dana' }, { labels: 'feature' }, { labels: ['feature', 'bug'] }]) {
      const left = await iids({ not });
      assert.ok(left.length > 0 && left.length < all.length, JSON.stringify(not));
    }
    assert.ok(!(await iids({ not: { labels: 'feature' } })).includes(12));
  });

  it('returns label details, and the simple view', async () => {
    const { MergeRequests } = developer();
    const [one] = await MergeRequests.all({ projectId: STOREFRONT, iids: [12], withLabelsDetails: true });
    assert.equal(one?.labels[0]?.name, 'feature');
    const [simple] = await MergeRequests.all({ projectId: STOREFRONT, iids: [12], view: 'simple' });
    assert.deepEqual([simple?.iid, simple?.['labels']], [12, undefined]);
  });
});

describe('gitbeaker: a merge request', () => {
  it('gets a merge request with its commits, diffs, versions, pipelines, issues, and people', async () => {
    const { MergeRequests } = developer();
    const request = await MergeRequests.show(STOREFRONT, 12, {
      renderHtml: true,
      includeDivergedCommitsCount: true,
      includeRebaseInProgress: true,
    });
    assert.deepEqual([request.title, request.author.username], ['Pay with a gift card', 'dana']);
    assert.match(String(request['description_html']), /gift card/);
    assert.equal(request.rebase_in_progress, false);
    const of = [STOREFRONT, 12] as const;
    const commits = await MergeRequests.allCommits(...of);
    assert.equal(commits[0]?.id, request.sha);
    const diffs = await MergeRequests.allDiffs(...of);
    const { changes } = await MergeRequests.showChanges(...of);
    assert.deepEqual(
      changes.map((each) => each['new_path']),
      diffs.map(({ new_path: path }) => path),
    );
    const [version] = await MergeRequests.allDiffVersions(...of);
    assert.ok(version);
    const whole = await MergeRequests.showDiffVersion(...of, version.id);
    assert.deepEqual([whole.commits.length, whole.diffs.length], [commits.length, diffs.length]);
    assert.ok((await MergeRequests.allPipelines(...of)).some(({ sha }) => sha === request.sha));
    assert.deepEqual(
      (await MergeRequests.allIssuesClosed(...of)).map(({ iid }) => iid),
      [3, 4],
    );
    assert.ok((await MergeRequests.allParticipants(...of)).some(({ username }) => username === 'dana'));
    assert.deepEqual(
      (await MergeRequests.showReviewers(...of)).map((each) => each.user.username),
      ['marek'],
    );
  });

  it('creates, edits, closes, reopens, and deletes a merge request', async () => {
    const { Branches, MergeRequests } = developer();
    await Branches.create(STOREFRONT, 'topic/by-client', 'feature/search-facets');
    const opened = await MergeRequests.create(STOREFRONT, 'topic/by-client', 'main', 'By a client', {
      description: 'Hello',
      labels: ['bug', 'docs'],
      assigneeId: 4,
      reviewerIds: [3],
      removeSourceBranch: true,
      squash: true,
    });
    assert.deepEqual([opened.state, opened.labels], ['opened', ['bug', 'docs']]);
    assert.deepEqual([opened.squash, opened.force_remove_source_branch], [true, true]);
    const again = MergeRequests.create(STOREFRONT, 'topic/by-client', 'main', 'Once more');
    assert.deepEqual(await refusalOf(again), [
      409,
      `["Another open merge request already exists for this source branch: !${opened.iid}"]`,
    ]);
    const edited = await MergeRequests.edit(STOREFRONT, opened.iid, {
      title: 'Draft: By a client',
      addLabels: 'chore',
      removeLabels: 'bug',
      assigneeIds: [],
      milestoneId: 32,
      discussionLocked: true,
    });
    assert.deepEqual([edited.draft, edited.labels], [true, ['docs', 'chore']]);
    assert.deepEqual([edited.assignees, edited.milestone?.['title']], [[], 'v1.3']);
    assert.equal((await MergeRequests.edit(STOREFRONT, opened.iid, { stateEvent: 'close' })).state, 'closed');
    const reopened = await MergeRequests.edit(STOREFRONT, opened.iid, { stateEvent: 'reopen' });
    assert.equal(reopened.state, 'opened');
    assert.deepEqual(await refusalOf(MergeRequests.remove(STOREFRONT, opened.iid)), [403, '403 Forbidden']);
    await clientOf(world(), 'owner').MergeRequests.remove(STOREFRONT, opened.iid);
    assert.equal((await refusalOf(MergeRequests.show(STOREFRONT, opened.iid)))[0], 404);
  });

  it('merges as developer with the expected SHA, and refuses reporters', async () => {
    const { MergeRequests } = developer();
    const { MergeRequests: asReporter } = clientOf(world(), 'reporter');
    assert.deepEqual(await refusalOf(asReporter.merge(STOREFRONT, 12)), [401, '401 Unauthorized']);
    const { sha } = await MergeRequests.show(STOREFRONT, 12);
    const [status, message] = await refusalOf(MergeRequests.merge(STOREFRONT, 12, { sha: '0'.repeat(40) }));
    assert.deepEqual([status, message], [409, `SHA does not match HEAD of source branch: ${sha}`]);
    assert.deepEqual(await refusalOf(MergeRequests.merge(STOREFRONT, 15)), [405, '405 Method Not Allowed']);
    const merged = await MergeRequests.merge(STOREFRONT, 12, {
      sha,
      squash: true,
      shouldRemoveSourceBranch: true,
    });
    assert.deepEqual([merged.state, merged.merged_by?.username], ['merged', 'dana']);
    assert.ok(merged.squash_commit_sha);
  });

  it('sets auto-merge with either parameter, and cancels it', async () => {
    const { MergeRequests } = developer();
    for (const wish of [{ mergeWhenPipelineSucceeds: true }, { autoMerge: true }]) {
      const waiting = await MergeRequests.merge(STOREFRONT, 14, wish);
      assert.deepEqual([waiting.state, waiting.merge_when_pipeline_succeeds], ['opened', true]);
      await MergeRequests.cancelOnPipelineSuccess(STOREFRONT, 14);
      assert.equal((await MergeRequests.show(STOREFRONT, 14)).merge_when_pipeline_succeeds, false);
    }
    assert.deepEqual(await refusalOf(MergeRequests.cancelOnPipelineSuccess(STOREFRONT, 14)), [
      406,
      "Can't cancel the automatic merge",
    ]);
  });

  it('subscribes, creates a to-do item, and tracks time, with status 304 if nothing changes', async () => {
    const { MergeRequests } = developer();
    assert.equal((await MergeRequests.subscribe(STOREFRONT, 21)).subscribed, true);
    assert.equal((await refusalOf(MergeRequests.subscribe(STOREFRONT, 21)))[0], 304);
    assert.equal((await MergeRequests.unsubscribe(STOREFRONT, 21)).subscribed, false);
    assert.equal((await refusalOf(MergeRequests.unsubscribe(STOREFRONT, 21)))[0], 304);
    assert.equal((await MergeRequests.createTodo(STOREFRONT, 21)).target_type, 'MergeRequest');
    assert.equal((await refusalOf(MergeRequests.createTodo(STOREFRONT, 21)))[0], 304);
    assert.equal((await MergeRequests.setTimeEstimate(STOREFRONT, 21, '3h30m')).time_estimate, 12_600);
    assert.equal((await MergeRequests.addSpentTime(STOREFRONT, 21, '1h')).human_total_time_spent, '1h');
    assert.equal((await MergeRequests.resetTimeEstimate(STOREFRONT, 21)).time_estimate, 0);
    assert.equal((await MergeRequests.resetSpentTime(STOREFRONT, 21)).total_time_spent, 0);
    assert.equal((await MergeRequests.showTimeStats(STOREFRONT, 21)).human_time_estimate, null);
  });

  it('creates a merge request pipeline', async () => {
    const { MergeRequests } = developer();
    const created = await MergeRequests.createPipeline(STOREFRONT, 22);
    assert.deepEqual([created.ref, created.status], ['refs/merge-requests/22/head', 'pending']);
    const [newest] = await MergeRequests.allPipelines(STOREFRONT, 22);
    assert.equal(newest?.id, created.id);
  });

  it('approves once with the expected SHA, and revokes the approval', async () => {
    const { MergeRequestApprovals: approvals, MergeRequests } = clientOf(world(), 'maintainer');
    const { sha } = await MergeRequests.show(STOREFRONT, 20);
    assert.equal((await refusalOf(approvals.approve(STOREFRONT, 20, { sha: '0'.repeat(40) })))[0], 409);
    const given = await approvals.approve(STOREFRONT, 20, { sha });
    assert.deepEqual(
      given.approved_by?.map(({ user }) => user.username),
      ['marek'],
    );
    // Newer servers return 304 if nothing changes, which this client reports as an error.
    assert.equal((await refusalOf(approvals.approve(STOREFRONT, 20)))[0], 304);
    const read = await approvals.showConfiguration(STOREFRONT, { mergerequestIId: 20 });
    assert.equal(read['user_has_approved'], true);
    await approvals.unapprove(STOREFRONT, 20);
    const after = await approvals.showConfiguration(STOREFRONT, { mergerequestIId: 20 });
    assert.deepEqual(after.approved_by, []);
  });
});

describe('gitbeaker: rebasing a merge request', () => {
  const world = withSandbox({}, 'once');

  it('rebases as developer, and refuses reporters', async () => {
    const { MergeRequests } = clientOf(world(), 'developer');
    const before = await MergeRequests.show(STOREFRONT, 17);
    assert.deepEqual(await MergeRequests.rebase(STOREFRONT, 17, { skipCI: true }), {
      rebase_in_progress: true,
    });
    world().sandbox.advance(60_000);
    const after = await MergeRequests.show(STOREFRONT, 17, { includeRebaseInProgress: true });
    assert.deepEqual([after.rebase_in_progress, after.merge_error], [false, null]);
    assert.notEqual(after.sha, before.sha);
    const { MergeRequests: asReporter } = clientOf(world(), 'reporter');
    assert.deepEqual(await refusalOf(asReporter.rebase(STOREFRONT, 17)), [
      403,
      '403 Forbidden - Cannot push to source branch',
    ]);
  });
});
