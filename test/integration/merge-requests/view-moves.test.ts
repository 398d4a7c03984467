import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { ask, STORE } from '../helpers/product';
import { mergeRequestRows, type WireRequest } from './view-rows';

const run = vscode.commands.executeCommand;

describe('Merge Requests view, moving rows', () => {
  const world = mergeRequestRows();
  const { view, open, show, row } = world;

  describe('review requests', () => {
    /** A merge request of another user without reviewers. */
    let asked: WireRequest;
    const change = async (body: object): Promise<void> => {
      const { url, tokens } = sandbox.info;
      const response = await fetch(`${url}/api/v4${STORE}/merge_requests/${asked.iid}`, {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'private-token': tokens['owner'] ?? '' },
      });
      assert.ok(response.ok, String(response.status));
    };
    before(async () => {
      type Wire = WireRequest & { reviewers: unknown[]; draft: boolean; author: { username: string } };
      const wire = await ask<Wire[]>(`${STORE}/merge_requests?state=opened&per_page=50`);
      const [found] = wire.filter(
        ({ reviewers, draft, author }) => reviewers.length === 0 && !draft && author.username !== 'marek',
      );
      assert.ok(found);
      asked = found;
    });
    afterEach(async () => {
      await run('switchyard.revokeApproval', {
        target: {
          kind: 'merge-request',
          mergeRequest: { base: sandbox.info.url, project: asked.project_id, iid: asked.iid },
        },
      });
      await change({ reviewer_ids: [] });
    });

    it('moves a merge request from To Review to Waiting on Others when the review is submitted', async () => {
      const { tree: live } = await view();
      const waiting = await row('Needs Your Attention');
      live.setExpanded(waiting, true);
      const [own] = await ask<{ author: { id: number } }[]>(
        `${STORE}/merge_requests?author_username=marek&per_page=1`,
      );
      await change({ reviewer_ids: [own?.author.id] });
      await run('switchyard.refreshMergeRequests');
      const mine = (...group: string[]) => row(...group, `!${asked.iid} `).catch(() => undefined);
      await until(() => mine('Needs Your Attention', 'To Review'));
      const { url, tokens } = sandbox.info;
      const response = await fetch(`${url}/api/v4${STORE}/merge_requests/${asked.iid}/draft_notes`, {
        method: 'POST',
        body: JSON.stringify({ note: 'Looks right.' }),
        headers: { 'content-type': 'application/json', 'private-token': tokens['maintainer'] ?? '' },
      });
      assert.ok(response.ok, String(response.status));
      const key = { base: sandbox.info.url, project: asked.project_id, iid: asked.iid };
      // Any comment counts as a review on the server, but there is a pending comment.
      const { discussions } = (await world.it.parts.mergeRequestView.load()).review;
      await discussions.refresh(key);
      world.it.script.type('First question.');
      await run('switchyard.addComment', { target: { kind: 'merge-request', mergeRequest: key } });
      const reviewers = await world.it.parts.mergeRequests.refreshPart(key, 'reviewers');
      assert.ok(reviewers?.items.some(({ state }) => state === 'reviewed'));
      await live.settled();
      assert.ok(await mine('Needs Your Attention', 'To Review'));
      assert.equal(await mine('Waiting on Others'), undefined);
      await sandbox.clearRequests();
      const review = await world.it.parts.mergeRequestFeature.load();
      const given = { verdict: 'comment', summary: '', next: 'offer', sha: undefined } as const;
      await review.pageReview.submit(key, given);
      await until(() => mine('Waiting on Others'), { description: 'it is reviewed' });
      assert.equal(await mine('Needs Your Attention', 'To Review'), undefined);
      // The row moves without a request for the list, which is refreshed every few minutes.
      const lists = (await sandbox.requests()).filter(({ path }) => /\/merge_requests\?/.test(path));
      assert.deepEqual(lists, []);
      await change({ reviewer_ids: [] });
      await run('switchyard.refreshMergeRequests');
    });

    it('keeps a merge request in its group if it is reviewed elsewhere, until the user returns to the view', async () => {
      const { tree: live } = await view();
      live.setExpanded(await row('Needs Your Attention'), true);
      const [own] = await ask<{ author: { id: number } }[]>(
        `${STORE}/merge_requests?author_username=marek&per_page=1`,
      );
      await change({ reviewer_ids: [own?.author.id] });
      await run('switchyard.refreshMergeRequests');
      const mine = (...group: string[]) => row(...group, `!${asked.iid} `).catch(() => undefined);
      await until(() => mine('Needs Your Attention', 'To Review'));
      const { url, tokens } = sandbox.info;
      const response = await fetch(`${url}/api/v4${STORE}/merge_requests/${asked.iid}/approve`, {
        method: 'POST',
        headers: { 'private-token': tokens['maintainer'] ?? '' },
      });
      assert.ok(response.ok, String(response.status));
      const key = { base: url, project: asked.project_id, iid: asked.iid };
      const { mergeRequests } = world.it.parts;
      const reviewers = await mergeRequests.refreshPart(key, 'reviewers');
      assert.ok(reviewers?.items.some(({ state }) => state === 'approved'));
      await live.settled();
      assert.ok(await mine('Needs Your Attention', 'To Review'));
      assert.equal(await mine('Waiting on Others'), undefined);

      await run('workbench.view.explorer');
      await until(() => !world.it.parts.views.mergeRequests.view.visible, {
        description: 'the view is hidden',
      });
      await run('switchyard.mergeRequests.focus');
      await until(() => mine('Waiting on Others'), { description: 'it moved' });
      assert.equal(await mine('Needs Your Attention', 'To Review'), undefined);
    });

    it('updates the counts of collapsed lists on refresh, and moves a merge request when the user approves it', async () => {
      const counts = async () => {
        const lists = [await row('Review Requested'), await row('acme/storefront', 'All Open')];
        return lists.map((list) => Number(show(list).description));
      };
      const { tree: live } = await view();
      const waiting = await row('Needs Your Attention');
      live.setExpanded(waiting, true);
      await open(waiting);
      for (const at of [await row('Review Requested'), await row('acme/storefront', 'All Open')]) {
        await open(at);
        live.setExpanded(at, true);
        live.setExpanded(at, false);
      }
      const before = await counts();
      const [own] = await ask<{ author: { id: number } }[]>(
        `${STORE}/merge_requests?author_username=marek&per_page=1`,
      );
      await change({ reviewer_ids: [own?.author.id] });
      await run('switchyard.refreshMergeRequests');
      assert.deepEqual(await counts(), [(before[0] ?? 0) + 1, before[1]]);
      const mine = (...group: string[]) => row(...group, `!${asked.iid} `);
      const review = ['Needs Your Attention', 'To Review'];
      const request = await until(() => mine(...review).catch(() => undefined));
      await run('switchyard.approveMergeRequest', request);
      await until(() => mine('Waiting on Others').catch(() => undefined), { description: 'it is reviewed' });
      await assert.rejects(mine(...review));
    });
  });

  describe('threads to resolve', () => {
    let key: { base: string; project: number; iid: number };
    const threadsOf = async () => {
      type Wire = { id: string; notes: { resolvable: boolean; resolved?: boolean }[] };
      const all = await ask<Wire[]>(`${STORE}/merge_requests/${key.iid}/discussions?per_page=100`);
      return all.filter(({ notes }) => notes.some((note) => note.resolvable && note.resolved !== true));
    };
    let resolved: readonly { readonly id: string }[] = [];
    after(async () => {
      const [first] = resolved;
      type Wire = { notes: { id: number; body: string }[] };
      const at = `${STORE}/merge_requests/${key.iid}/discussions/${first?.id ?? ''}`;
      const reply = (await ask<Wire>(at)).notes.find(({ body }) => body === 'Done.');
      assert.ok(reply);
      const headers = { 'private-token': sandbox.info.tokens['maintainer'] ?? '' };
      await fetch(`${sandbox.info.url}/api/v4${at}/notes/${reply.id}`, { method: 'DELETE', headers });
      for (const { id } of resolved)
        await run('switchyard.unresolveThread', {
          target: { kind: 'thread', mergeRequest: key, discussion: id },
        });
    });

    it('shows each reply and resolved thread immediately, and removes the merge request after the last one', async () => {
      const group = await row('Needs Your Attention', 'Threads to Resolve');
      const [request] = await open(group);
      assert.ok(request?.data.kind === 'merge-request');
      const { base, project, iid } = request.data.mergeRequest;
      assert.ok(typeof project === 'number');
      key = { base, project, iid };
      const words = `!${iid} `;
      const threads = async () => {
        const rows = await open(
          await row('Needs Your Attention', 'Threads to Resolve', words, 'Discussions'),
        );
        return rows.filter(({ data }) => data.kind === 'thread');
      };
      resolved = await threadsOf();
      assert.ok(resolved.length > 0);
      const rowOf = async (id: string): Promise<ReturnType<typeof show>> => {
        const found = (await threads()).find(({ data }) => data.kind === 'thread' && data.discussion === id);
        return show(found ?? assert.fail(`no row of ${id}`));
      };
      const [first] = resolved;
      assert.ok(first);
      const before = (await rowOf(first.id)).description;
      await sandbox.clearRequests();
      const target = { kind: 'thread', mergeRequest: key, discussion: first.id };
      world.it.script.type('Done.');
      await run('switchyard.replyToThread', { target });
      await until(async () => (await rowOf(first.id)).description !== before, {
        description: 'the row counts the reply',
      });
      const replies = ({ description }: { readonly description: string }): number =>
        Number(/(\d+) repl(?:y|ies)$/.exec(description)?.[1] ?? 0);
      assert.equal(replies(await rowOf(first.id)), replies({ description: before }) + 1);
      for (const [at, { id }] of resolved.entries()) {
        assert.ok((await rowOf(id)).words.includes('canResolve'));
        await run('switchyard.resolveThread', { target: { ...target, discussion: id } });
        if (at < resolved.length - 1) await until(async () => (await rowOf(id)).words.includes('canReopen'));
      }
      await until(
        () =>
          row('Needs Your Attention', 'Threads to Resolve', words).then(
            () => false,
            () => true,
          ),
        { description: 'no thread of it is left to resolve' },
      );
      const lists = (await sandbox.requests()).filter(({ path }) => /\/merge_requests\?/.test(path));
      assert.deepEqual(lists, []);
    });
  });
});
