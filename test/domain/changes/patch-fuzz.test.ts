import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffOfEntry } from '../../../src/domain/changes/entry-diff';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { linesOfHunk } from '../../../src/domain/changes/hunk-lines';
import { readPatch } from '../../../src/domain/changes/patch-reader';
import { newSide, PatchMismatchError, sidesFromHunks } from '../../../src/domain/changes/sides';

/** Parts of patches, to generate texts that resemble patches. */
const TOKENS = [
  ...['diff --git a/f b/f\n', 'diff --git "a/\\303\\274 b/f\n', 'diff --cc f\n', 'index 1..2 100644\n'],
  ...['--- a/f\n', '+++ b/f\n', '--- /dev/null\n', '+++ /dev/null\n', '--- "a/\\', '@@ -1 +1 @@\n'],
  ...[
    '@@ -1,3 +1,4 @@ main\n',
    '@@ -0,0 +1,2 @@\n',
    '@@ -9,0 +9 @@\n',
    '@@ -2,99999999 +2,3 @@\n',
    '@@@ -1 -1 +1 @@@\n',
  ],
  ...['@@ -999 +999 @@\n', '@@ -'],
  ...[
    '+a\n',
    '-a\n',
    ' a\n',
    '\n',
    '\\ No newline at end of file\n',
    '\\',
    '-- \n',
    'rename from f\n',
    'rename to g\n',
  ],
  ...[
    'new file mode 100644\n',
    'deleted file mode 1\n',
    'Binary files a and b differ\n',
    'GIT binary patch\n',
    '\r\n',
    '\0',
  ],
] as const;
const nearlyPatch = fc
  .array(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...TOKENS) }, fc.string({ unit: 'binary' })), {
    maxLength: 60,
    size: 'max',
  })
  .map((parts) => parts.join(''));

function holds(diff: FileDiff): void {
  let [oldNext, newNext, added, removed] = [1, 1, 0, 0];
  for (const hunk of diff.hunks) {
    const lines = linesOfHunk(diff, hunk);
    assert.ok(lines.length > 0);
    for (const { kind, oldLine, newLine } of lines) {
      assert.ok((oldLine ?? oldNext) >= oldNext && (newLine ?? newNext) >= newNext, 'lines go ahead');
      if (oldLine !== undefined) oldNext = oldLine + 1;
      if (newLine !== undefined) newNext = newLine + 1;
      if (kind === 'added') added++;
      if (kind === 'removed') removed++;
    }
    const [olds, news] = [
      lines.filter(({ kind }) => kind !== 'added'),
      lines.filter(({ kind }) => kind !== 'removed'),
    ];
    assert.deepEqual([olds.length, news.length], [hunk.oldLines, hunk.newLines]);
    if (olds[0] !== undefined) assert.equal(olds[0].oldLine, hunk.oldStart);
    if (news[0] !== undefined) assert.equal(news[0].newLine, hunk.newStart);
  }
  assert.deepEqual([diff.added, diff.removed], [added, removed]);
  const sides = sidesFromHunks(diff);
  try {
    newSide(sides.old, diff);
  } catch (error) {
    assert.ok(error instanceof PatchMismatchError);
  }
}

describe('parser for any text as a patch', () => {
  it('returns consistent results without errors', () => {
    fc.assert(
      fc.property(nearlyPatch, (text) => {
        for (const diff of readPatch(text)) {
          holds(diff);
          assert.ok(text.includes(diff.text));
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('accepts any text as an entry of a server', () => {
    const entry = {
      new_file: false,
      deleted_file: false,
      renamed_file: false,
      collapsed: false,
      too_large: false,
    };
    fc.assert(
      fc.property(nearlyPatch, fc.boolean(), fc.option(fc.string()), (diff, added, mode) => {
        holds(diffOfEntry({ ...entry, old_path: 'f', new_path: 'f', a_mode: mode, diff, new_file: added }));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes linear time', () => {
    const long = 2_000_000;
    const repeated = (part: string): string => part.repeat(long / part.length);
    const texts = [
      ...TOKENS.map(repeated),
      repeated('--- a\n+++ b\n'),
      repeated('--- a\n+++ b\n@@ -1 +1 @@\n'),
      repeated('diff --git a/f b/f\nold mode 100644\n'),
      `diff --git ${repeated('a/ b/')}\nindex 1..2\n`,
      `diff --git "${repeated('\\')}\nindex 1..2\n`,
      `diff --git "${repeated('\\303')}" ${repeated('"')}\nindex 1..2\n`,
      `diff --git a b\nindex ${repeated(' ')}\nrename from "${repeated('\\"')}\n`,
      `--- ${repeated('\t')}\n+++ ${repeated('a/')}\n@@ -1 +1 @@\n+a\n`,
      `@@ -${repeated('1')}`,
      `--- a\n+++ b\n@@ -1,${long} +1,${long} @@\n${repeated('\\\n')}`,
      `--- a\n+++ b\n@@ -1,${long} +1,${long} @@${repeated(' ')}\n${repeated('\n')}`,
    ];
    for (const text of texts) {
      for (const diff of readPatch(text)) assert.ok(diff.text.length <= text.length);
    }
  });
});
