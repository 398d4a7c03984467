import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMergeRequest } from '../../src/api/endpoints/merge-requests';
import type { MergeRequestKey } from '../../src/app/keys';
import type { SideText } from '../../src/app/side-text';
import { knowsLine } from '../../src/domain/diff/sides';
import { NoSuchFile } from '../../src/domain/file-content';
import { startSandbox, type Sandbox } from '../../src/sandbox/index';
import { closeAll, errorOf } from '../api/helpers/client';
import { actingOn } from '../builders/acting';
import { reviewing, textOf } from '../builders/review';
import { withGitFolder } from '../sandbox/helpers/git';

const FILES = '**/repository/files/**';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const COMMIT = '1f7e0a3c5b2d4e6f8a9b0c1d2e3f405162738495';
const pointer = (oid: string, size: number): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oid.repeat(64)}\nsize ${size}\n`;
const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

describe('the two sides of a file in a diff', () => {
  let sandbox: Sandbox;
  let key: MergeRequestKey;
  const { git, inFolder } = withGitFolder('Dana');
  let round = 0;
  /** Names of branches: each test has its own. */
  let ground = '';
  let kinds = '';
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  beforeEach(async () => {
    [ground, kinds] = [`work/ground-${++round}`, `work/kinds-${round}`];
    await cloned();
    key = await proposed();
  });
  afterEach(async () => {
    sandbox.faults.clear();
    await closeAll();
  });
  after(() => sandbox.close());

  const inShop = (...args: string[]): Promise<string> => git('-C', 'shop', ...args);
  const put = async (name: string, content: string | Buffer): Promise<void> => {
    const file = path.join(inFolder('shop'), name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  async function cloned(): Promise<void> {
    const url = new URL(`${sandbox.url}/acme/storefront.git`);
    [url.username, url.password] = ['dana', sandbox.tokens.developer];
    await git('clone', '--quiet', url.href, 'shop');
  }

  /** A merge request with a file of every kind. */
  async function proposed(): Promise<MergeRequestKey> {
    await inShop('checkout', '--quiet', '-b', ground);
    await put('kinds/long.txt', lines(numbered(1, 60)));
    await put('kinds/gone.txt', 'will go\n');
    await put('kinds/old name.txt', lines(numbered(1, 20)));
    await put('kinds/data.bin', Buffer.from([0, 1, 2, 255]));
    await put('kinds/dot.png', PNG);
    await put('kinds/film.mp4', pointer('a', 1_400_000));
    await put('kinds/windows.txt', 'one\r\ntwo\r\nthree\r\n');
    await symlink('long.txt', inFolder('shop/kinds/link'));
    await inShop('update-index', '--add', '--cacheinfo', `160000,${COMMIT},vendor/lib`);
    // `add --all` takes a submodule without a folder for a deleted one.
    await mkdir(inFolder('shop/vendor/lib'), { recursive: true });
    await inShop('add', 'kinds');
    await inShop('commit', '--quiet', '--message', 'The ground');
    await inShop('push', '--quiet', 'origin', ground);

    await inShop('checkout', '--quiet', '-b', kinds);
    const long = numbered(1, 60);
    [long[4], long[39]] = ['line 5 is other', 'line 40 is other'];
    await put('kinds/long.txt', lines([...long.slice(0, 50), 'a new one', ...long.slice(50)]));
    await rm(inFolder('shop/kinds/gone.txt'));
    await put('kinds/new.txt', 'no end');
    await inShop('mv', 'kinds/old name.txt', 'kinds/new name.txt');
    await put('kinds/data.bin', Buffer.from([0, 9, 2, 255]));
    await put('kinds/dot.png', Buffer.concat([PNG, Buffer.from('x')]));
    await put('kinds/film.mp4', pointer('b', 1_400_000));
    await put('kinds/windows.txt', 'one\r\ntwo and a half\r\nthree\r\n');
    await rm(inFolder('shop/kinds/link'));
    await symlink('new.txt', inFolder('shop/kinds/link'));
    await inShop('add', 'kinds');
    await inShop('update-index', '--cacheinfo', `160000,${COMMIT.replace('1f', '2f')},vendor/lib`);
    await inShop('commit', '--quiet', '--message', 'All kinds');
    await inShop('push', '--quiet', 'origin', kinds);
    return open(kinds, ground);
  }

  async function open(source: string, target: string): Promise<MergeRequestKey> {
    const { client } = actingOn(sandbox);
    const asked = { id: 1, source_branch: source, target_branch: target, title: source };
    const { iid } = await client.call(createMergeRequest, asked);
    // Its diff is made a moment later.
    sandbox.advance(2_000);
    return { base: sandbox.url, project: 1, iid };
  }

  const reader = (...clones: string[]) => {
    const { client, store } = actingOn(sandbox);
    return reviewing(client, store, clones);
  };
  let askedBefore = 0;
  beforeEach(() => {
    askedBefore = sandbox.requests().length;
  });
  const asked = (): readonly string[] =>
    sandbox
      .requests()
      .slice(askedBefore)
      .map(({ path: asks }) => asks)
      .filter((asks) => asks.includes('/repository/files/'));
  const hidden = (): void => {
    sandbox.faults.add({ kind: 'status', status: 404, path: FILES });
  };

  type Reader = Awaited<ReturnType<typeof reader>>;
  const both = async ({ content, sides }: Reader, name: string): Promise<readonly [SideText, SideText]> => {
    const of = await sides(key, name);
    return Promise.all([content.read(of.old), content.read(of.new)]);
  };

  it('are the same out of a clone, of the server and of the hunks, line by line as far as these go', async () => {
    const local = await reader(inFolder('shop'));
    const remote = await reader();
    const { files } = await local.changes.whole(key);
    assert.ok(files.length >= 9);
    const fromGit = new Map<string, readonly [SideText, SideText]>();
    for (const { path: name } of files) fromGit.set(name, await both(local, name));
    assert.deepEqual(asked(), [], 'what is here is not asked of the server');
    for (const { path: name } of files) {
      const [old, now] = await both(remote, name);
      const known = fromGit.get(name);
      assert.deepEqual(
        [Buffer.from(old.bytes), old.what],
        [Buffer.from(known?.[0].bytes ?? []), known?.[0].what],
        name,
      );
      assert.deepEqual(
        [Buffer.from(now.bytes), now.what],
        [Buffer.from(known?.[1].bytes ?? []), known?.[1].what],
        name,
      );
    }
    hidden();
    const rebuilt = await reader();
    for (const file of files) {
      const texts = await both(rebuilt, file.path);
      for (const [index, side] of (['old', 'new'] as const).entries()) {
        const [text, whole] = [texts[index], fromGit.get(file.path)?.[index]];
        assert.ok(text && whole);
        assert.equal(text.what, whole.what, `${file.path} ${side}`);
        if (whole.what === 'binary' || whole.what === 'image') continue;
        const [some, all] = [textOf(text).split('\n'), textOf(whole).split('\n')];
        if (whole.what !== 'text') {
          assert.deepEqual(some, all, file.path);
          continue;
        }
        const there = all.flatMap((_, line) => (knowsLine(file.diff, side, line + 1) ? [line] : []));
        for (const line of there) assert.equal(some[line], all[line], `${file.path} ${side} ${line + 1}`);
      }
    }
    const [old, now] = await both(rebuilt, 'kinds/long.txt');
    assert.deepEqual([old.source, old.note], ['hunks', 'gaps']);
    const [before, after] = [textOf(old).split('\n'), textOf(now).split('\n')];
    assert.deepEqual(
      [before[4], after[4], before[0]],
      ['line 5', 'line 5 is other', '⋯ 1 line that is not in the diff'],
    );
    assert.deepEqual([before[8], before[9]], ['⋯ 28 lines that are not in the diff', '']);
    assert.equal(after[50], 'a new one', 'the numbers of the lines stay true');
    assert.equal(before.at(-2), '⋯ What follows is not in the diff');
    const [, added] = await both(rebuilt, 'kinds/new.txt');
    assert.deepEqual([textOf(added), added.note], ['no end', undefined], 'a new file is all in its hunks');
  });

  it('are told as what they are', async () => {
    const inClone = await reader(inFolder('shop'));
    const fromServer = await reader();
    for (const it_ of [inClone, fromServer]) {
      const read = async (name: string) =>
        (await both(it_, name)).map((text) => [text.what, textOf(text)] as const);
      assert.deepEqual(await read('kinds/film.mp4'), [
        ['lfs', `Stored in LFS, 1.4 MB\nsha256:${'a'.repeat(64)}\n`],
        ['lfs', `Stored in LFS, 1.4 MB\nsha256:${'b'.repeat(64)}\n`],
      ]);
      assert.deepEqual(await read('kinds/link'), [
        ['link', 'Link to long.txt\n'],
        ['link', 'Link to new.txt\n'],
      ]);
      assert.deepEqual(await read('vendor/lib'), [
        ['submodule', `Submodule at commit ${COMMIT}\n`],
        ['submodule', `Submodule at commit ${COMMIT.replace('1f', '2f')}\n`],
      ]);
      const [gone, nothing] = await both(it_, 'kinds/gone.txt');
      assert.deepEqual([textOf(gone), textOf(nothing), nothing.source], ['will go\n', '', 'nothing']);
      const [before, after] = await both(it_, 'kinds/data.bin');
      assert.deepEqual([before.what, [...before.bytes]], ['binary', [0, 1, 2, 255]]);
      assert.deepEqual([after.what, [...after.bytes]], ['binary', [0, 9, 2, 255]]);
      const [dot] = await both(it_, 'kinds/dot.png');
      assert.deepEqual([dot.what, Buffer.from(dot.bytes)], ['image', PNG]);
      const [renamed] = await both(it_, 'kinds/new name.txt');
      assert.equal(textOf(renamed), lines(numbered(1, 20)));
      const [windows] = await both(it_, 'kinds/windows.txt');
      assert.equal(textOf(windows), 'one\r\ntwo\r\nthree\r\n');
    }
  });

  it('are read with one request each, once somebody opens them and not before', async () => {
    const { content, sides } = await reader();
    const of = await sides(key, 'kinds/long.txt');
    assert.deepEqual(asked(), []);
    const all = await Promise.all([content.read(of.old), content.read(of.old), content.read(of.new)]);
    assert.equal(all[0], all[1], 'who asks meanwhile shares the answer');
    assert.equal((await content.read(of.old)).source, 'server');
    assert.equal(asked().length, 2);
    content.clear();
    await content.read(of.old);
    assert.equal(asked().length, 3, 'what another account read is not shown');
  });

  it('of a tab of the last session are read without looking for the diff', async () => {
    const of = await (await reader()).sides(key, 'kinds/long.txt');
    const before = sandbox.requests().length;
    const { content } = await reader();
    assert.equal(textOf(await content.read(of.new)).split('\n')[4], 'line 5 is other');
    assert.equal(sandbox.requests().length - before, 1);
  });

  it('come from the head of a fork', async () => {
    const { changes, content, sides } = await reader();
    const fork = { base: sandbox.url, project: 1, iid: 23 };
    const { files } = await changes.whole(fork);
    const file = files.find(({ diff }) => diff.change !== 'deleted');
    assert.ok(file);
    const of = await sides(fork, file.path);
    const text = await content.read(of.new);
    assert.equal(text.source, 'server');
    const first = file.diff.hunks[0]?.newStart ?? 1;
    assert.ok(knowsLine(file.diff, 'new', first) && textOf(text).split('\n')[first - 1] !== undefined);
  });

  it('fail with the reason where the server fails; nothing is made up then', async () => {
    const { content, sides } = await reader();
    const of = await sides(key, 'kinds/long.txt');
    sandbox.faults.add({ kind: 'status', status: 500, path: FILES });
    await errorOf(content.read(of.old), 'server');
    sandbox.faults.clear();
    assert.equal((await content.read(of.old)).what, 'text', 'a failure is not kept');
    await assert.rejects(content.read({ ...of.old, path: 'no/such.txt' }));
    const local = await reader(inFolder('shop'));
    await assert.rejects(local.content.read({ ...of.old, path: 'no/such.txt' }), NoSuchFile);
  });

  it('are given up by who closes them', async () => {
    const { content, sides } = await reader();
    const of = await sides(key, 'kinds/long.txt');
    const stop = new AbortController();
    const reading = content.read(of.old, { signal: stop.signal });
    stop.abort();
    await assert.rejects(reading);
    assert.equal((await content.read(of.old)).what, 'text');
  });

  describe('between two versions', () => {
    /** The target moves on in the same file, the branch follows by a rebase and gets a change of its own. */
    async function rebased(own: (long: string[]) => void): Promise<void> {
      await inShop('checkout', '--quiet', '--force', ground);
      const target = numbered(1, 60);
      target[20] = 'line 21 came with the target';
      await put('kinds/long.txt', lines(target));
      await put('kinds/elsewhere.txt', 'new in the target\n');
      await inShop('add', 'kinds');
      await inShop('commit', '--quiet', '--message', 'The target moves on');
      await inShop('push', '--quiet', 'origin', ground);
      await inShop('checkout', '--quiet', '--force', kinds);
      await inShop('rebase', '--quiet', ground);
      const long = (await inShop('show', 'HEAD:kinds/long.txt')).split('\n');
      own(long);
      await put('kinds/long.txt', lines(long));
      await inShop('add', 'kinds');
      await inShop('commit', '--quiet', '--amend', '--no-edit');
      await inShop('push', '--quiet', '--force', 'origin', kinds);
    }
    const versionsOf = async ({ changes }: Reader) => {
      const [newest, before] = await changes.versions(key);
      assert.ok(newest && before);
      return { from: before.id, to: newest.id };
    };

    for (const kind of ['a clone', 'the server'] as const) {
      it(`show what the author changed and not what a rebase brought, out of ${kind}`, async () => {
        await rebased((long) => {
          long[54] = 'changed after the rebase';
        });
        const it_ = await reader(...(kind === 'a clone' ? [inFolder('shop')] : []));
        const of = await it_.sides(key, 'kinds/long.txt', await versionsOf(it_));
        assert.deepEqual([of.old.form, of.new.form], ['rebased', 'file']);
        const [old, now] = await Promise.all([it_.content.read(of.old), it_.content.read(of.new)]);
        const [before, after] = [textOf(old).split('\n'), textOf(now).split('\n')];
        const differing = before.flatMap((line, index) => (line === after[index] ? [] : [index + 1]));
        assert.deepEqual([differing, before.length], [[55], after.length]);
        assert.equal(before[20], 'line 21 came with the target');
        assert.equal(old.note, undefined);
      });
    }

    it('mark where a change and what the rebase brought touch each other', async () => {
      await inShop('checkout', '--quiet', '--force', ground);
      const target = numbered(1, 60);
      target[4] = 'line 5 of the target';
      await put('kinds/long.txt', lines(target));
      await inShop('add', 'kinds');
      await inShop('commit', '--quiet', '--message', 'The target moves on');
      await inShop('push', '--quiet', 'origin', ground);
      const theirs = await inShop('rev-parse', `${kinds}^{tree}`);
      const squashed = await inShop('commit-tree', theirs, '-p', ground, '-m', 'All again');
      await inShop('push', '--quiet', '--force', 'origin', `${squashed}:${kinds}`);
      const it_ = await reader();
      const of = await it_.sides(key, 'kinds/new.txt', await versionsOf(it_)).catch(() => undefined);
      assert.equal(of, undefined, 'what is the same is not shown');
      const { old } = await it_.sides(key, 'kinds/long.txt', await versionsOf(it_));
      const text = await it_.content.read(old);
      assert.equal(text.note, 'conflicts');
      assert.match(textOf(text), /^<{7} .*\nline 5 of the target\n={7}\nline 5 is other\n>{7} /m);
    });

    it('are shown as they were where a text is missing, and say so', async () => {
      await rebased((long) => {
        long[54] = 'changed after the rebase';
      });
      const it_ = await reader();
      const of = await it_.sides(key, 'kinds/long.txt', await versionsOf(it_));
      hidden();
      const old = await it_.content.read(of.old);
      assert.deepEqual([old.source, old.note], ['hunks', 'not-rebased']);
      assert.equal(textOf(old).split('\n')[4], 'line 5 is other');
      assert.equal((await it_.content.read(of.new)).source, 'hunks');
    });
  });
});
