import assert from 'node:assert/strict';
import { ConflictFiles } from '../../../src/app/git/conflict-files';
import { ResolutionWatch } from '../../../src/app/git/resolution-watch';
import { CONFLICTING, withResolving } from './helpers/resolving';

describe('ConflictFiles', () => {
  const { inClone, resolving } = withResolving();
  const signal = new AbortController().signal;

  it('lists the files of fetched branches, and asks to fetch others', async () => {
    const { git, merging, clones, mergeRequest, key } = await resolving();
    const files = new ConflictFiles({ git, merging, clones });
    const facts = await mergeRequest(CONFLICTING);
    const fired: number[] = [];
    files.onDidChange(({ iid }) => fired.push(iid));
    assert.equal(files.peek(key(CONFLICTING), facts), undefined);
    await inClone('update-ref', '-d', 'refs/remotes/origin/main');
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'not-fetched' });
    const list = await files.fetch(key(CONFLICTING), facts, signal);
    assert.deepEqual(list, {
      kind: 'files',
      files: [{ path: 'src/cart/price.ts', reason: 'both-modified' }],
    });
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
    const { git, merging, clones, mergeRequest, key } = await resolving();
    const files = new ConflictFiles({ git, merging, clones });
    await inClone('update-ref', 'refs/remotes/origin/main', 'refs/remotes/origin/feature/price-table~1');
    const facts = await mergeRequest(CONFLICTING);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'none' });
  });

  it('states that there is no clone', async () => {
    const { git, merging, mergeRequest, key } = await resolving();
    const files = new ConflictFiles({ git, merging, clones: { of: () => Promise.resolve([]) } });
    const facts = await mergeRequest(CONFLICTING);
    assert.deepEqual(await files.get(key(CONFLICTING), facts), { kind: 'no-clone' });
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
