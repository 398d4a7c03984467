import assert from 'node:assert/strict';
import type { SideText } from '../../../src/app/changes/sides/side-text';
import { knowsLine } from '../../../src/domain/changes/sides';
import { NoSuchFileError } from '../../../src/domain/shared/file-content';
import { errorOf } from '../../api/helpers/client';
import { textOf } from '../../builders/review';
import { COMMIT, FILES, lines, numbered, PNG, sideFiles } from './helpers/side-files';

describe('sides of a file in a diff', () => {
  const world = sideFiles();
  const { inFolder, reader, asked: requestedPaths, hidden, both } = world;

  it('have the same content from a clone, from the server, and from the hunks as far as these contain it', async () => {
    const local = await reader(inFolder('shop'));
    const remote = await reader();
    const { files } = await local.changes.whole(world.key);
    assert.ok(files.length >= 9);
    const fromGit = new Map<string, readonly [SideText, SideText]>();
    for (const { path: name } of files) fromGit.set(name, await both(local, name));
    assert.deepEqual(requestedPaths(), [], 'what is here is not asked of the server');
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
      ['line 5', 'line 5 is other', '⋯ 1 line not in the diff'],
    );
    assert.deepEqual([before[8], before[9]], ['⋯ 28 lines not in the diff', '']);
    assert.equal(after[50], 'a new one', 'the numbers of the lines stay true');
    assert.equal(before.at(-2), '⋯ Remaining lines not in the diff');
    const [, added] = await both(rebuilt, 'kinds/new.txt');
    assert.deepEqual([textOf(added), added.note], ['no end', undefined], 'a new file is all in its hunks');
  });

  it('show LFS pointers, links, submodules, deleted, binary, and image files', async () => {
    const inClone = await reader(inFolder('shop'));
    const fromServer = await reader();
    for (const setup of [inClone, fromServer]) {
      const read = async (name: string) =>
        (await both(setup, name)).map((text) => [text.what, textOf(text)] as const);
      assert.deepEqual(await read('kinds/film.mp4'), [
        ['lfs', `Stored with Git LFS (1.4 MB)\nsha256:${'a'.repeat(64)}\n`],
        ['lfs', `Stored with Git LFS (1.4 MB)\nsha256:${'b'.repeat(64)}\n`],
      ]);
      assert.deepEqual(await read('kinds/link'), [
        ['link', 'Symbolic link to long.txt\n'],
        ['link', 'Symbolic link to new.txt\n'],
      ]);
      assert.deepEqual(await read('vendor/lib'), [
        ['submodule', `Submodule at commit ${COMMIT}\n`],
        ['submodule', `Submodule at commit ${COMMIT.replace('1f', '2f')}\n`],
      ]);
      const [gone, nothing] = await both(setup, 'kinds/gone.txt');
      assert.deepEqual([textOf(gone), textOf(nothing), nothing.source], ['will go\n', '', 'nothing']);
      const [before, after] = await both(setup, 'kinds/data.bin');
      assert.deepEqual([before.what, [...before.bytes]], ['binary', [0, 1, 2, 255]]);
      assert.deepEqual([after.what, [...after.bytes]], ['binary', [0, 9, 2, 255]]);
      const [dot] = await both(setup, 'kinds/dot.png');
      assert.deepEqual([before.size, after.size, dot.size], [4, 4, PNG.length]);
      assert.deepEqual([dot.what, Buffer.from(dot.bytes)], ['image', PNG]);
      const [renamed] = await both(setup, 'kinds/new name.txt');
      assert.equal(textOf(renamed), lines(numbered(1, 20)));
      const [windows] = await both(setup, 'kinds/windows.txt');
      assert.equal(textOf(windows), 'one\r\ntwo\r\nthree\r\n');
    }
  });

  it('are read with one request each when they are opened', async () => {
    const { content, sides } = await reader();
    const of = await sides(world.key, 'kinds/long.txt');
    assert.deepEqual(requestedPaths(), []);
    const all = await Promise.all([content.read(of.old), content.read(of.old), content.read(of.new)]);
    assert.equal(all[0], all[1], 'who asks meanwhile shares the answer');
    assert.equal((await content.read(of.old)).source, 'server');
    assert.equal(requestedPaths().length, 2);
    content.clear();
    await content.read(of.old);
    assert.equal(requestedPaths().length, 3, 'what another account read is not shown');
  });

  it('are read without the diff for a tab of the previous session', async () => {
    const of = await (await reader()).sides(world.key, 'kinds/long.txt');
    const before = world.sandbox.requests().length;
    const { content } = await reader();
    assert.equal(textOf(await content.read(of.new)).split('\n')[4], 'line 5 is other');
    assert.equal(world.sandbox.requests().length - before, 1);
  });

  it('are read from the source branch of a fork', async () => {
    const { changes, content, sides } = await reader();
    const fork = { base: world.sandbox.url, project: 1, iid: 23 };
    const { files } = await changes.whole(fork);
    const file = files.find(({ diff }) => diff.change !== 'deleted');
    assert.ok(file);
    const of = await sides(fork, file.path);
    const text = await content.read(of.new);
    assert.equal(text.source, 'server');
    const first = file.diff.hunks[0]?.newStart ?? 1;
    assert.ok(knowsLine(file.diff, 'new', first) && textOf(text).split('\n')[first - 1] !== undefined);
  });

  it('report the error of the server without showing other content', async () => {
    const { content, sides } = await reader();
    const of = await sides(world.key, 'kinds/long.txt');
    world.sandbox.faults.add({ kind: 'status', status: 500, path: FILES });
    await errorOf(content.read(of.old), 'server');
    world.sandbox.faults.clear();
    assert.equal((await content.read(of.old)).what, 'text', 'a failure is not kept');
    await assert.rejects(content.read({ ...of.old, path: 'no/such.txt' }));
    const local = await reader(inFolder('shop'));
    await assert.rejects(local.content.read({ ...of.old, path: 'no/such.txt' }), NoSuchFileError);
  });

  it('are canceled when they are closed', async () => {
    const { content, sides } = await reader();
    const of = await sides(world.key, 'kinds/long.txt');
    const stop = new AbortController();
    const reading = content.read(of.old, { signal: stop.signal });
    stop.abort();
    await assert.rejects(reading);
    assert.equal((await content.read(of.old)).what, 'text');
  });
});
