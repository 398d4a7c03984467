import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { oldGit } from './helpers/old-git';
import { CONFLICTING, withResolving } from './helpers/resolving';

const FILE = 'src/cart/price.ts';
/** The merge request from a fork. */
const FORKED = 23;
const MARKER = /^(<{7}|>{7})/m;

describe('ConflictResolution, kinds of clones', () => {
  const { run, clone, inFolder, inClone, remoteUrl, resolving, snapshot, sandbox } = withResolving();

  it('resolves the conflicts of a fork, and pushes to it, without adding a remote', async () => {
    const { prepared, resolution, current, resolve, mergeRequest } = await resolving();
    await clone(remoteUrl(), 'other');
    await writeFile(inFolder('other/docs/teapots.md'), '# Teapots in main\n');
    await run('-C', 'other', 'add', '--all');
    await run('-C', 'other', 'commit', '-q', '-m', 'Add teapots');
    await run('-C', 'other', 'push', '-q');
    const { username, password } = new URL(remoteUrl());
    await inClone('config', 'credential.helper', `!echo username=${username}; echo password=${password};`);
    await inClone('status');
    const before = await snapshot();
    await resolution.start(await prepared(FORKED), 'merge');
    assert.equal(current().source.remote, `${sandbox().url}/dana/storefront.git`);
    await resolve('docs/teapots.md', '# Teapots\n');
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    assert.equal(await resolution.push(current(), await resolution.toPush(current(), done.sha)), 'pushed');
    assert.equal((await mergeRequest(FORKED)).sha, done.sha);
    await resolution.finish(current());
    assert.deepEqual(await snapshot(), before);
  });

  it('uses the patterns of a sparse checkout, and fetches missing objects of a partial clone', async () => {
    const { prepared, resolution, current, resolve, at } = await resolving(
      '--filter=blob:none',
      '--no-checkout',
    );
    await inClone('sparse-checkout', 'set', 'docs');
    await inClone('checkout', '-q', 'main');
    const before = await snapshot();
    await resolution.start(await prepared(), 'merge');
    await assert.rejects(readFile(at('src/cart/cart.ts')), { code: 'ENOENT' });
    assert.match(await readFile(at(FILE), 'utf8'), MARKER);
    await resolve(FILE, 'resolved\n');
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    assert.equal(await resolution.push(current(), await resolution.toPush(current(), done.sha)), 'pushed');
    await resolution.finish(current());
    assert.deepEqual(await snapshot(), before);
    assert.notEqual(await inClone('ls-tree', done.sha, '--', 'src/cart/cart.ts'), '');
  });

  it('uses the name, settings, and attributes of the clone, but not its hooks', async () => {
    const { prepared, resolution, current, at, resolve } = await resolving();
    await inClone('config', 'user.email', 'work@acme.example');
    await inClone('config', 'core.autocrlf', 'true');
    await writeFile(inFolder('shop/.git/info/attributes'), '*.md -text\n');
    for (const hook of ['pre-commit', 'post-checkout'])
      await writeFile(inFolder(`shop/.git/hooks/${hook}`), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await resolution.start(await prepared(), 'merge');
    assert.match(await readFile(at('package.json'), 'utf8'), /\r\n/);
    assert.doesNotMatch(await readFile(at('README.md'), 'utf8'), /\r\n/);
    await resolve(FILE, 'resolved\r\n');
    const done = await resolution.proceed(current());
    assert.ok(done.kind === 'ready');
    await resolution.push(current(), await resolution.toPush(current(), done.sha));
    assert.equal(await inClone('log', '-1', '--format=%ae', done.sha), 'work@acme.example');
    assert.equal(await inClone('show', `${done.sha}:${FILE}`), 'resolved');
  });
});

describe('ConflictResolution with an old version of Git', () => {
  const { inClone, resolving, snapshot } = withResolving({ program: oldGit });

  for (const way of ['merge', 'rebase'] as const) {
    it(`resolves conflicts with a ${way}, and pushes`, async () => {
      const { prepared, resolution, current, resolve, at, mergeRequest } = await resolving();
      await inClone('status');
      const before = await snapshot();
      await resolution.start(await prepared(), way);
      let state = await resolution.state(current());
      while (state.kind === 'conflicts') {
        assert.match(await readFile(at(FILE), 'utf8'), MARKER);
        await resolve(FILE, 'resolved\n');
        state = await resolution.proceed(current());
      }
      assert.ok(state.kind === 'ready');
      const push = await resolution.toPush(current(), state.sha);
      assert.equal(push.isForced, way === 'rebase');
      assert.equal(await resolution.push(current(), push), 'pushed');
      assert.equal((await mergeRequest(CONFLICTING)).sha, state.sha);
      await resolution.finish(current());
      assert.deepEqual(await snapshot(), before);
    });
  }
});
