import assert from 'node:assert/strict';
import { readPatch } from '../../../src/domain/changes/patch-reader';
import { patch, paths } from './patches';

describe('patch paths', () => {
  const modeOf = (line: string): string => patch(`diff --git ${line}`, 'old mode 100644', 'new mode 100755');

  it('can contain spaces and the separator between two paths', () => {
    assert.deepEqual(paths(modeOf('a/my file b/my file')), ['my file']);
    assert.deepEqual(paths(modeOf('a/x b/x b/x b/x')), ['x b/x']);
    assert.deepEqual(paths(modeOf('a/a b/a')), ['a']);
  });

  it('are quoted if they contain non-printable or non-ASCII characters', () => {
    assert.deepEqual(
      paths(modeOf('"a/\\303\\274 \\"q\\" \\\\ \\t\\n\\001" "b/\\303\\274 \\"q\\" \\\\ \\t\\n\\001"')),
      ['ü "q" \\ \t\n\x01'],
    );
    assert.deepEqual(paths(modeOf('"a/ü\\t" "b/ü\\t"')), ['ü\t']);
    assert.deepEqual(paths(modeOf('"a/\\377" "b/\\377"')), ['\ufffd']);
  });

  it('end before the tab after names with spaces, and before a date', () => {
    const text = (end: string): string =>
      patch(`--- a/my file${end}`, `+++ b/my file${end}`, '@@ -1 +1 @@', '-a', '+b');
    assert.deepEqual(paths(text('\t')), ['my file']);
    assert.deepEqual(paths(text('\t2026-01-01 10:00:00.000000000 +0000')), ['my file']);
  });

  it('can have other prefixes or none, depending on Git settings', () => {
    assert.deepEqual(paths(modeOf('i/src/x w/src/x')), ['src/x']);
    assert.deepEqual(paths(modeOf('src/x src/x')), ['src/x']);
    assert.deepEqual(paths(modeOf('old/x new/x')), ['x']);
    assert.deepEqual(paths(modeOf('b/x a/x')), ['x']);
  });

  it('differ if files outside a repository were compared', () => {
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

  it('is ignored in emails and logs of several commits', () => {
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

  it('can be the whole text, without a patch', () => {
    assert.deepEqual(readPatch(''), []);
    assert.deepEqual(readPatch('no patch\n--- a\n+++ b\nat all'), []);
    assert.deepEqual(readPatch('* Unmerged path f\nSubmodule lib 1..2:\n  > Work\n'), []);
  });

  it('can contain hunks without a file, whose lines are not file headers', () => {
    const text = patch('@@ -1,3 +0,0 @@', '--- a/x', '-++ b/x', '-@@ -1 +1 @@', ...change('f'));
    assert.deepEqual(paths(text), ['f']);
  });
});

describe('combined diff of a merge', () => {
  it('contains the file, and is marked as incomplete', () => {
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
