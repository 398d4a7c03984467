import assert from 'node:assert/strict';
import { Changes } from '../../../src/app/changes/changes';
import { FilesSinceReview } from '../../../src/app/changes/files-since-review';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';
import { startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';
import { changing, GIFT_CARDS } from './helpers/changing';

describe('the number of files since a review', () => {
  const world = changing();
  const { changesOf, cloned, commit, asked: requestCount, git } = world;

  /** Reviews the current version with the `before` files, and pushes the other files afterwards. */
  async function reviewed(files: readonly string[], before: readonly string[] = []) {
    const { changes, mergeRequests, at } = changesOf();
    await cloned();
    for (const file of before) await commit(file, `${file}\0`);
    if (before.length > 0) await mergeRequests.refresh(at);
    const [latest] = await changes.versions(at);
    const heads = new Map<MergeRequestKey, string>([[at, latest?.head_commit_sha ?? '']]);
    const counts = new FilesSinceReview({
      changes,
      reviewed: { lastHead: (key) => heads.get(key) },
      log: { warn: () => undefined },
    });
    for (const file of files) await commit(file, `# ${file}\n`);
    const head = (await mergeRequests.refresh(at)).sha ?? '';
    return { at, counts, head, heads };
  }
  const next = (counts: FilesSinceReview): Promise<MergeRequestKey> =>
    new Promise((resolve) => {
      const subscription = counts.onDidChange((key) => {
        subscription.dispose();
        resolve(key);
      });
    });

  it('is loaded once for each head', async () => {
    const { at, counts, head } = await reviewed(['one.md', 'two.md']);
    const loaded = next(counts);
    assert.equal(counts.countOf(at, head), undefined);
    assert.equal(counts.countOf(at, head), undefined);
    assert.equal(await loaded, at);
    const before = requestCount();
    assert.equal(counts.countOf(at, head), 2);
    assert.equal(requestCount(), before);
    counts.clear();
    const again = next(counts);
    assert.equal(counts.countOf(at, head), undefined);
    await again;
    assert.equal(counts.countOf(at, head), 2);
    counts.dispose();
  });

  it("doesn't contain files that were only rebased", async () => {
    const { at, counts, head, heads } = await reviewed(['one.md']);
    heads.set(at, head);
    await git('fetch', '--quiet', 'origin', 'main');
    await git('rebase', '--quiet', '--force-rebase', 'HEAD~1');
    await git('commit', '--quiet', '--amend', '--message', 'Same files');
    await git('push', '--quiet', '--force');
    const rebased = (await git('rev-parse', 'HEAD')).trim();
    const loaded = next(counts);
    assert.equal(counts.countOf(at, rebased), undefined);
    await loaded;
    assert.equal(counts.countOf(at, rebased), 0);
    counts.dispose();
  });

  it("doesn't contain binary files that are the same", async () => {
    const { at, counts, head } = await reviewed(['later.md'], ['a.bin', 'b.bin', 'c.bin']);
    const loaded = next(counts);
    assert.equal(counts.countOf(at, head), undefined);
    await loaded;
    assert.equal(counts.countOf(at, head), 1);
    counts.dispose();
  });

  it('sends no request without a review, and for the reviewed head', async () => {
    const { at, counts, head, heads } = await reviewed([]);
    const before = requestCount();
    assert.equal(counts.countOf(at, head), undefined);
    heads.clear();
    assert.equal(counts.countOf(at, 'f'.repeat(40)), undefined);
    assert.equal(requestCount(), before);
    counts.dispose();
  });

  it("isn't delayed by another server that doesn't respond", async () => {
    const slow = await startSandbox({ still: true });
    try {
      slow.faults.add({ kind: 'slow', ms: 600_000, path: '**/versions*' });
      const { client, store, key } = actingOn(world.sandbox);
      const { client: slowClient } = actingOn(slow);
      const changes = new Changes({
        clientFor: (base) => (base === slow.url ? slowClient : client),
        mergeRequests: store,
        reviewed: { last: () => undefined, onDidChange: new Emitter<MergeRequestKey>().event },
      });
      world.stores.push(changes);
      const at = key(GIFT_CARDS);
      const [version] = await changes.versions(at);
      const warnings: string[] = [];
      const counts = new FilesSinceReview({
        changes,
        reviewed: { lastHead: () => version?.head_commit_sha ?? '' },
        log: { warn: (text) => warnings.push(text) },
      });
      await cloned();
      await commit('one.md', '# One\n');
      const head = (await store.refresh(at)).sha ?? '';
      assert.equal(counts.countOf({ ...at, base: slow.url }, head), undefined);
      const loaded = next(counts);
      assert.equal(counts.countOf(at, head), undefined);
      assert.equal(await loaded, at);
      assert.equal(counts.countOf(at, head), 1);
      // The other server hasn't responded, and the request hasn't timed out.
      assert.deepEqual(warnings, []);
      counts.dispose();
    } finally {
      await closeAll();
      await slow.close();
    }
  });

  it('stays unknown if the server has no such version, or a request fails', async () => {
    const { at, counts, head, heads } = await reviewed(['one.md', 'two.md']);
    const reviewedHead = heads.get(at) ?? '';
    const loaded: MergeRequestKey[] = [];
    counts.onDidChange((key) => loaded.push(key));
    heads.set(at, 'e'.repeat(40));
    assert.equal(counts.countOf(at, head), undefined);
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/versions/*', next: 1 });
    heads.set(at, reviewedHead);
    assert.equal(counts.countOf(at, head), undefined);
    // Comparisons run one after the other, so the earlier ones have finished when this one has.
    heads.set(at, (await git('rev-parse', 'HEAD~1')).trim());
    const last = next(counts);
    assert.equal(counts.countOf(at, head), undefined);
    await last;
    assert.equal(counts.countOf(at, head), 1);
    assert.deepEqual(loaded, [at]);
    counts.dispose();
  });
});
