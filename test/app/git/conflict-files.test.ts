import assert from 'node:assert/strict';
import { access, readdir } from 'node:fs/promises';
import { ConflictFiles } from '../../../src/app/git/conflict-files';
import { ResolutionWatch } from '../../../src/app/git/resolution-watch';
import { HiddenWorktrees } from '../../../src/ui/git/editor/hidden-worktrees';
import { gitWorkDeps } from '../../builders/git-extension';
import { oldGit } from './helpers/old-git';
import { CONFLICTING, withResolving } from './helpers/resolving';

const isTrusted = (): boolean => true;
const LISTED = { kind: 'files', files: [{ path: 'src/cart/price.ts', reason: 'both-modified' }] };

describe('ConflictFiles', () => {
  const { inClone, resolving } = withResolving();
  const signal = new AbortController().signal;

  it('lists the files of fetched branches, and asks to fetch others', async () => {
    const { mergeRequest, key, ...parts } = await resolving();
    const files = new ConflictFiles({ ...parts, isTrusted });
    const facts = await mergeRequest(CONFLICTING);
    const fired: number[] = [];
    files.onDidChange(({ iid }) => fired.push(iid));
    assert.equal(files.peek(key(CONFLICTING), facts), undefined);
    await inClone('update-ref', '-d', 'refs/remotes/origin/main');
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'not-fetched' });
    const list = await files.fetch(key(CONFLICTING), facts, signal);
    assert.deepEqual(list, LISTED);
    assert.equal(files.peek(key(CONFLICTING), facts), list);
    assert.equal(
      files.peek(key(CONFLICTING), { ...facts, sha: 'b'.repeat(40) }),
      undefined,
      'another commit',
    );
    assert.deepEqual(fired, [CONFLICTING, CONFLICTING]);
    assert.equal(await inClone('status', '--porcelain'), '');
  });

  it('states that the fetched branches are outdated if they have no conflicts', async () => {
    const { mergeRequest, key, ...parts } = await resolving();
    const files = new ConflictFiles({ ...parts, isTrusted });
    await inClone('update-ref', 'refs/remotes/origin/main', 'refs/remotes/origin/feature/price-table~1');
    const facts = await mergeRequest(CONFLICTING);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'none' });
  });

  it('states that there is no clone, and finds the files when one is opened', async () => {
    const { mergeRequest, key, ...parts } = await resolving();
    let isOpen = false;
    const clones = { of: async () => (isOpen ? parts.clones.of(key(CONFLICTING)) : []) };
    const files = new ConflictFiles({ ...parts, clones, isTrusted });
    const facts = await mergeRequest(CONFLICTING);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'no-clone' });
    const fired: number[] = [];
    files.onDidChange(({ iid }) => fired.push(iid));
    isOpen = true;
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'no-clone' }, 'is not searched again');
    files.clonesChanged();
    assert.deepEqual(fired, [CONFLICTING]);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), LISTED);
    files.clonesChanged();
    assert.deepEqual(files.peek(key(CONFLICTING), facts), LISTED);
  });

  it('states that the workspace must be trusted', async () => {
    const { mergeRequest, key, ...parts } = await resolving();
    const clones = { of: () => Promise.resolve([]) };
    const files = new ConflictFiles({ ...parts, clones, isTrusted: () => false });
    const facts = await mergeRequest(CONFLICTING);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'untrusted' });
  });

  it('states that the clone lacks the commit from which both branches started', async () => {
    const { mergeRequest, key, ...parts } = await resolving();
    const facts = await mergeRequest(CONFLICTING);
    await inClone('fetch', '-q', '--depth=1');
    const files = new ConflictFiles({ ...parts, isTrusted });
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'shallow' });
  });
});

describe('ConflictFiles with an old version of Git', () => {
  const { inClone, resolving, snapshot, worktreeRoot } = withResolving({ program: oldGit });

  it('merges in a temporary worktree, without a change of the clone', async () => {
    const { mergeRequest, key, ...parts } = await resolving();
    await inClone('status');
    const before = await snapshot();
    const files = new ConflictFiles({ ...parts, isTrusted });
    const facts = await mergeRequest(CONFLICTING);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), LISTED);
    assert.deepEqual(await snapshot(), before);
    assert.deepEqual(await readdir(worktreeRoot()), []);
  });

  it('finds no conflicts in branches that can be merged', async () => {
    const { mergeRequest, key, ...parts } = await resolving();
    await inClone('update-ref', 'refs/remotes/origin/main', 'refs/remotes/origin/feature/price-table~1');
    const files = new ConflictFiles({ ...parts, isTrusted });
    const facts = await mergeRequest(CONFLICTING);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'none' });
    assert.deepEqual(await readdir(worktreeRoot()), []);
  });

  it('deletes the worktree at the next start if the window was closed in between, but none that is in use', async () => {
    const { worktrees, clones, key, mergeRequest, merging } = await resolving();
    const [clone] = await clones.of(key(CONFLICTING));
    const { sha } = await mergeRequest(CONFLICTING);
    assert.ok(clone && sha !== null && sha !== undefined);
    const { repository } = clone;
    const id = worktrees.newId();
    await worktrees.create(repository, id, { branch: 'source', sha }, 'few');
    await worktrees.removeUnused(() => false);
    assert.deepEqual(await readdir(worktreeRoot()), [id]);
    assert.deepEqual((await merging.progress(worktrees.repositoryOf(id))).unmerged, []);
    const later = new HiddenWorktrees({ root: worktreeRoot(), isShared: false, access: await gitWorkDeps() });
    await later.removeUnused(() => false);
    assert.deepEqual(await readdir(worktreeRoot()), []);
  });

  it('writes only files at the root and those with conflicts', async () => {
    const { worktrees, clones, key, mergeRequest, merging } = await resolving();
    const [clone] = await clones.of(key(CONFLICTING));
    const { sha } = await mergeRequest(CONFLICTING);
    assert.ok(clone && sha !== null && sha !== undefined);
    const id = worktrees.newId();
    const at = worktrees.repositoryOf(id);
    await worktrees.create(clone.repository, id, { branch: 'source', sha }, 'few');
    const target = await inClone('rev-parse', 'origin/main');
    await merging.conflictsByMerging(at, target);
    const written = async (name: string): Promise<boolean> =>
      access(worktrees.fileIn(at, name) ?? '').then(
        () => true,
        () => false,
      );
    assert.deepEqual(await Promise.all(['README.md', 'src/cart/price.ts', 'src/cart/cart.ts'].map(written)), [
      true,
      true,
      false,
    ]);
  });
});

describe('ResolutionWatch', () => {
  const { resolving } = withResolving();

  it('counts the files that are left, and reports resolved ones', async () => {
    const { prepared, resolution, resolve, current, store, merging } = await resolving();
    let changed = (): void => undefined;
    const watch = new ResolutionWatch({
      store,
      merging,
      repositoryOf: (stored) => resolution.repositoryOf(stored),
      watch: (_, listener) => {
        changed = listener;
        return { dispose: () => undefined };
      },
    });
    const counted = (left: number) =>
      new Promise<void>((done) => {
        watch.onDidChange(() => {
          if (watch.count?.left === left) done();
        });
      });
    assert.equal(watch.resolution, undefined);
    const one = counted(1);
    await resolution.start(await prepared(), 'merge');
    changed();
    await one;
    assert.deepEqual(watch.count, { left: 1, of: 1, step: undefined });
    const resolved = new Promise<number>((done) => {
      watch.onDidResolve(({ left }) => {
        done(left);
      });
    });
    await resolve('src/cart/price.ts', 'resolved\n');
    changed();
    assert.equal(await resolved, 0);
    await resolution.abort(current());
    assert.equal(watch.resolution, undefined);
    assert.equal(watch.count, undefined);
    watch.dispose();
  });
});
