import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { BRANCH, CONFLICTING, withResolving } from './helpers/resolving';

const MARKER = /^(<{7}|>{7})/m;

describe('ConflictResolution', () => {
  const { run, inFolder, inClone, write, read, resolve, resolving, snapshot, sandbox } = withResolving();

  /** Adds commits to the source branch that conflict with the target branch too. */
  async function pushed(...texts: readonly string[]): Promise<void> {
    const url = new URL(`${sandbox().url}/acme/storefront.git`);
    [url.username, url.password] = ['mara', sandbox().tokens.maintainer];
    await run('clone', '-q', '--branch', BRANCH, '--', url.href, 'other');
    const [file = ''] = (await run('-C', 'other', 'diff', '--name-only', 'HEAD~1')).split('\n');
    for (const text of texts) {
      await run('-C', 'other', 'rm', '-q', '--', file);
      await run('-C', 'other', 'commit', '-q', '-m', `Remove for ${text}`);
      await writeFile(`${inFolder('other')}/${file}`, text);
      await run('-C', 'other', 'add', '--all');
      await run('-C', 'other', 'commit', '-q', '-m', text);
    }
    await run('-C', 'other', 'push', '-q');
  }

  const onServer = async (): Promise<string> =>
    (await inClone('ls-remote', 'origin', `refs/heads/${BRANCH}`)).slice(0, 40);

  it('merges the target branch, pushes it normally, and returns to the previous branch', async () => {
    const { prepared, resolution, current, store, mergeRequest } = await resolving();
    const before = await onServer();
    await resolution.start(await prepared(), 'merge', undefined);
    const started = await resolution.state(current());
    assert.ok(started.kind === 'conflicts');
    const [file] = started.progress.unmerged;
    assert.ok(file);
    assert.match(await read(file.path), MARKER);
    await resolve(file.path, 'resolved\n');
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    assert.equal(await inClone('log', '-1', '--format=%B'), `Merge branch 'main' into ${BRANCH}`);
    const push = await resolution.toPush(current(), done.sha);
    assert.equal(push.isForced, false);
    assert.equal(push.commits[0]?.sha, done.sha);
    assert.equal(await resolution.push(current(), push), 'pushed');
    assert.equal(await onServer(), done.sha);
    assert.notEqual(before, done.sha);
    assert.equal((await mergeRequest(CONFLICTING)).sha, done.sha);
    assert.deepEqual(await resolution.finish(current()), { branch: 'main', stash: undefined });
    assert.equal(await inClone('branch', '--show-current'), 'main');
    assert.equal(store.current, undefined);
  });

  it('rebases several conflicting commits, and pushes with a lease of the known commit', async () => {
    await pushed('one\n');
    const { prepared, resolution, current } = await resolving();
    await resolution.start(await prepared(), 'rebase', undefined);
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
    assert.equal(await inClone('merge-base', target.sha, state.sha), target.sha);
    const push = await resolution.toPush(current(), state.sha);
    assert.equal(push.isForced, true);
    assert.equal(push.known, source.sha);
    assert.equal(await resolution.push(current(), push), 'pushed');
    assert.equal(await onServer(), state.sha);
  });

  it("doesn't replace commits that were pushed to the source branch in the meantime", async () => {
    const { prepared, resolution, current } = await resolving();
    await resolution.start(await prepared(), 'rebase', undefined);
    await pushed('later\n');
    const theirs = await onServer();
    const state = await resolution.state(current());
    assert.ok(state.kind === 'conflicts');
    for (const { path: file } of state.progress.unmerged) await resolve(file, 'resolved\n');
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    const push = await resolution.toPush(current(), done.sha);
    // Another program fetches, so that a lease without a commit would be fulfilled.
    await inClone('fetch', '-q');
    assert.equal(await resolution.push(current(), push), 'rejected');
    assert.equal(await onServer(), theirs);
  });

  for (const way of ['merge', 'rebase'] as const) {
    it(`restores branches, HEAD, index, changes, and stashes if a ${way} is aborted`, async () => {
      const { prepared, resolution, current, store } = await resolving();
      await write('README.md', 'An older stash\n');
      await inClone('stash', 'push', '-q', '-m', 'Mine');
      await write('README.md', 'Staged\n');
      await inClone('add', 'README.md');
      await write('README.md', 'Staged and changed\n');
      await write('untracked.txt', 'untracked');
      const before = await snapshot();
      const found = await prepared();
      assert.equal(found.isDirty, true);
      await resolution.start(found, way, 'Before resolving');
      assert.match(await inClone('stash', 'list'), /Before resolving[^]*Mine/);
      const state = await resolution.state(current());
      assert.ok(state.kind === 'conflicts');
      await resolve(state.progress.unmerged[0]?.path ?? '', 'half resolved\n');
      await resolution.abort(current());
      assert.deepEqual(await snapshot(), before);
      assert.equal(await read('untracked.txt'), 'untracked');
      assert.equal(store.current, undefined);
    });

    it(`restores a local branch that was behind if a completed ${way} is aborted`, async () => {
      const { prepared, resolution, current } = await resolving();
      await inClone('checkout', '-q', '-b', BRANCH, `origin/${BRANCH}`);
      await inClone('reset', '-q', '--hard', 'HEAD~1');
      await inClone('checkout', '-q', '--detach', 'main');
      const before = await snapshot();
      await resolution.start(await prepared(), way, undefined);
      let state = await resolution.state(current());
      while (state.kind === 'conflicts') {
        for (const { path: file } of state.progress.unmerged) await resolve(file, 'resolved\n');
        state = await resolution.proceed(current());
      }
      assert.equal(state.kind, 'ready');
      await resolution.abort(current());
      assert.deepEqual(await snapshot(), before);
    });
  }

  it('restores everything if git fails after the branch was checked out', async () => {
    const { prepared, resolution, store } = await resolving();
    const before = await snapshot();
    const found = await prepared();
    const target = { ...found.resolution.target, sha: 'a'.repeat(40) };
    const broken = { ...found, resolution: { ...found.resolution, target } };
    await assert.rejects(resolution.start(broken, 'merge', undefined));
    assert.deepEqual(await snapshot(), before);
    assert.equal(store.current, undefined);
  });

  it('restores its own stash if others were added, and ends if the user has applied it', async () => {
    const { prepared, resolution, current, store, git } = await resolving();
    await write('README.md', 'Mine\n');
    await resolution.start(await prepared(), 'merge', 'Before resolving');
    const { repository, stash } = current();
    await inClone('merge', '--abort');
    await write('README.md', 'Of a terminal\n');
    await inClone('stash', 'push', '-q', '-m', 'Of a terminal');
    await resolution.abort(current());
    assert.equal(await read('README.md'), 'Mine\n');
    assert.match(await inClone('stash', 'list'), /^stash@\{0\}: On .*: Of a terminal$/);
    await resolution.start(await prepared(), 'merge', 'Before resolving again');
    await inClone('merge', '--abort');
    await inClone('checkout', '-q', 'main');
    await inClone('stash', 'pop', '-q');
    await resolution.abort(current());
    assert.equal(await read('README.md'), 'Mine\n');
    assert.equal(store.current, undefined);
    assert.equal(await git.unstash(repository, stash?.sha ?? ''), false);
  });

  it('continues after the window was reloaded', async () => {
    const { prepared, resolution, open } = await resolving();
    const before = await snapshot();
    await resolution.start(await prepared(), 'rebase', undefined);
    const reloaded = open();
    assert.ok(reloaded.store.current);
    const state = await reloaded.resolution.state(reloaded.store.current);
    assert.ok(state.kind === 'conflicts');
    assert.deepEqual(state.progress.step?.at, 1);
    await reloaded.resolution.abort(reloaded.store.current);
    assert.deepEqual(await snapshot(), before);
  });

  it('recognizes that the merge was completed or aborted in a terminal', async () => {
    const { prepared, resolution, current } = await resolving();
    await resolution.start(await prepared(), 'merge', undefined);
    await inClone('merge', '--abort');
    assert.equal((await resolution.state(current())).kind, 'ended');
    await inClone('merge', '-q', '-X', 'ours', current().target.sha);
    assert.equal((await resolution.state(current())).kind, 'ready');
  });

  it('refuses while another merge is in progress, or if the branch has diverged or is in another worktree', async () => {
    const { prepare, prepared } = await resolving();
    await inClone('worktree', 'add', '-q', '../tree', BRANCH);
    const elsewhere = await prepare();
    assert.ok('kind' in elsewhere && elsewhere.kind === 'elsewhere');
    await inClone('worktree', 'remove', '../tree');
    await inClone('checkout', '-q', BRANCH);
    await inClone('commit', '-q', '--amend', '-m', 'Mine');
    assert.deepEqual(await prepare(), { kind: 'diverged', branch: BRANCH });
    await inClone('reset', '-q', '--hard', `origin/${BRANCH}`);
    const { resolution } = await prepared();
    await inClone('merge', '-q', resolution.target.sha).catch(() => undefined);
    assert.deepEqual(await prepare(), { kind: 'busy' });
  });
});
