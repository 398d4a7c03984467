import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { Changes } from '../../../src/app/changes/changes';
import { PushHistory } from '../../../src/app/changes/push-history';
import { ReviewedVersions } from '../../../src/app/changes/reviewed-versions';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';
import { heldMemory } from '../../builders/stores';
import { withClones } from '../../builders/with-clones';
import { withSandbox } from '../../builders/with-sandbox';
import { withGitFolder } from '../../sandbox/helpers/git';

const GIFT_CARDS = 12;
const BRANCH = 'feature/gift-cards';

describe('PushHistory', () => {
  const { git, inFolder } = withGitFolder('Dana');
  const world = withSandbox();
  const clone = withClones(world, { git, inFolder });
  const stores: { dispose(): void }[] = [];
  beforeEach(async () => {
    const { tokens, url: base } = world.sandbox;
    const url = new URL(`${base}/acme/storefront.git`);
    [url.username, url.password] = ['marek', tokens.maintainer];
    await clone(url.href, '.', '--branch', BRANCH);
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) store.dispose();
    await closeAll();
  });
  function setUpHistory() {
    const { client, store, key } = actingOn(world.sandbox);
    const at = key(GIFT_CARDS);
    const reviewed = new ReviewedVersions(heldMemory());
    const clientFor = () => client;
    const changes = new Changes({ clientFor, mergeRequests: store, reviewed });
    const pushes = new PushHistory({ clientFor, changes });
    stores.push(changes, pushes, reviewed);
    /**
     * Refreshes the merge request, and returns the range from the second latest version to the latest one.
     */
    const latest = async () => {
      await store.refresh(at);
      const [to, from] = await changes.versions(at);
      assert.ok(from && to);
      return { at, from: from.id, to: to.id };
    };
    return { pushes, changes, latest };
  }
  const commit = async (...how: readonly string[]): Promise<void> => {
    await writeFile(inFolder('later.md'), `${how.join(' ')}\n`);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'Write it', ...how);
  };
  const push = () => git('push', '--quiet', '--force');

  it('distinguishes added commits, rewritten commits, and rebases', async () => {
    const { pushes, latest } = setUpHistory();
    const pushKinds: string[] = [];
    const checkPush = async (): Promise<void> => {
      const { at, from, to } = await latest();
      assert.equal(pushes.peek(at, from, to), undefined);
      const [read] = await pushes.read(at, [from], to);
      assert.ok(read);
      assert.deepEqual(pushes.peek(at, from, to), read);
      pushKinds.push(read.kind === 'added' ? `added ${read.commits}` : read.kind);
    };
    await commit();
    await commit('--allow-empty');
    await push();
    await checkPush();
    await commit('--amend');
    await push();
    await checkPush();
    await git('checkout', '--quiet', 'main');
    await writeFile(inFolder('of-main.md'), '# Of main\n');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'Write of main');
    await git('push', '--quiet', 'origin', 'main');
    await git('checkout', '--quiet', BRANCH);
    await git('rebase', '--quiet', 'main');
    await push();
    await checkPush();
    assert.deepEqual(pushKinds, ['added 2', 'rewritten', 'rebased']);
  });

  it('reads the pushes of all versions that are compared with the same one with one request', async () => {
    const { pushes, changes, latest } = setUpHistory();
    await commit();
    await push();
    const { at, to } = await latest();
    const older = (await changes.versions(at)).slice(1).map(({ id }) => id);
    assert.ok(older.length > 1);
    const before = world.sandbox.requests().length;
    assert.equal((await pushes.read(at, older, to)).length, older.length);
    await pushes.read(at, older, to);
    assert.equal(world.sandbox.requests().length, before + 1);
  });

  it('reads the pushes between older versions', async () => {
    const { pushes, changes, latest } = setUpHistory();
    await commit();
    await push();
    await commit('--amend');
    await push();
    const { at } = await latest();
    const [newest, middle, first] = await changes.versions(at);
    assert.ok(newest && middle && first);
    const [one] = await pushes.read(at, [first.id], middle.id);
    assert.deepEqual(one, { kind: 'added', commits: 1 });
    const [other] = await pushes.read(at, [middle.id], newest.id);
    assert.deepEqual(other, { kind: 'rewritten' });
  });

  it("returns unknown if the commits can't be read, and reads them again later", async () => {
    const { pushes, latest } = setUpHistory();
    await commit();
    await push();
    const { at, from, to } = await latest();
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/commits' });
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/versions/*' });
    assert.deepEqual(await pushes.read(at, [from], to), [{ kind: 'unknown' }]);
    world.sandbox.faults.clear();
    assert.deepEqual(await pushes.read(at, [from], to), [{ kind: 'added', commits: 1 }]);
  });

  it('loads a push in the background once, and fires when it is known', async () => {
    const { pushes, latest } = setUpHistory();
    await commit();
    await push();
    const { at, from, to } = await latest();
    const before = world.sandbox.requests().length;
    const known = new Promise((resolve) => pushes.onDidChange(resolve));
    pushes.load(at, from, to);
    pushes.load(at, from, to);
    assert.deepEqual(await known, at);
    pushes.load(at, from, to);
    assert.equal(world.sandbox.requests().length, before + 1);
    assert.deepEqual(pushes.peek(at, from, to), { kind: 'added', commits: 1 });
  });
});
