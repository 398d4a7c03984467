import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { HiddenWorktrees } from '../../../src/ui/git/editor/hidden-worktrees';
import { gitWorkDeps } from '../../builders/git-extension';
import { sampleOf } from '../../fuzz-runs';
import { BRANCH, CONFLICTING, withResolving } from './helpers/resolving';

const PLACES = ['worktree', 'checkout'] as const;
const MARKER = /^(<{7}|>{7})/m;
const FILE = 'src/cart/price.ts';
const MESSAGE = `Merge branch 'main' into '${BRANCH}'\n\n# Conflicts:\n#   ${FILE}`;

describe('ConflictResolution', () => {
  const { run, clone, inFolder, inClone, write, remoteUrl, checkedOut, resolving, snapshot, worktreeRoot } =
    withResolving();

  /** Adds commits to the source branch that conflict with the target branch too. */
  async function pushed(...texts: readonly string[]): Promise<void> {
    await clone(remoteUrl(), 'other', '--branch', BRANCH);
    for (const text of texts) {
      await run('-C', 'other', 'rm', '-q', '--', FILE);
      await run('-C', 'other', 'commit', '-q', '-m', `Remove for ${text}`);
      await writeFile(`${inFolder('other')}/${FILE}`, text);
      await run('-C', 'other', 'add', '--all');
      await run('-C', 'other', 'commit', '-q', '-m', text);
    }
    await run('-C', 'other', 'push', '-q');
  }

  const onServer = async (): Promise<string> =>
    (await inClone('ls-remote', 'origin', `refs/heads/${BRANCH}`)).slice(0, 40);

  async function dirty(): Promise<void> {
    await write('README.md', 'An older stash\n');
    await inClone('stash', 'push', '-q', '-m', 'Mine');
    await write('README.md', 'Staged\n');
    await inClone('add', 'README.md');
    await write('README.md', 'Staged and changed\n');
    await write('untracked.txt', 'untracked');
  }

  it('merges the target branch in a worktree, and pushes it normally', async () => {
    const { prepared, resolution, current, store, mergeRequest, resolve, at, worktrees } = await resolving();
    await dirty();
    const before = await snapshot();
    const head = await onServer();
    await resolution.start(await prepared(), 'merge');
    const { place } = current();
    assert.ok(place.kind === 'worktree');
    const started = await resolution.state(current());
    assert.ok(started.kind === 'conflicts');
    assert.deepEqual(
      started.progress.unmerged.map(({ path }) => path),
      [FILE],
    );
    assert.match(await readFile(at(FILE), 'utf8'), MARKER);
    await resolve(FILE, 'resolved\n');
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    const push = await resolution.toPush(current(), done.sha);
    assert.equal(push.isForced, false);
    assert.equal(push.commits[0]?.sha, done.sha);
    assert.equal(await resolution.push(current(), push), 'pushed');
    assert.equal(await onServer(), done.sha);
    assert.notEqual(head, done.sha);
    assert.equal((await mergeRequest(CONFLICTING)).sha, done.sha);
    assert.equal(await inClone('log', '-1', '--format=%B', done.sha), MESSAGE);
    await resolution.finish(current());
    assert.equal(store.current, undefined);
    assert.equal(await worktrees.exists(place.id), false);
    assert.deepEqual(await snapshot(), before);
  });

  it('merges in the checkout if the branch is checked out and has no changes', async () => {
    const { prepared, resolution, current, store, resolve } = await resolving();
    await checkedOut();
    await inClone('reset', '-q', '--hard', 'HEAD~1');
    await resolution.start(await prepared(), 'merge');
    assert.equal(current().place.kind, 'checkout');
    await resolve(FILE, 'resolved\n');
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    assert.equal(await inClone('rev-parse', BRANCH), done.sha);
    assert.equal(await inClone('log', '-1', '--format=%B'), MESSAGE);
    assert.equal(await resolution.push(current(), await resolution.toPush(current(), done.sha)), 'pushed');
    await resolution.finish(current());
    assert.equal(await inClone('status', '--porcelain', '--branch'), `## ${BRANCH}...origin/${BRANCH}`);
    assert.equal(store.current, undefined);
  });

  it('uses a worktree if the checked-out branch has changes, has diverged, or is being merged', async () => {
    const { prepared } = await resolving();
    await checkedOut();
    const kind = async () => (await prepared()).resolution.place.kind;
    await write('README.md', 'Mine\n');
    assert.equal(await kind(), 'worktree');
    await inClone('checkout', '-q', '--', 'README.md');
    assert.equal(await kind(), 'checkout');
    await inClone('commit', '-q', '--amend', '-m', 'Mine');
    assert.equal(await kind(), 'worktree');
    await inClone('reset', '-q', '--hard', `origin/${BRANCH}`);
    await inClone('merge', '-q', 'origin/main').catch(() => undefined);
    assert.equal(await kind(), 'worktree');
    await inClone('merge', '--abort');
    await inClone('worktree', 'add', '-q', '-b', 'elsewhere', '../tree', 'main');
    await inClone('checkout', '-q', 'main');
    await inClone('-C', '../tree', 'checkout', '-q', BRANCH);
    assert.equal(await kind(), 'worktree');
  });

  for (const place of sampleOf(PLACES, 1, 'places of a rebase')) {
    it(`rebases several conflicting commits in a ${place}, and pushes with a lease of the known commit`, async () => {
      await pushed('one\n');
      const { prepared, resolution, current, resolve } = await resolving();
      if (place === 'checkout') await checkedOut();
      await resolution.start(await prepared(), 'rebase');
      assert.equal(current().place.kind, place);
      const { source, target } = current();
      let stops = 0;
      let state = await resolution.state(current());
      for (; state.kind === 'conflicts'; stops++) {
        assert.equal(state.progress.operation, 'rebase');
        assert.equal(state.progress.branch, BRANCH);
        for (const { path: file } of state.progress.unmerged) await resolve(file, `resolved ${stops}\n`);
        assert.equal((await resolution.state(current())).kind, 'resolved');
        state = await resolution.proceed(current());
      }
      assert.ok(stops > 1, `${stops} commits conflict`);
      assert.ok(state.kind === 'ready');
      const push = await resolution.toPush(current(), state.sha);
      assert.equal(push.isForced, true);
      assert.equal(push.known, source.sha);
      assert.equal(await resolution.push(current(), push), 'pushed');
      assert.equal(await onServer(), state.sha);
      assert.equal(await inClone('merge-base', target.sha, state.sha), target.sha);
    });
  }

  for (const way of sampleOf(['merge', 'rebase'] as const, 1, 'ways that are rejected or aborted')) {
    it(`doesn't replace commits that were pushed during a ${way}`, async () => {
      const { prepared, resolution, current, resolve } = await resolving();
      await resolution.start(await prepared(), way);
      await pushed('later\n');
      const theirs = await onServer();
      await resolve(FILE, 'resolved\n');
      const done = await resolution.proceed(current());
      assert.ok(done.kind === 'ready');
      const push = await resolution.toPush(current(), done.sha);
      // Another program fetches, so that a lease without a commit would be fulfilled.
      await inClone('fetch', '-q');
      assert.equal(await resolution.push(current(), push), 'rejected');
      assert.equal(await onServer(), theirs);
    });

    it(`leaves everything in the clone as it is if a ${way} in a worktree is aborted`, async () => {
      const { prepared, resolution, current, store, resolve, worktrees } = await resolving();
      await dirty();
      const before = await snapshot();
      await resolution.start(await prepared(), way);
      const { place } = current();
      assert.deepEqual(await snapshot(), before);
      await resolve(FILE, 'half resolved\n');
      assert.deepEqual(await snapshot(), before);
      await resolution.abort(current());
      assert.deepEqual(await snapshot(), before);
      assert.equal(store.current, undefined);
      assert.ok(place.kind === 'worktree');
      assert.equal(await worktrees.exists(place.id), false);
    });

    it(`restores the branch, HEAD, and the index if a ${way} in the checkout is aborted`, async () => {
      const { prepared, resolution, current, store, resolve } = await resolving();
      await checkedOut();
      await inClone('reset', '-q', '--hard', 'HEAD~1');
      await write('untracked.txt', 'untracked');
      const state = () =>
        Promise.all([inClone('for-each-ref', 'refs/heads'), inClone('status', '--branch', '--porcelain')]);
      const before = await state();
      await resolution.start(await prepared(), way);
      await resolve(FILE, 'half resolved\n');
      await resolution.abort(current());
      assert.deepEqual(await state(), before);
      await resolution.start(await prepared(), way);
      await resolve(FILE, 'resolved\n');
      let completed = await resolution.proceed(current());
      while (completed.kind === 'conflicts') {
        for (const { path } of completed.progress.unmerged) await resolve(path, 'resolved\n');
        completed = await resolution.proceed(current());
      }
      assert.equal(completed.kind, 'ready');
      await resolution.abort(current());
      assert.deepEqual(await state(), before);
      assert.equal(store.current, undefined);
    });
  }

  for (const place of sampleOf(PLACES, 1, 'places of a failed start')) {
    it(`restores everything if git fails after the start in a ${place}`, async () => {
      const { prepared, resolution, store } = await resolving();
      if (place === 'checkout') await checkedOut();
      await inClone('status');
      const found = await prepared();
      const before = await snapshot();
      const target = { ...found.resolution.target, sha: 'a'.repeat(40) };
      await assert.rejects(resolution.start({ resolution: { ...found.resolution, target } }, 'merge'));
      assert.deepEqual(await snapshot(), before);
      assert.equal(store.current, undefined);
    });
  }

  it('continues after the window was reloaded', async () => {
    const { prepared, resolution, open } = await resolving();
    const before = await snapshot();
    await resolution.start(await prepared(), 'rebase');
    const reloaded = open();
    assert.ok(reloaded.store.current);
    const state = await reloaded.resolution.state(reloaded.store.current);
    assert.ok(state.kind === 'conflicts');
    assert.deepEqual(state.progress.step?.at, 1);
    await reloaded.resolution.abort(reloaded.store.current);
    assert.deepEqual(await snapshot(), before);
  });

  it('starts again if the worktree was deleted or its merge was aborted', async () => {
    const { prepared, resolution, current, worktrees, merging } = await resolving();
    await resolution.start(await prepared(), 'merge');
    await merging.abort(resolution.repositoryOf(current()), 'merge');
    assert.equal((await resolution.state(current())).kind, 'interrupted');
    await resolution.restart(current());
    assert.equal((await resolution.state(current())).kind, 'conflicts');
    const { place } = current();
    assert.ok(place.kind === 'worktree');
    const later = new HiddenWorktrees({ root: worktreeRoot(), isShared: false, access: await gitWorkDeps() });
    await later.removeUnused(() => false);
    assert.equal((await resolution.state(current())).kind, 'interrupted');
    await resolution.restart(current());
    await later.removeUnused((id) => id === place.id);
    await worktrees.removeUnused(() => false);
    assert.equal((await resolution.state(current())).kind, 'conflicts');
  });

  it('recognizes that a merge in the checkout was completed or aborted in a terminal', async () => {
    const { prepared, resolution, current } = await resolving();
    await checkedOut();
    await resolution.start(await prepared(), 'merge');
    await inClone('merge', '--abort');
    assert.equal((await resolution.state(current())).kind, 'ended');
    await inClone('merge', '-q', '-X', 'ours', current().target.sha);
    assert.equal((await resolution.state(current())).kind, 'ready');
  });

  const commitMine = async (name: string): Promise<string> => {
    await write(name, 'mine\n');
    await inClone('add', name);
    await inClone('commit', '-q', '-m', `My ${name}`);
    return inClone('rev-parse', 'HEAD');
  };

  for (const way of ['merge', 'rebase'] as const) {
    it(`keeps the user's own commits and merges when a ${way} is aborted`, async () => {
      const { prepared, resolution, current, store } = await resolving();
      await checkedOut();
      const started = async () => {
        await resolution.start(await prepared(), way);
        await inClone(way, '--abort');
      };
      const isKept = async (...refs: readonly string[]) => {
        const before = await inClone('for-each-ref', 'refs/heads');
        const files = await inClone('status', '--porcelain');
        assert.equal(await resolution.abort(current()), 'left');
        assert.equal(store.current, undefined);
        assert.equal(await inClone('for-each-ref', 'refs/heads'), before);
        assert.equal(await inClone('status', '--porcelain'), files);
        for (const ref of refs) await inClone('rev-parse', '--verify', '--quiet', ref);
      };
      await started();
      await commitMine('own.txt');
      const own = await commitMine('own-2.txt');
      assert.equal((await resolution.state(current())).kind, 'ended');
      assert.deepEqual(await resolution.discarded(current()), []);
      await isKept(own);

      await started();
      await commitMine('own-3.txt');
      await inClone('push', '-q', 'origin', BRANCH);
      await inClone('checkout', '-q', 'main');
      await isKept();

      const base = await inClone('merge-base', 'main', BRANCH);
      await inClone('checkout', '-q', '-b', 'mine-other', base);
      await commitMine('other.txt');
      await inClone('checkout', '-q', BRANCH);
      await started();
      await inClone('merge', '-q', '--no-ff', '--no-commit', 'mine-other');
      await write('other.txt', 'an hour of work\n');
      await inClone('add', 'other.txt');
      assert.equal((await resolution.state(current())).kind, 'ended');
      await isKept('MERGE_HEAD');
    });
  }

  it('keeps commits that were added to the finished merge, and lists those that an abort discards', async () => {
    const { prepared, resolution, current, resolve } = await resolving();
    await checkedOut();
    await resolution.start(await prepared(), 'merge');
    await resolve(FILE, 'resolved\n');
    assert.deepEqual(await resolution.discarded(current()), []);
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    const discarded = await resolution.discarded(current());
    assert.equal(discarded[0]?.sha, done.sha);
    const own = await commitMine('own.txt');
    assert.deepEqual(await resolution.discarded(current()), []);
    assert.equal(await resolution.abort(current()), 'left');
    assert.equal(await inClone('rev-parse', 'HEAD'), own);
  });

  it('refuses shallow clones, and branches that were deleted', async () => {
    const { prepare } = await resolving();
    await inClone('fetch', '-q', '--depth=1');
    assert.deepEqual(await prepare(), { kind: 'shallow' });
    await inClone('fetch', '-q', '--unshallow');
    await inClone('push', '-q', 'origin', `:refs/heads/${BRANCH}`);
    assert.deepEqual(await prepare(), { kind: 'no-branch' });
  });
});
