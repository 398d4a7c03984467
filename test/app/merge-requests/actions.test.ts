import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isApiError } from '../../../src/api/errors';
import { type MergeRequestActed, MergeRequestActions } from '../../../src/app/merge-requests/actions';
import { HeadMovedError } from '../../../src/app/merge-requests/head-moved';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { systemClock } from '../../../src/base/clock';
import {
  DraftUnchangedError,
  MergeRequestActionFailedError,
  MergeRequestBusyError,
  MergeRequestRefusedError,
} from '../../../src/domain/merge-requests/action-errors';
import { explain } from '../../../src/presentation/shared/error-messages';
import { clientOf } from '../../api/helpers/client';
import { actingOn, writesTo } from '../../builders/acting';
import {
  CART_PAGE,
  CLOSED,
  CONFLICTING,
  CURRENCY,
  GIFT_CARDS,
  PAYMENTS,
  TYPOS,
  withMergeRequests,
} from './helpers/acting';

describe('MergeRequestActions', () => {
  const world = withMergeRequests();
  const { git, pushTo, expected } = world;

  it('merges the given commit with the given options', async () => {
    const { actions, key, tested, store } = actingOn(world.sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    const options = {
      sha,
      squash: true,
      squashMessage: 'One',
      mergeMessage: 'Two',
      removeSourceBranch: true,
    };
    const merged = await actions.merge(at, options);
    assert.equal(merged.state, 'merged');
    assert.equal(store.peek(at)?.state, 'merged');
    assert.equal(merged.merge_user?.username, 'marek');
    assert.ok(merged.squash_commit_sha);
  });

  it("doesn't merge if commits were pushed, and reports them", async () => {
    const { actions, key, tested, store } = actingOn(world.sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    const head = await pushTo('acme/payments', 'fix/currency', 'Know the krona');
    const moved = await expected(actions.merge(at, { sha }), HeadMovedError);
    assert.deepEqual([moved.iid, moved.expected, moved.head, moved.rewritten], [CURRENCY, sha, head, false]);
    assert.deepEqual(
      moved.commits.map(({ title }) => title),
      ['Know the krona'],
    );
    assert.ok(isApiError(moved.cause, 'conflict'));
    assert.equal((await store.refresh(at)).state, 'opened');
    assert.equal((await actions.merge(at, { sha: head })).state, 'merged', 'after looking again');
  });

  it('reports pushed commits even if the server rejects the merge because of their pipeline', async () => {
    const { actions, key, tested } = actingOn(world.sandbox);
    const at = key(GIFT_CARDS);
    const { sha, detailed_merge_status: status } = await tested(at);
    assert.ok(sha);
    assert.equal(status, 'mergeable');
    const head = await pushTo('acme/storefront', 'feature/gift-cards', 'Say more');
    const moved = await expected(actions.merge(at, { sha }), HeadMovedError);
    assert.equal(moved.head, head);
    assert.ok(isApiError(moved.cause, 'method-not-allowed'));
  });

  it('distinguishes a rewritten branch from one with new commits', async () => {
    const { actions, key, tested } = actingOn(world.sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    await pushTo('acme/payments', 'fix/currency', 'Know the krona');
    await git('reset', '--quiet', '--soft', 'HEAD~2');
    await git('commit', '--quiet', '--message', 'Know two more');
    await git('push', '--quiet', '--force');
    const moved = await expected(actions.merge(at, { sha }), HeadMovedError);
    assert.equal(moved.rewritten, true);
    assert.deepEqual(
      moved.commits.map(({ title }) => title),
      ['Know two more'],
    );
  });

  it('reports the error of the server if nothing was pushed', async () => {
    const { key, tested, actions } = actingOn(world.sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    world.sandbox.faults.add({ kind: 'status', method: 'PUT', path: '**/merge', status: 401, next: 1 });
    const failed = await expected(actions.merge(at, { sha }), MergeRequestActionFailedError);
    assert.deepEqual([failed.action, failed.iid], ['merge', CURRENCY]);
    assert.ok(isApiError(failed.cause, 'unauthorized'));
  });

  it("sends nothing if the user isn't allowed to merge", async () => {
    const { key, tested, actions } = actingOn(world.sandbox, 'reporter');
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    const refused = await expected(actions.merge(at, { sha }), MergeRequestRefusedError);
    assert.equal(refused.reason, 'may-not-merge');
  });

  it('sets and cancels auto-merge while the pipeline is running', async () => {
    const { actions, key, tested, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    await actions.createPipeline(at);
    const { sha, detailed_merge_status: status } = await tested(at);
    assert.ok(sha);
    assert.equal(status, 'ci_still_running');
    await expected(actions.merge(at, { sha }), MergeRequestRefusedError);
    const set = await actions.merge(at, { sha, auto: true });
    assert.deepEqual([set.state, set.merge_when_pipeline_succeeds], ['opened', true]);
    const again = await expected(actions.merge(at, { sha, auto: true }), MergeRequestRefusedError);
    assert.equal(again.reason, 'auto-merge-set');
    assert.equal(await actions.run('cancelAutoMerge', at), 'done');
    assert.equal((await store.refresh(at)).merge_when_pipeline_succeeds, false);
  });

  it('reports the merge request before and after an action', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(GIFT_CARDS);
    const before = await store.get(at);
    const acted = new Promise<MergeRequestActed>((resolve) => actions.onDidAct(resolve));
    await actions.run('close', at);
    const event = await acted;
    assert.deepEqual([event.key, event.action], [at, 'close']);
    assert.deepEqual([event.before?.state, event.before?.updated_at], ['opened', before.updated_at]);
    assert.equal(event.after.state, 'closed');
    assert.ok(Date.parse(event.after.updated_at ?? '') >= Date.parse(before.updated_at ?? ''));
  });

  it('closes and reopens a merge request', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    await actions.run('close', at);
    assert.equal(store.peek(at)?.state, 'closed');
    const refused = await expected(actions.run('close', at), MergeRequestRefusedError);
    assert.equal(refused.reason, 'not-open');
    await actions.run('reopen', at);
    assert.equal(store.peek(at)?.state, 'opened');
  });

  it('changes the draft state based on the current title', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const somebodyElse = actingOn(world.sandbox, 'owner');
    const at = key(CART_PAGE);
    assert.ok((await store.refresh(at)).draft);
    await somebodyElse.actions.edit(at, { title: 'Draft: Rework the page' });
    await actions.run('markReady', at);
    assert.deepEqual([store.peek(at)?.title, store.peek(at)?.draft], ['Rework the page', false]);
    await actions.run('markDraft', at);
    assert.equal(store.peek(at)?.title, 'Draft: Rework the page');
  });

  it('replaces older draft prefixes of titles', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    await actions.edit(at, { title: 'WIP: Fix typos' });
    await actions.run('markDraft', at);
    assert.deepEqual([store.peek(at)?.title, store.peek(at)?.draft], ['Draft: Fix typos', true]);
    await actions.edit(at, { title: 'Draft - Fix typos' });
    await actions.run('markReady', at);
    assert.deepEqual([store.peek(at)?.title, store.peek(at)?.draft], ['Fix typos', false]);
  });

  it('fails if the server returns the opposite draft state', async () => {
    const { store, key } = actingOn(world.sandbox);
    const request = { ...(await store.get(key(TYPOS))), draft: false, title: 'As it was' };
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(request));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { client } = clientOf(`http://127.0.0.1:${port}`);
    const other = new MergeRequests(() => client);
    const actions = new MergeRequestActions(() => client, other, systemClock);
    const failed = await expected(actions.run('markDraft', key(TYPOS)), DraftUnchangedError);
    assert.match(
      explain(failed).why,
      new RegExp(`^The server still lists !${TYPOS} as ready. Its title is "As it was".$`),
    );
    server.closeAllConnections();
    server.close();
  });

  it('refreshes the merge request before rejecting an action', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const somebodyElse = actingOn(world.sandbox, 'owner');
    const at = key(CLOSED);
    assert.equal((await store.refresh(at)).state, 'closed');
    await somebodyElse.actions.run('reopen', at);
    assert.equal(store.peek(at)?.state, 'closed', 'as it was read');
    await actions.run('close', at);
    assert.equal(store.peek(at)?.state, 'closed');
  });

  it("sends nothing for an action that isn't allowed", async () => {
    const { actions, key, tested } = actingOn(world.sandbox);
    const at = key(CONFLICTING);
    const { sha } = await tested(at);
    assert.ok(sha);
    const refused = await expected(actions.merge(at, { sha }), MergeRequestRefusedError);
    assert.deepEqual([refused.action, refused.reason], ['merge', 'conflicts']);
    await expected(actions.run('reopen', at), MergeRequestRefusedError);
    assert.deepEqual(writesTo(world.sandbox), []);
  });

  it('returns "already" if nothing changes', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    assert.equal(await actions.run('addTodo', at), 'done');
    assert.equal(await actions.run('addTodo', at), 'already');
    await store.refresh(at);
    const first = await actions.run('subscribe', at).catch((error: unknown) => error);
    const other = actingOn(world.sandbox);
    // Another window whose merge request is outdated.
    other.store.apply(at, { ...(await other.store.get(at)), subscribed: false });
    assert.ok(first === 'done' || first instanceof MergeRequestRefusedError);
    const second = await other.actions.run('subscribe', at);
    assert.equal(second, 'already');
    assert.equal(await actions.run('unsubscribe', at), 'done');
  });

  it('deletes a merge request and removes it from lists', async () => {
    const { actions, key, store } = actingOn(world.sandbox, 'owner');
    const at = key(TYPOS);
    const query = {
      place: { kind: 'project', base: world.sandbox.url, project: 1 },
      filters: { state: 'all' },
    } as const;
    const list = await store.list(query);
    assert.ok(list.items.some(({ iid }) => iid === TYPOS));
    await actions.run('delete', at);
    assert.equal(store.peek(at), undefined);
    assert.ok(!list.items.some(({ iid }) => iid === TYPOS));
    const failed = await expected(actions.run('close', at), MergeRequestActionFailedError);
    assert.ok(isApiError(failed.cause, 'not-found'));
  });

  it('runs one action at a time', async () => {
    const { actions, key } = actingOn(world.sandbox);
    const at = key(TYPOS);
    const events: string[] = [];
    actions.onDidChangeBusy(({ iid }) => events.push(`${iid} ${actions.doing(at) ?? 'free'}`));
    const first = actions.run('close', at);
    const busy = await expected(actions.run('markDraft', at), MergeRequestBusyError);
    assert.equal(busy.doing, 'close');
    await first;
    assert.deepEqual(events, ['17 close', '17 free']);
    assert.equal(writesTo(world.sandbox).length, 1);
  });

  it('returns the commit of a merge preview', async () => {
    const { actions, key, tested } = actingOn(world.sandbox);
    await tested(key(GIFT_CARDS));
    assert.match(await actions.previewMerge(key(GIFT_CARDS)), /^[0-9a-f]{40}$/);
    await tested(key(CONFLICTING));
    const failed = await expected(actions.previewMerge(key(CONFLICTING)), MergeRequestActionFailedError);
    assert.ok(isApiError(failed.cause, 'bad-request'));
  });

  it('refreshes the merge request after the server rejected an action', async () => {
    const { actions, key, store } = actingOn(world.sandbox);
    const at = key(TYPOS);
    await store.refresh(at);
    world.sandbox.faults.add({ kind: 'status', method: 'PUT', path: '**', status: 405, next: 1 });
    const before = world.sandbox.requests().length;
    await expected(actions.run('close', at), MergeRequestActionFailedError);
    const sentMethods = (): string[] =>
      world.sandbox
        .requests()
        .slice(before)
        .map(({ method }) => method);
    // Don't refresh here: the request could be shared with the expected one.
    while (sentMethods().length < 2) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(sentMethods(), ['PUT', 'GET']);
  });
});
