import assert from 'node:assert/strict';
import { Changes } from '../../../src/app/changes/changes';
import { ALL_CHANGES } from '../../../src/app/changes/chosen-ranges';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';
import { clientOf } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { actingOn } from '../../builders/acting';
import { alteredServer } from '../../builders/altered-server';
import { BRANCH, changing, GIFT_CARDS } from './helpers/changing';

describe('Changes', () => {
  const world = changing();
  const { git, changesOf, cloned, commit, asked: requestCount } = world;

  it('reads the changes once', async () => {
    const { changes, at } = changesOf();
    assert.equal(changes.peek(at), undefined);
    const set = await changes.whole(at);
    assert.ok(set.files.length > 0);
    assert.deepEqual([set.complete, set.overflow, set.failure], [true, false, undefined]);
    assert.ok(set.refs);
    assert.equal(set.range.from, undefined);
    const before = requestCount();
    assert.deepEqual((await changes.get(at)).files, set.files);
    assert.deepEqual(changes.peek(at)?.files, set.files);
    assert.equal(requestCount(), before, 'nothing is asked twice');
    assert.equal(new Set(set.files.map(({ path }) => path)).size, set.files.length);
  });

  it('starts with the changes since the last review', async () => {
    const { changes, mergeRequests, at, review } = changesOf();
    const [reviewed] = await changes.versions(at);
    const all = await changes.whole(at);
    assert.ok(reviewed);
    review(reviewed.id);
    assert.equal((await changes.whole(at)).range.from, undefined, 'nothing is new yet');
    await cloned();
    await commit('later.md', '# Later\n');
    await mergeRequests.refresh(at);
    const since = await changes.whole(at);
    assert.equal(since.range.from, reviewed.id);
    assert.deepEqual(
      since.files.map(({ path, comparison }) => [path, comparison]),
      [['later.md', 'new']],
    );
    changes.setRange(at, { from: undefined, to: since.range.to });
    assert.equal((await changes.whole(at)).files.length, all.files.length + 1);
    changes.setRange(at, undefined);
    assert.equal(changes.range(at)?.from, reviewed.id);
  });

  it('follows the latest version if all changes are selected', async () => {
    const { changes, mergeRequests, at } = changesOf();
    const [before] = await changes.versions(at);
    const files = (await changes.whole(at)).files.length;
    changes.setRange(at, ALL_CHANGES);
    await cloned();
    await commit('later.md', '# Later\n');
    await mergeRequests.refresh(at);
    const now = await changes.whole(at);
    assert.equal(now.files.length, files + 1);
    assert.notEqual(now.range.to, before?.id);
    assert.deepEqual([changes.isChosen(at), changes.newerVersions(at)], [true, 0]);
  });

  it('keeps the selected versions, and reports newer ones', async () => {
    const { changes, mergeRequests, at } = changesOf();
    const [chosen] = await changes.versions(at);
    assert.ok(chosen);
    changes.setRange(at, { from: undefined, to: chosen.id });
    await changes.whole(at);
    assert.equal(changes.newerVersions(at), 0);
    await cloned();
    for (const text of ['# Later\n', '# Later still\n']) {
      await commit('later.md', text);
      await mergeRequests.refresh(at);
    }
    const newerCounts: number[] = [];
    changes.onDidChange(() => newerCounts.push(changes.newerVersions(at)));
    assert.equal((await changes.whole(at)).range.to, chosen.id);
    assert.equal(changes.newerVersions(at), 2);
    assert.deepEqual(newerCounts, [2], 'whoever shows them hears of it, though no file is read');
    changes.setRange(at, { from: chosen.id, to: 999_999 });
    assert.equal(changes.isChosen(at), false, 'there is no such version');
    assert.equal(changes.newerVersions(at), 0);
  });

  it('lists versions without a head commit', async () => {
    const server = await alteredServer(world.sandbox.url, (path, value) =>
      /\/versions(\?|$)/.test(path) && Array.isArray(value)
        ? [...(value as unknown[]), { id: 1, head_commit_sha: null, base_commit_sha: null, created_at: null }]
        : value,
    );
    try {
      const token = () => Promise.resolve(world.sandbox.tokens.maintainer);
      const { client } = clientOf(server.url, { credential: { kind: 'personal', token } });
      const mergeRequests = new MergeRequests(() => client);
      const reviewed = { last: () => undefined, onDidChange: new Emitter<MergeRequestKey>().event };
      const changes = new Changes({ clientFor: () => client, mergeRequests, reviewed });
      world.stores.push(changes);
      const at = { base: server.url, project: 1, iid: GIFT_CARDS };
      const versions = await changes.versions(at);
      assert.equal(versions.at(-1)?.id, 1);
      assert.equal(changes.versionNumber(at, versions[0]?.id), versions.length);
      assert.ok((await changes.whole(at)).files.length > 0);
    } finally {
      await server.close();
    }
  });

  it('omits the changes of a rebase', async () => {
    const { changes, mergeRequests, at, review } = changesOf();
    const [reviewed] = await changes.versions(at);
    assert.ok(reviewed);
    review(reviewed.id);
    await cloned();
    await git('checkout', '--quiet', 'main');
    await commit('of-main.md', '# Of main\n', 'origin', 'HEAD:main');
    await git('checkout', '--quiet', BRANCH);
    await git('rebase', '--quiet', 'main');
    await git('push', '--quiet', '--force');
    await mergeRequests.refresh(at);
    const since = await changes.whole(at);
    assert.equal(since.range.from, reviewed.id);
    assert.notEqual(since.refs?.base, since.fromRefs?.base);
    assert.deepEqual(
      since.files.filter(({ comparison }) => comparison !== 'rebased').map(({ path }) => path),
      [],
    );
  });

  it('reads the current diff if the server has no versions', async () => {
    const expected = (await changesOf().changes.whole(actingOn(world.sandbox).key(GIFT_CARDS))).files;
    world.sandbox.faults.add({ kind: 'status', status: 404, path: '**/versions' });
    const { changes, at } = changesOf();
    const set = await changes.whole(at);
    assert.deepEqual(set.range, { from: undefined, to: undefined });
    assert.ok(set.refs, 'the merge request itself tells its commits');
    assert.deepEqual(
      set.files.map(({ path, patchKey }) => [path, patchKey]),
      expected.map(({ path, patchKey }) => [path, patchKey]),
    );
  });

  it('can be retried after an error', async () => {
    const { changes, at } = changesOf();
    await changes.versions(at);
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/diffs' });
    await assert.rejects(changes.get(at));
    world.sandbox.faults.clear();
    assert.ok((await changes.get(at)).files.length > 0);
  });

  it('reads the changes again once the server has prepared them', async () => {
    let isReady = false;
    const server = await startServer(({ url }, response) => {
      const { pathname } = new URL(url, 'http://server');
      const [base_sha, head] = ['a'.repeat(40), 'c'.repeat(40)];
      const version = { id: 3, head_commit_sha: head, base_commit_sha: base_sha, start_commit_sha: base_sha };
      const entry = { old_path: 'a.ts', new_path: 'a.ts', diff: '@@ -1 +1 @@\n-a\n+b\n' };
      const refs = isReady ? { base_sha, start_sha: base_sha, head_sha: head } : {};
      const of = { id: 1, iid: 7, project_id: 1, title: 'New', state: 'opened', sha: head, diff_refs: refs };
      if (pathname.endsWith('/versions')) sendJson(response, isReady ? [version] : []);
      else if (pathname.endsWith('/diffs')) sendJson(response, isReady ? [entry] : []);
      else sendJson(response, of);
    });
    const { client } = clientOf(server.url);
    const mergeRequests = new MergeRequests(() => client);
    const reviewed = { last: () => undefined, onDidChange: new Emitter<MergeRequestKey>().event };
    const changes = new Changes({ clientFor: () => client, mergeRequests, reviewed });
    world.stores.push(changes);
    const at = { base: server.url, project: 1, iid: 7 };
    assert.deepEqual((await changes.whole(at)).files, []);
    isReady = true;
    await mergeRequests.refresh(at);
    const now = await changes.whole(at);
    assert.deepEqual(
      now.files.map(({ path }) => path),
      ['a.ts'],
    );
    assert.equal(now.range.to, 3);
  });

  it('reads pages of 100 files, and returns the files that were read so far', async () => {
    const count = 250;
    let holdLast: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (holdLast = resolve));
    const server = await startServer(({ url }, response) => {
      const address = new URL(url, 'http://server');
      if (address.pathname.endsWith('/versions')) {
        sendJson(response, []);
        return;
      }
      if (!address.pathname.endsWith('/diffs')) {
        const refs = { base_sha: 'a'.repeat(40), start_sha: 'b'.repeat(40), head_sha: 'c'.repeat(40) };
        const of = { id: 1, iid: 7, project_id: 1, title: 'Big', state: 'opened', sha: 'c'.repeat(40) };
        sendJson(response, { ...of, diff_refs: refs, changes_count: '1000+' });
        return;
      }
      assert.equal(address.searchParams.get('per_page'), '100');
      const page = Number(address.searchParams.get('page') ?? 1);
      const length = Math.min(100, count - (page - 1) * 100);
      const entries = Array.from({ length }, (_, index) => {
        const path = `src/file-${(page - 1) * 100 + index}.ts`;
        return {
          old_path: path,
          new_path: path,
          a_mode: '100644',
          b_mode: '100644',
          diff: '@@ -1 +1 @@\n-a\n+b\n',
        };
      });
      address.searchParams.set('page', String(page + 1));
      const link = `<${server.url}${address.pathname}${address.search}>; rel="next"`;
      const send = (): void => {
        sendJson(response, entries, 200, page < 3 ? { link } : {});
      };
      if (page < 3) send();
      else void held.then(send);
    });
    const { client } = clientOf(server.url);
    const mergeRequests = new MergeRequests(() => client);
    const changes = new Changes({
      clientFor: () => client,
      mergeRequests,
      reviewed: { last: () => undefined, onDidChange: new Emitter<MergeRequestKey>().event },
    });
    world.stores.push(changes);
    const at = { base: server.url, project: 1, iid: 7 };
    const first = await changes.get(at);
    assert.equal(first.complete, false);
    assert.ok(first.files.length >= 100 && first.files.length <= 200);
    holdLast?.();
    const all = await changes.whole(at);
    assert.deepEqual([all.files.length, all.complete, all.overflow], [count, true, true]);
    assert.equal(server.requests.filter(({ url }) => url.includes('/diffs')).length, 3);
    const giving = new AbortController();
    giving.abort();
    await assert.rejects(changes.get(at, { signal: giving.signal }));
  });
});
