import assert from 'node:assert/strict';
import type { FileDiff } from '../../../src/domain/diff/file-diff';
import { linesOf } from '../../../src/domain/diff/hunk-lines';
import { readPatch } from '../../../src/domain/diff/patch-reader';

const patch = (...lines: string[]): string => `${lines.join('\n')}\n`;
const only = (text: string): FileDiff => {
  const files = readPatch(text);
  assert.equal(files.length, 1);
  const [file] = files;
  assert.ok(file);
  return file;
};
const signs = { same: ' ', added: '+', removed: '-' };
const linesIn = (file: FileDiff): string[] =>
  file.hunks.flatMap((hunk) => linesOf(file, hunk).map(({ kind, text }) => `${signs[kind]}${text}`));
const paths = (text: string): string[] =>
  readPatch(text).map(({ oldPath, newPath }) => (oldPath === newPath ? newPath : `${oldPath} => ${newPath}`));

describe('a patch of one file', () => {
  it('tells its paths, modes, counts and lines', () => {
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
      hunks.flatMap((hunk) => linesOf({ text }, hunk)),
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

  it('tells files that come and go', () => {
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

  it('tells renames, copies and changes of modes, with lines and without', () => {
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

  it('tells links, submodules and binary files', () => {
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

  it('has lines that look like headers, and its counts tell that they are lines', () => {
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

  it('keeps carriage returns of its lines, and reads headers that have them', () => {
    const file = only(
      ['--- a/f.txt', '+++ b/f.txt', '@@ -1,2 +1,2 @@ heading', ' a', '-b', '+c', ''].join('\r\n'),
    );
    assert.deepEqual([file.newPath, file.hunks[0]?.heading], ['f.txt', 'heading']);
    assert.deepEqual(linesIn(file), [' a\r', '-b\r', '+c\r']);
  });

  it('reads empty lines of context that lost their space', () => {
    assert.deepEqual(linesIn(only(patch('--- a/f', '+++ b/f', '@@ -1,3 +1,3 @@', '', '-a', '+b', ''))), [
      ...[' ', '-a', '+b', ' '],
    ]);
  });
});

describe('paths of a patch', () => {
  const modeOf = (line: string): string => patch(`diff --git ${line}`, 'old mode 100644', 'new mode 100755');

  it('may hold spaces, and what stands between two paths', () => {
    assert.deepEqual(paths(modeOf('a/my file b/my file')), ['my file']);
    assert.deepEqual(paths(modeOf('a/x b/x b/x b/x')), ['x b/x']);
    assert.deepEqual(paths(modeOf('a/a b/a')), ['a']);
  });

  it('are in quotes where they hold others than visible letters', () => {
    assert.deepEqual(
      paths(modeOf('"a/\\303\\274 \\"q\\" \\\\ \\t\\n\\001" "b/\\303\\274 \\"q\\" \\\\ \\t\\n\\001"')),
      ['ü "q" \\ \t\n\x01'],
    );
    assert.deepEqual(paths(modeOf('"a/ü\\t" "b/ü\\t"')), ['ü\t']);
    assert.deepEqual(paths(modeOf('"a/\\377" "b/\\377"')), ['\ufffd']);
  });

  it('end before the tab that is written behind spaces, and before a date', () => {
    const text = (end: string): string =>
      patch(`--- a/my file${end}`, `+++ b/my file${end}`, '@@ -1 +1 @@', '-a', '+b');
    assert.deepEqual(paths(text('\t')), ['my file']);
    assert.deepEqual(paths(text('\t2026-01-01 10:00:00.000000000 +0000')), ['my file']);
  });

  it('have the prefixes that settings of git give them, or none', () => {
    assert.deepEqual(paths(modeOf('i/src/x w/src/x')), ['src/x']);
    assert.deepEqual(paths(modeOf('src/x src/x')), ['src/x']);
    assert.deepEqual(paths(modeOf('old/x new/x')), ['x']);
    assert.deepEqual(paths(modeOf('b/x a/x')), ['x']);
  });

  it('are two where files were compared that no repository holds', () => {
    const head = ['diff --git a/one.txt b/two.txt', 'index 1..2 100644'];
    const text = patch(...head, '--- a/one.txt', '+++ b/two.txt', '@@ -1 +1 @@', '-a', '+b');
    assert.deepEqual(paths(text), ['one.txt => two.txt']);
    assert.deepEqual(paths(patch(...head, 'Binary files a/one.txt and b/two.txt differ')), [
      'one.txt => two.txt',
    ]);
  });
});

describe('text around the files of a patch', () => {
  const change = (name: string): string[] => [
    `diff --git a/${name} b/${name}`,
    'index 1234567..89abcde 100644',
    `--- a/${name}`,
    `+++ b/${name}`,
    '@@ -1 +1 @@',
    '-a',
    '+b',
  ];

  it('is passed over: mails and logs of several commits', () => {
    const mail = [
      'From 1234567 Mon Sep 17 00:00:00 2001',
      'From: Owner <owner@acme.example>',
      'Subject: [PATCH] Work',
      '',
      '--- this is no file',
      '+++ nor this',
      '@@ -1,9 +1,9 @@ or this',
      'diff --git a/talk b/talk',
      'that was a word about it',
      '---',
      ' f | 2 +-',
      ' 1 file changed, 1 insertion(+), 1 deletion(-)',
      '',
    ];
    const end = ['-- ', '2.39.5', ''];
    const log = ['', 'commit 1234567', 'Author: Owner <owner@acme.example>', '', '    Work', ''];
    const text = patch(
      ...mail,
      ...change('f'),
      ...end,
      ...mail,
      ...change('g'),
      ...end,
      ...log,
      ...change('h'),
    );
    assert.deepEqual(paths(text), ['f', 'g', 'h']);
    assert.ok(
      readPatch(text).every(({ added, removed, incomplete }) => added === 1 && removed === 1 && !incomplete),
    );
  });

  it('is all of it where there is no patch', () => {
    assert.deepEqual(readPatch(''), []);
    assert.deepEqual(readPatch('no patch\n--- a\n+++ b\nat all'), []);
    assert.deepEqual(readPatch('* Unmerged path f\nSubmodule lib 1..2:\n  > Work\n'), []);
  });

  it('has hunks of no file, whose lines are not files either', () => {
    const text = patch('@@ -1,3 +0,0 @@', '--- a/x', '-++ b/x', '-@@ -1 +1 @@', ...change('f'));
    assert.deepEqual(paths(text), ['f']);
  });
});

describe('the combined diff of a merge', () => {
  it('tells which file it is, and that lines are missing', () => {
    const text = patch(
      'diff --cc src/ü and.ts',
      'index 1234567,89abcde..fedcba9',
      'mode 100644,100644..100755',
      '--- a/src/ü and.ts',
      '+++ b/src/ü and.ts',
      '@@@ -1,2 -1,2 +1,2 @@@ main',
      '- a',
      ' -b',
      '++@@ -1 +1 @@',
      '--- a/x',
      '  same',
      'diff --combined "t\\303\\274"',
      'deleted file mode 100644,100644',
      'index 1234567,89abcde..0000000',
      'diff --git a/f b/f',
      'old mode 100644',
      'new mode 100755',
    );
    assert.deepEqual(
      readPatch(text).map((file) => [
        file.newPath,
        file.change,
        file.newMode,
        file.hunks.length,
        file.incomplete,
      ]),
      [
        ['src/ü and.ts', 'modified', '100755', 0, true],
        ['tü', 'deleted', undefined, 0, true],
        ['f', 'modified', '100755', 0, false],
      ],
    );
  });
});

describe('a patch that does not fit', () => {
  const head = ['diff --git a/f b/f', 'index 1..2 100644', '--- a/f', '+++ b/f'];
  const next = ['diff --git a/g b/g', 'old mode 100644', 'new mode 100755'];
  const told = (file: FileDiff | undefined): unknown[] => [
    ...[
      file?.hunks.map((hunk) => [hunk.oldStart, hunk.oldLines, hunk.newStart, hunk.newLines]),
      file?.incomplete,
    ],
  ];

  it('keeps the lines of a hunk that are there, and the files behind it', () => {
    const [file, ...others] = readPatch(patch(...head, '@@ -5,9 +5,8 @@', ' a', '-b', ...next));
    assert.deepEqual(told(file), [[[5, 2, 5, 1]], true]);
    assert.deepEqual(
      others.map(({ newPath }) => newPath),
      ['g'],
    );
    const [comes] = readPatch(patch(...head, '@@ -5,2 +5,3 @@', '+a'));
    assert.deepEqual(told(comes), [[[4, 0, 5, 1]], true]);
  });

  it('leaves out a hunk without lines, and one that lies before its predecessor', () => {
    const line = ['-a', '+b'];
    const [empty] = readPatch(patch(...head, '@@ -5 +5 @@', ...next));
    assert.deepEqual(told(empty), [[], true]);
    const [back] = readPatch(
      patch(...head, '@@ -5 +5 @@', ...line, '@@ -5 +6 @@', ...line, '@@ -7 +7 @@', ...line),
    );
    assert.deepEqual(told(back), [
      [
        [5, 1, 5, 1],
        [7, 1, 7, 1],
      ],
      true,
    ]);
  });

  it('leaves out a hunk at a line that no file has', () => {
    for (const start of ['0', '20000000', '9007199254740991', '9'.repeat(400)]) {
      const [file] = readPatch(patch(...head, `@@ -${start} +${start} @@`, '-a', '+b'));
      assert.deepEqual(file?.hunks, []);
    }
  });
});
