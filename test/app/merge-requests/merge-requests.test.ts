import assert from 'node:assert/strict';
import { updateMergeRequest } from '../../../src/api/endpoints/merge-requests';
import { isCanceled } from '../../../src/api/errors';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import type { MergeRequestQuery } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { actingOn } from '../../builders/acting';

const mergeRequest = (iid: number, facts: Readonly<Record<string, unknown>> = {}) => ({
  id: 1_000 + iid,
  iid,
  project_id: 1,
  title: `Number ${iid}`,
  state: 'opened',
  ...facts,
});

describe('MergeRequests', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await sandbox.close();
  });
  afterEach(async () => {
    sandbox.faults.clear();
    await closeAll();
  });

  const open = (base: string): MergeRequestQuery => ({
    place: { kind: 'project', base, project: 1 },
    filters: { state: 'opened' },
  });
  const gets = (): number => sandbox.requests().filter(({ method }) => method === 'GET').length;

  it('reads a list once, and again on request', async () => {
    const { store, changes } = actingOn(sandbox);
    const before = gets();
    const [list, same] = await Promise.all([store.list(open(sandbox.url)), store.list(open(sandbox.url))]);
    assert.equal(list, same);
    assert.ok(list.items.length > 5);
    await store.list(open(sandbox.url));
    assert.equal(gets() - before, 1);
    assert.deepEqual(changes, [{ kind: 'list', list: list.id }]);
    await store.refreshList(open(sandbox.url));
    assert.equal(gets() - before, 2);
    assert.equal(changes.length, 1, 'unchanged data causes no event');
  });

  it('returns a merge request of a list, and more fields after reading it', async () => {
    const { store, key } = actingOn(sandbox);
    await store.list(open(sandbox.url));
    assert.equal(store.peek(key(12))?.title, 'Pay with a gift card');
    assert.equal(store.isRead(key(12)), false);
    assert.equal(store.peek({ ...key(12), base: 'https://elsewhere.example' }), undefined);
    const detail = await store.get(key(12));
    assert.equal(store.isRead(key(12)), true);
    assert.notEqual(detail.diverged_commits_count, undefined);
    const before = gets();
    assert.equal(await store.get(key(12)), store.peek(key(12)));
    assert.equal(gets(), before);
  });

  it('updates the lists that contain a changed merge request', async () => {
    const { store, key, changes } = actingOn(sandbox);
    const list = await store.list(open(sandbox.url));
    const detail = await store.get(key(14));
    changes.length = 0;
    store.apply(key(14), { ...detail, title: 'Another title' });
    assert.equal(list.items.find(({ iid }) => iid === 14)?.title, 'Another title');
    assert.deepEqual(changes, [
      { kind: 'merge-request', key: key(14) },
      { kind: 'list', list: list.id },
    ]);
    changes.length = 0;
    store.apply(key(14), { ...detail, title: 'Another title' });
    assert.deepEqual(changes, []);
  });

  it("reads parts once, and returns undefined for a part that the server doesn't have", async () => {
    const { store, key } = actingOn(sandbox);
    sandbox.faults.add({ kind: 'status', status: 404, path: '**/approvals' });
    assert.equal(await store.part(key(12), 'approvals'), undefined);
    const before = gets();
    assert.equal(await store.part(key(12), 'approvals'), undefined);
    assert.equal(gets(), before);
    const commits = await store.part(key(12), 'commits');
    assert.ok(commits !== undefined && commits.items.length > 0 && !commits.cut);
    assert.deepEqual(
      (await store.part(key(12), 'closes'))?.items.map(({ id }) => typeof id),
      ['number', 'number'],
    );
    store.outdated(key(12), 'commits');
    assert.equal(store.peekPart(key(12), 'commits'), undefined);
  });

  it('polls retained lists, and retained merge requests whose merge check is running', async () => {
    const { store, key } = actingOn(sandbox);
    const list = store.retainList(open(sandbox.url));
    store.retain(key(22));
    store.retain(key(14));
    assert.equal(store.pace(), 'idle');
    await store.poll({}, false);
    assert.equal(store.peek(key(22))?.detailed_merge_status, 'checking');
    assert.equal(store.pace(), 'live');
    sandbox.advance(2_000);
    const before = gets();
    await store.poll({}, false);
    assert.equal(gets() - before, 1, 'the one that moves; the list was read just now');
    assert.equal(store.pace(), 'idle');
    list.dispose();
    await store.poll({}, false);
    assert.equal(gets() - before, 1);
    await store.poll({}, true);
    assert.equal(gets() - before, 4, 'both, and the list that was closed: its row shows how many it has');
  });

  describe('for closed lists whose count is still shown', () => {
    const created = (base: string): MergeRequestQuery => ({
      place: { kind: 'project', base, project: 1 },
      filters: { state: 'opened', labels: ['counted'] },
    });
    const count = (store: MergeRequests): number | undefined =>
      store.peekList(created(sandbox.url))?.items.length;

    it('updates them when refreshing', async () => {
      const { store, client } = actingOn(sandbox);
      store.retainList(open(sandbox.url));
      await store.list(created(sandbox.url));
      assert.equal(count(store), 0);
      await client.call(updateMergeRequest, { id: 1, merge_request_iid: 14, add_labels: ['counted'] });
      await store.poll({}, true);
      assert.equal(count(store), 1);
    });

    it('updates them after an action', async () => {
      const { store, actions, key } = actingOn(sandbox);
      await store.list(created(sandbox.url));
      const [{ iid } = { iid: 0 }] = store.peekList(created(sandbox.url))?.items ?? [];
      const notified = new Promise<void>((resolve) => {
        store.onDidChange(() => {
          if (count(store) === 0) resolve();
        });
      });
      await actions.run('close', key(iid));
      await notified;
      await actions.run('reopen', key(iid));
    });

    it('removes them if there are too many to be updated', async () => {
      const { store } = actingOn(sandbox);
      const first = created(sandbox.url);
      await store.list(first);
      for (let more = 0; more < 8; more++)
        await store.list({ ...first, filters: { state: 'opened', labels: [`other ${more}`] } });
      await store.poll({}, true);
      assert.equal(store.peekList(first), undefined);
    });
  });

  it('fails a poll if one of its requests fails, but applies the others', async () => {
    const { store, key } = actingOn(sandbox);
    store.retainList(open(sandbox.url));
    store.retain(key(99_999));
    await assert.rejects(store.poll({}, false), /not-found/);
    assert.ok(store.peekList(open(sandbox.url)));
  });

  it('fires when the account changes, and ignores responses of the previous account', async () => {
    const { store, key, changes } = actingOn(sandbox);
    const list = await store.list(open(sandbox.url));
    await store.get(key(12));
    const late = store.refresh(key(14));
    const lateList = store.refreshList(open(sandbox.url));
    changes.length = 0;
    store.clear();
    assert.deepEqual(changes, [
      { kind: 'list', list: list.id },
      { kind: 'merge-request', key: key(12) },
      { kind: 'merge-request', key: key(14) },
    ]);
    await Promise.all([late, lateList]);
    assert.equal(changes.length, 3);
    assert.equal(store.peek(key(14)), undefined);
    assert.equal(store.peekList(open(sandbox.url)), undefined);
  });

  it('evicts unretained merge requests over 60', async () => {
    const { store, key, changes } = actingOn(sandbox);
    const detail = await store.get(key(12));
    const held = store.retain(key(12));
    for (let iid = 100; iid < 170; iid++) store.apply(key(iid), { ...detail, id: iid, iid });
    assert.ok(store.isRead(key(12)), 'it is held');
    assert.equal(store.isRead(key(100)), false);
    assert.ok(store.isRead(key(169)));
    held.dispose();
    store.apply(key(170), { ...detail, id: 170, iid: 170 });
    assert.equal(store.isRead(key(12)), false);
    assert.ok(changes.length > 0);
  });

  it('ignores an outdated response', async () => {
    const responders: ((title: string) => void)[] = [];
    const server = await startServer((_request, response) => {
      responders.push((title) => {
        sendJson(response, mergeRequest(7, { title }));
      });
      arrived?.();
    });
    let arrived: (() => void) | undefined;
    const waitForRequests = (count: number): Promise<void> =>
      new Promise((resolve) => {
        arrived = () => {
          if (responders.length >= count) resolve();
        };
        arrived();
      });
    const { client } = clientOf(server.url);
    const store = new MergeRequests(() => client);
    const key = { base: server.url, project: 1, iid: 7 };
    const first = store.refresh(key);
    await waitForRequests(1);
    const second = store.refresh(key);
    await waitForRequests(2);
    responders[1]?.('newer');
    await second;
    responders[0]?.('older');
    assert.equal((await first).title, 'newer', 'who asked gets what is known');
    assert.equal(store.peek(key)?.title, 'newer');

    const third = store.refresh(key);
    await waitForRequests(3);
    store.deleted(key);
    responders[2]?.('of the dead');
    await third;
    assert.equal(store.peek(key), undefined);
  });

  it("doesn't cancel a shared request when one caller cancels", async () => {
    let respond: (() => void) | undefined;
    let arrived: (() => void) | undefined;
    const server = await startServer((_request, response) => {
      respond = () => {
        sendJson(response, [mergeRequest(7)]);
      };
      arrived?.();
    });
    const { client } = clientOf(server.url);
    const store = new MergeRequests(() => client);
    const stop = new AbortController();
    const requestArrived = new Promise<void>((resolve) => (arrived = resolve));
    const first = store.list(open(server.url), { signal: stop.signal });
    const second = store.list(open(server.url));
    await requestArrived;
    stop.abort();
    await assert.rejects(first, (error) => isCanceled(error));
    respond?.();
    assert.equal((await second).items.length, 1);
    assert.equal(server.requests.length, 1);
  });
});
