import assert from 'node:assert/strict';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { linesOfHunk } from '../../../src/domain/changes/hunk-lines';
import { readPatch } from '../../../src/domain/changes/patch-reader';
import { linesIn, only, patch } from './patches';

describe('patch parser', () => {
  it('returns paths, modes, counts, and lines', () => {
    const file = only(
      patch(
        'diff --git a/src/app.ts b/src/app.ts',
        'index 1234567..89abcde 100755',
        '--- a/src/app.ts',
        '+++ b/src/app.ts',
        '@@ -3,3 +3,4 @@ function main() {',
        ' one',
        '-two',
        '+2',
        '+2.5',
        ' three',
        '@@ -40 +41 @@',
        '-last',
        '\\ No newline at end of file',
        '+end',
      ),
    );
    const { text, hunks, ...rest } = file;
    assert.deepEqual(rest, {
      oldPath: 'src/app.ts',
      newPath: 'src/app.ts',
      oldMode: '100755',
      newMode: '100755',
      change: 'modified',
      binary: false,
      added: 3,
      removed: 2,
      incomplete: false,
    });
    assert.deepEqual(
      hunks.map(({ oldStart, oldLines, newStart, newLines, heading }) => [
        ...[oldStart, oldLines, newStart, newLines, heading],
      ]),
      [
        [3, 3, 3, 4, 'function main() {'],
        [40, 1, 41, 1, ''],
      ],
    );
    assert.deepEqual(
      hunks.flatMap((hunk) => linesOfHunk({ text }, hunk)),
      [
        { kind: 'same', text: 'one', oldLine: 3, newLine: 3, ended: true },
        { kind: 'removed', text: 'two', oldLine: 4, newLine: undefined, ended: true },
        { kind: 'added', text: '2', oldLine: undefined, newLine: 4, ended: true },
        { kind: 'added', text: '2.5', oldLine: undefined, newLine: 5, ended: true },
        { kind: 'same', text: 'three', oldLine: 5, newLine: 6, ended: true },
        { kind: 'removed', text: 'last', oldLine: 40, newLine: undefined, ended: false },
        { kind: 'added', text: 'end', oldLine: undefined, newLine: 41, ended: true },
      ],
    );
  });

  it('returns added and deleted files', () => {
    const text = patch(
      'diff --git a/new.txt b/new.txt',
      'new file mode 100755',
      'index 0000000..89abcde',
      '--- /dev/null',
      '+++ b/new.txt',
      '@@ -0,0 +1 @@',
      '+hello',
      'diff --git a/empty b/empty',
      'new file mode 100644',
      'index 0000000..e69de29',
      'diff --git a/old.txt b/old.txt',
      'deleted file mode 100644',
      'index 89abcde..0000000',
      '--- a/old.txt',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-bye',
    );
    assert.deepEqual(
      readPatch(text).map((file) => [file.change, file.newPath, file.oldMode, file.newMode, linesIn(file)]),
      [
        ['added', 'new.txt', undefined, '100755', ['+hello']],
        ['added', 'empty', undefined, '100644', []],
        ['deleted', 'old.txt', '100644', undefined, ['-bye']],
      ],
    );
  });

  it('returns renames, copies, and mode changes, with and without lines', () => {
    const text = patch(
      'diff --git a/old name.ts b/new name.ts',
      'similarity index 100%',
      'rename from old name.ts',
      'rename to new name.ts',
      'diff --git a/x b/y',
      'old mode 100644',
      'new mode 100755',
      'similarity index 90%',
      'copy from x',
      'copy to y',
      'index 1234567..89abcde',
      '--- a/x',
      '+++ b/y',
      '@@ -1 +1 @@',
      '-1',
      '+2',
      'diff --git a/run b/run',
      'old mode 100644',
      'new mode 100755',
    );
    assert.deepEqual(
      readPatch(text).map((file) => [
        file.change,
        file.oldPath,
        file.newPath,
        file.oldMode,
        file.newMode,
        file.added,
      ]),
      [
        ['renamed', 'old name.ts', 'new name.ts', undefined, undefined, 0],
        ['copied', 'x', 'y', '100644', '100755', 1],
        ['modified', 'run', 'run', '100644', '100755', 0],
      ],
    );
  });

  it('returns symbolic links, submodules, and binary files', () => {
    const text = patch(
      'diff --git a/link b/link',
      'new file mode 120000',
      'index 0000000..1234567',
      '--- /dev/null',
      '+++ b/link',
      '@@ -0,0 +1 @@',
      '+target/of it',
      '\\ No newline at end of file',
      'diff --git a/lib b/lib',
      'index 1111111..2222222 160000',
      '--- a/lib',
      '+++ b/lib',
      '@@ -1 +1 @@',
      `-Subproject commit ${'1'.repeat(40)}`,
      `+Subproject commit ${'2'.repeat(40)}`,
      'diff --git a/logo.png b/logo.png',
      'index 1234567..89abcde 100644',
      'Binary files a/logo.png and b/logo.png differ',
      'diff --git a/data b/data',
      'index 1234567..89abcde 100644',
      'GIT binary patch',
      'literal 5',
      'McmZQzWMT#Y01f~L',
      '',
      'delta 4',
      'LcmZ>9WMT#Y01f~L',
      '',
      'diff --git a/last b/last',
      'old mode 100644',
      'new mode 100755',
    );
    assert.deepEqual(
      readPatch(text).map((file) => [file.newPath, file.newMode, file.binary, file.added, file.removed]),
      [
        ['link', '120000', false, 1, 0],
        ['lib', '160000', false, 1, 1],
        ['logo.png', '100644', true, 0, 0],
        ['data', '100644', true, 0, 0],
        ['last', '100755', false, 0, 0],
      ],
    );
  });

  it('uses the counts to distinguish lines that look like headers', () => {
    const lines = [
      '--- a/other',
      '+++ b/other',
      ' @@ -1 +1 @@',
      '-diff --git a/x b/x',
      '+diff --git a/x b/x',
      '-- a/third',
      '+++ b/third',
      ' diff --git a/y b/y',
    ];
    const text = patch(
      'diff --git a/f b/f',
      'index 1..2 100644',
      '--- a/f',
      '+++ b/f',
      '@@ -1,5 +1,5 @@',
      ...lines,
    );
    assert.deepEqual(linesIn(only(text)), lines);
  });

  it('keeps carriage returns in lines, and reads headers that have them', () => {
    const file = only(
      ['--- a/f.txt', '+++ b/f.txt', '@@ -1,2 +1,2 @@ heading', ' a', '-b', '+c', ''].join('\r\n'),
    );
    assert.deepEqual([file.newPath, file.hunks[0]?.heading], ['f.txt', 'heading']);
    assert.deepEqual(linesIn(file), [' a\r', '-b\r', '+c\r']);
  });

  it('reads empty context lines without a leading space', () => {
    assert.deepEqual(linesIn(only(patch('--- a/f', '+++ b/f', '@@ -1,3 +1,3 @@', '', '-a', '+b', ''))), [
      ...[' ', '-a', '+b', ' '],
    ]);
  });
});

describe('inconsistent patch', () => {
  const head = ['diff --git a/f b/f', 'index 1..2 100644', '--- a/f', '+++ b/f'];
  const next = ['diff --git a/g b/g', 'old mode 100644', 'new mode 100755'];
  const summaryOf = (file: FileDiff | undefined): unknown[] => [
    ...[
      file?.hunks.map((hunk) => [hunk.oldStart, hunk.oldLines, hunk.newStart, hunk.newLines]),
      file?.incomplete,
    ],
  ];

  it('keeps the existing lines of a hunk and the following files', () => {
    const [file, ...others] = readPatch(patch(...head, '@@ -5,9 +5,8 @@', ' a', '-b', ...next));
    assert.deepEqual(summaryOf(file), [[[5, 2, 5, 1]], true]);
    assert.deepEqual(
      others.map(({ newPath }) => newPath),
      ['g'],
    );
    const [comes] = readPatch(patch(...head, '@@ -5,2 +5,3 @@', '+a'));
    assert.deepEqual(summaryOf(comes), [[[4, 0, 5, 1]], true]);
  });

  it('is read without empty hunks and hunks that start before their predecessor', () => {
    const line = ['-a', '+b'];
    const [empty] = readPatch(patch(...head, '@@ -5 +5 @@', ...next));
    assert.deepEqual(summaryOf(empty), [[], true]);
    const [back] = readPatch(
      patch(...head, '@@ -5 +5 @@', ...line, '@@ -5 +6 @@', ...line, '@@ -7 +7 @@', ...line),
    );
    assert.deepEqual(summaryOf(back), [
      [
        [5, 1, 5, 1],
        [7, 1, 7, 1],
      ],
      true,
    ]);
  });

  it('is read without hunks at impossible line numbers', () => {
    for (const start of ['0', '20000000', '9007199254740991', '9'.repeat(400)]) {
      const [file] = readPatch(patch(...head, `@@ -${start} +${start} @@`, '-a', '+b'));
      assert.deepEqual(file?.hunks, []);
    }
  });
});
