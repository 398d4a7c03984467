import assert from 'node:assert/strict';
import { diffOfEntry } from '../../../src/domain/changes/entry-diff';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { knowsLine, newSide, PatchMismatchError, sidesFromHunks } from '../../../src/domain/changes/sides';
import type { PatchEntry } from '../../../src/domain/shared/patch-text';

const entry = (diff: string, over: Partial<PatchEntry> = {}): FileDiff =>
  diffOfEntry({
    ...{
      old_path: 'f',
      new_path: 'f',
      a_mode: '100644',
      b_mode: '100644',
      diff,
      new_file: false,
      deleted_file: false,
    },
    ...{ renamed_file: false, collapsed: false, too_large: false, ...over },
  });
const gapLabel = (lines: number | undefined): string => `${lines ?? 'some'} not shown`;
const sides = (diff: FileDiff): { old: string; new: string } => sidesFromHunks(diff, gapLabel);

describe('changed file entry of a server', () => {
  it('has hunks, with or without the lines that name both sides', () => {
    const hunks = '@@ -1,2 +1,2 @@\n a\n-b\n+c\n';
    for (const diff of [hunks, `--- a/f\n+++ b/f\n${hunks}`, hunks.slice(0, -1)]) {
      const { added, removed, hunks: read, change, incomplete } = entry(diff);
      assert.deepEqual([added, removed, read.length, change, incomplete], [1, 1, 1, 'modified', false]);
    }
  });

  it('contains the kind of change and the modes', () => {
    const changeOf = (over: Partial<PatchEntry>): unknown[] => {
      const { change, oldMode, newMode } = entry('', over);
      return [change, oldMode, newMode];
    };
    assert.deepEqual(changeOf({}), ['modified', '100644', '100644']);
    assert.deepEqual(changeOf({ new_file: true, a_mode: '0' }), ['added', undefined, '100644']);
    assert.deepEqual(changeOf({ deleted_file: true, b_mode: '0' }), ['deleted', '100644', undefined]);
    assert.deepEqual(changeOf({ renamed_file: true, old_path: 'e' }), ['renamed', '100644', '100644']);
    assert.deepEqual(changeOf({ a_mode: null, b_mode: '' }), ['modified', undefined, undefined]);
  });

  it('can be binary, and has no counts if its hunks are omitted', () => {
    assert.equal(entry('Binary files a/f and b/f differ\n').binary, true);
    assert.equal(entry('@@ -0,0 +1 @@\n+Binary files a/f and b/f differ\n').binary, false);
    const { binary, added, removed, hunks } = entry('', { too_large: true });
    assert.deepEqual([binary, added, removed, hunks], [false, 0, 0, []]);
  });
});

describe('new side of a file', () => {
  const change = entry('@@ -2,2 +2,3 @@\n two\n-three\n+3\n+3.5\n');

  it('is the old side with the change applied', () => {
    assert.equal(newSide('one\ntwo\nthree\nfour', change), 'one\ntwo\n3\n3.5\nfour');
  });

  it('ends with or without a line break', () => {
    const none = '\\ No newline at end of file\n';
    assert.equal(newSide('a', entry(`@@ -1 +1 @@\n-a\n${none}+a\n`)), 'a\n');
    assert.equal(newSide('a\n', entry(`@@ -1 +1 @@\n-a\n+a\n${none}`)), 'a');
    assert.equal(newSide('a', entry(`@@ -0,0 +1 @@\n+b\n`)), 'b\na');
  });

  it("is not created from a text that doesn't match the diff", () => {
    const texts = ['', 'one\ntwo\n', 'one\ntwo\nthree', 'one\ntwo\r\nthree\n', 'zero\none\ntwo\nthree\n'];
    for (const text of texts) assert.throws(() => newSide(text, change), PatchMismatchError);
    assert.throws(() => newSide('a', entry('@@ -0,0 +1 @@\n+a\n', { new_file: true })), PatchMismatchError);
    assert.throws(
      () => newSide('one\ntwo\nother\n', change),
      (error) => error instanceof PatchMismatchError && error.line === 3,
    );
  });

  it('is not created from an incomplete diff', () => {
    for (const diff of [
      '@@ -1,9 +1,9 @@\n a\n+b\n',
      'Binary files a/f and b/f differ\n',
      '@@ -1 +5 @@\n-a\n+b\n',
    ]) {
      assert.throws(() => newSide('a\n', entry(diff)), PatchMismatchError);
    }
  });
});

describe('both sides of a file from its hunks', () => {
  it('have lines at their numbers, and placeholders for unknown lines', () => {
    const diff = entry('@@ -3,2 +3,3 @@\n c\n+new\n d\n@@ -8 +8,0 @@\n-h\n');
    assert.deepEqual(sides(diff), {
      old: '2 not shown\n\nc\nd\n3 not shown\n\n\nh\nsome not shown\n',
      new: '2 not shown\n\nc\nnew\nd\n3 not shown\n\n\n' + 'some not shown\n',
    });
    const known = (side: 'old' | 'new'): number[] =>
      Array.from({ length: 12 }, (_, line) => line).filter((line) => knowsLine(diff, side, line));
    assert.deepEqual(known('old'), [3, 4, 8]);
    assert.deepEqual(known('new'), [3, 4, 5]);
  });

  it('have no placeholder after the last hunk if the file ends there', () => {
    assert.deepEqual(sides(entry('@@ -0,0 +1,2 @@\n+a\n+b\n', { new_file: true })), {
      old: '',
      new: 'a\nb\n',
    });
    assert.deepEqual(sides(entry('@@ -1 +0,0 @@\n-a\n', { deleted_file: true })), { old: 'a\n', new: '' });
    assert.deepEqual(sides(entry('@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n')), {
      old: 'a\n',
      new: 'b',
    });
  });

  it('consist of a placeholder if there are no hunks', () => {
    assert.deepEqual(sides(entry('', { too_large: true })), {
      old: 'some not shown\n',
      new: 'some not shown\n',
    });
    assert.deepEqual(sides(entry('', { collapsed: true, new_file: true })), {
      old: '',
      new: 'some not shown\n',
    });
  });

  it('use a single line for each placeholder', () => {
    const diff = entry('@@ -3 +3 @@\n-a\n+b\n');
    assert.equal(sidesFromHunks(diff, () => 'two\r\nlines').old, 'two lines\n\na\ntwo lines\n');
  });
});
