import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { git as gitIn } from '../helpers/git';
import { sandbox, until } from '../helpers/harness';
import { startLogServer } from '../helpers/log-server';
import { ask, signedIn, signedOut, STORE } from '../helpers/product';
import { seenBranch } from '../helpers/seen-branch';
import { mergeRequestRows, type WireRequest } from './view-rows';

describe('Merge Requests view', () => {
  const world = mergeRequestRows();
  const { view, open, show, labels, row } = world;
  const labelsIn = async (...path: string[]) => labels(await row(...path));

  it('shows the lists of all projects at the top, and the projects of the workspace below', async () => {
    const rows = await labels();
    const own = [
      'Needs Your Attention',
      'Waiting on Others',
      'To-Do Items',
      'Review Requested',
      'Assigned to Me',
      'Created by Me',
    ];
    const first = rows.indexOf('Needs Your Attention');
    assert.deepEqual(rows.slice(first, first + own.length), own);
    assert.ok(rows.includes('acme/storefront'));
    assert.deepEqual(await labels(await row('acme/storefront')), ['All Open', 'Merged', 'Closed', 'All']);
  });

  it('loads a list only when it is expanded', async () => {
    // Lists that earlier tests loaded are refreshed. Signing out removes them.
    await signedOut();
    await signedIn();
    await vscode.commands.executeCommand('switchyard.mergeRequests.focus');
    // The group is expanded by default.
    await open(await row('Needs Your Attention'));
    await sandbox.clearRequests();
    await row('acme/storefront', 'All Open');
    // The lists of the expanded row are refreshed, the branch is looked up, and the Pipelines view looks up the merge
    // requests of its pipelines.
    const known =
      /reviewer_username=marek|scope=(?:assigned_to_me|created_by_me)|source_branch=|iids(?:\[\]|%5B%5D)=/;
    const asked = (await sandbox.requests()).filter(
      ({ path }) => /\/(?:merge_requests\?|todos)/.test(path) && !known.test(path),
    );
    assert.deepEqual(asked, []);
  });

  it("shows the merge requests of the server's list, with accessible labels", async () => {
    const wire = await ask<WireRequest[]>(
      `${STORE}/merge_requests?state=opened&per_page=50&order_by=updated_at`,
    );
    const rows = (await open(await row('acme/storefront', 'All Open'))).map(show);
    assert.deepEqual(
      rows.map(({ label }) => label),
      wire.map(({ iid, title }) => `!${iid} ${title}`),
    );
    for (const { accessibleLabel, words, command } of rows) {
      assert.match(accessibleLabel, /^Merge request \d+, .+, open, .+(ago|just now)$/);
      assert.ok(words.includes('mergeRequest') && words.includes('opened') && words.includes('can-checkOut'));
      assert.equal(command?.command, 'switchyard.openMergeRequest');
    }
    const list = show(await row('acme/storefront', 'All Open'));
    assert.equal(list.description, String(wire.length));
  });

  it('groups merge requests by the next step, and lists those that wait on others separately', async () => {
    const groups = (await open(await row('Needs Your Attention'))).map(show);
    const order = [
      'To Review',
      'Conflicts to Resolve',
      'Threads to Resolve',
      'Pipelines to Fix or Run',
      'Drafts to Finish',
      'Ready to Merge',
    ];
    const found = groups.map(({ label }) => label);
    assert.ok(found.length > 1);
    assert.deepEqual(
      found,
      order.filter((label) => found.includes(label)),
    );
    for (const { description } of groups) assert.match(description, /^[1-9]\d*$/);
    const inGroups = await Promise.all(found.map((group) => labelsIn('Needs Your Attention', group)));
    const all = [...inGroups.flat(), ...(await labelsIn('Waiting on Others'))];
    assert.equal(new Set(all).size, all.length, 'each merge request once');
    assert.ok((await labelsIn('Waiting on Others')).every((label) => label.startsWith('!')));
  });

  it('shows the sections of a merge request, and loads each when it is expanded', async () => {
    const [wire] = await ask<WireRequest[]>(`${STORE}/merge_requests?state=opened&per_page=1`);
    assert.ok(wire);
    const request = await row('acme/storefront', 'All Open', `!${wire.iid} `);
    await sandbox.clearRequests();
    const sections = await labels(request);
    assert.deepEqual(sections.slice(0, 6), [
      'Overview',
      'Changes',
      'Discussions',
      'Commits',
      'Pipelines',
      'People',
    ]);
    const asked = (await sandbox.requests()).map(({ path }) => path);
    // The Pipelines view may send its own requests.
    const parts = new RegExp(`/merge_requests/${wire.iid}/(commits|pipelines|reviewers)`);
    assert.ok(!asked.some((path) => parts.test(path)), asked.join('\n'));
    const commits = await ask<{ id: string; title: string }[]>(
      `${STORE}/merge_requests/${wire.iid}/commits?per_page=100`,
    );
    const rows = await open(await row('acme/storefront', 'All Open', `!${wire.iid} `, 'Commits'));
    assert.deepEqual(
      rows.map((node) => node.target),
      commits.map(({ id }) => ({
        kind: 'commit',
        mergeRequest: { base: sandbox.info.url, project: wire.project_id, iid: wire.iid },
        sha: id,
      })),
    );
  });

  it('shows the pipelines of a merge request with the same rows as the Pipelines view', async () => {
    for (const { iid } of await ask<WireRequest[]>(`${STORE}/merge_requests?state=opened&per_page=50`)) {
      const wire = await ask<{ id: number }[]>(`${STORE}/merge_requests/${iid}/pipelines`);
      const [newest] = wire;
      if (newest === undefined) continue;
      const section = await row('acme/storefront', 'All Open', `!${iid} `, 'Pipelines');
      const pipelines = await open(section);
      assert.deepEqual(
        pipelines.map(({ target }) => target?.kind === 'pipeline' && target.pipeline.pipeline),
        wire.map(({ id }) => id),
      );
      const [first] = pipelines;
      assert.ok(first);
      assert.match(show(first).accessibleLabel, /^Pipeline \d+, [^,]+, \p{L}/u);
      const [stage] = await open(first);
      assert.ok(stage);
      const [job] = await open(stage);
      assert.ok(job?.target?.kind === 'job' || job?.target?.kind === 'bridge');
      assert.equal((await view()).tree.upstreamOf(job)?.data, first.data);
      return;
    }
    assert.fail('no merge request has a pipeline');
  });

  it('shows the state of each reviewer', async () => {
    for (const { iid } of await ask<WireRequest[]>(`${STORE}/merge_requests?state=opened&per_page=50`)) {
      const wire = await ask<{ user: { name: string } }[]>(`${STORE}/merge_requests/${iid}/reviewers`);
      if (wire.length === 0) continue;
      const people = await open(await row('acme/storefront', 'All Open', `!${iid} `, 'People'));
      const shown = people.slice(0, wire.length).map(show);
      assert.deepEqual(
        shown.map(({ label }) => label),
        wire.map(({ user }) => user.name),
      );
      for (const { description } of shown)
        assert.match(description, /^(?:approved|reviewed|awaiting review) · (?:\d+ \w+|now)$/);
      return;
    }
    assert.fail('no merge request has a reviewer');
  });

  it('shows pinned merge requests first, and snoozed ones in a separate group', async () => {
    const before = await labels(await row('acme/storefront', 'All Open'));
    const last = (await open(await row('acme/storefront', 'All Open'))).at(-1);
    assert.ok(last?.data.kind === 'merge-request');
    const key = last.data.mergeRequest;
    await (await view()).pins.pin(key);
    const pinned = await open(await row('acme/storefront', 'All Open'));
    assert.equal(pinned[0], last, 'the same row at another place');
    assert.match(show(last).description, /^pinned · /);
    assert.ok(show(last).words.includes('pinned'));
    await (await view()).pins.snooze(key, { until: Date.now() + 3_600_000 });
    assert.equal((await labels(await row('acme/storefront', 'All Open'))).at(-1), 'Snoozed');
    assert.match(
      show(await row('acme/storefront', 'All Open', 'Snoozed', `!${key.iid} `)).description,
      /snoozed until/,
    );
    await (await view()).pins.wake(key);
    assert.deepEqual(await labels(await row('acme/storefront', 'All Open')), before);
  });

  it('marks merge requests that changed since they were last viewed', async () => {
    // The one with the oldest change, because other tests change or view the latest ones.
    const rows = await open(await row('acme/storefront', 'All Open'));
    const node = rows.findLast(({ data }) => data.kind === 'merge-request');
    assert.ok(node?.data.kind === 'merge-request');
    const key = node.data.mergeRequest;
    assert.doesNotMatch(show(node).description, /unread/);
    await (await view()).seen.saw(key, '2001-01-01T00:00:00Z');
    assert.match(show(node).description, /unread/);
    assert.match(show(node).accessibleLabel, /, unread, /);
    await (await view()).seen.saw(key, new Date().toISOString());
    assert.doesNotMatch(show(node).description, /unread/);
  });

  it("shows why a list couldn't be loaded, and reloads it on a click", async () => {
    world.it.parts.mergeRequests.clear();
    await sandbox.fault({ kind: 'status', status: 500, path: '/api/v4/projects/*/merge_requests' });
    const list = await row('acme/storefront', 'All Open');
    const [failed] = await open(list);
    assert.ok(failed);
    assert.equal(show(failed).words[0], 'error');
    assert.equal(show(failed).command?.command, 'switchyard.refreshMergeRequests');
    await sandbox.clearFaults();
    await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
    await until(async () => !(await open(list)).some((child) => show(child).words.includes('error')), {
      description: 'the list is read again',
    });
  }).timeout(180_000);

  it('removes the lists of a server on sign-out', async () => {
    const server = await startLogServer('failed', Buffer.alloc(0));
    try {
      await world.it.parts.accounts.signIn(server.url, 'glpat-of-this-test-only');
      const list = await row(new URL(server.url).host, 'Assigned to Me');
      await open(list);
      await world.it.parts.accounts.signOut(server.url);
      const { host } = new URL(server.url);
      await until(async () => !(await labels()).some((label) => label.includes(host)), {
        description: 'the server has no row',
      });
      // The editor may have requested a row before it is notified that the row was removed.
      assert.equal((await open(list)).length, 0);
      await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
      assert.equal(world.it.parts.views.mergeRequests.view.message ?? '', '');
    } finally {
      await server.stop();
    }
  });

  it('shows the merge request of the branch at the top and in the status bar', async () => {
    const [root] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(root);
    const git = (...args: readonly string[]): Promise<string> => gitIn(root.uri.fsPath, ...args);
    const requests = await ask<WireRequest[]>(`${STORE}/merge_requests?state=opened&per_page=50`);
    const here = (await git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/remotes/origin')).split(
      '\n',
    );
    const wire = requests.find(({ source_branch: branch }) => here.includes(branch));
    assert.ok(wire);
    try {
      await git('checkout', '-q', '-B', wire.source_branch, `origin/${wire.source_branch}`);
      await seenBranch(root.uri.fsPath, wire.source_branch);
      const top = await until(
        async () => {
          const [first] = await open();
          return first?.data.kind === 'merge-request' && first.data.where === 'branch' ? first : undefined;
        },
        { timeout: 30_000, description: 'the merge request of the branch is at the top' },
      );
      assert.equal(show(top).label, `!${wire.iid} ${wire.title}`);
      assert.match(
        show(top).description,
        /^current branch · /,
        world.it.parts.views.mergeRequests.view.message,
      );
      assert.match(world.it.parts.branchItems.statusItem.shown?.text ?? '', new RegExp(` · !${wire.iid}\\b`));
      await git('checkout', '-q', '-B', 'work/without-merge-request');
      await seenBranch(root.uri.fsPath, 'work/without-merge-request');
      const create = await until(
        async () => {
          const [first] = await open();
          return first?.data.kind === 'note' ? first : undefined;
        },
        { timeout: 30_000, description: 'a merge request for the branch is offered' },
      );
      assert.deepEqual(
        [show(create).label, show(create).description],
        ['Create Merge Request...', 'work/without-merge-request'],
      );
    } finally {
      await git('checkout', '-q', 'main');
      await seenBranch(root.uri.fsPath, 'main');
    }
    await until(
      async () => {
        const [first] = await open();
        return first?.data.kind === 'list';
      },
      { timeout: 30_000, description: 'it is gone with its branch' },
    );
  }).timeout(240_000);

  it('copies the source branch name', async () => {
    const [wire] = await ask<WireRequest[]>(`${STORE}/merge_requests?state=opened&per_page=1`);
    assert.ok(wire);
    await vscode.commands.executeCommand(
      'switchyard.copyBranchName',
      await row('acme/storefront', 'All Open', `!${wire.iid} `),
    );
    assert.equal(await vscode.env.clipboard.readText(), wire.source_branch);
  });
});
