import assert from 'node:assert/strict';
import { patchKey } from '../../../src/app/changes/entry';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { interdiff, type InterdiffOptions } from '../../../src/domain/changes/interdiff';
import { patchBody } from '../../../src/domain/changes/patch-body';
import { readPatch } from '../../../src/domain/changes/patch-reader';

const only = (patch: string): FileDiff => {
  const [diff] = readPatch(patch);
  assert.ok(diff !== undefined);
  return diff;
};

/** Returns a patch with one hunk: its first line, the function around it, and its lines with their signs. */
function changed(path: string, lines: readonly string[], { at = 10, heading = '' } = {}): string {
  const count = (sign: string): number =>
    lines.filter((line) => line.startsWith(' ') || line.startsWith(sign)).length;
  return [
    `diff --git a/${path} b/${path}`,
    'index 1111111..2222222 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${at},${count('-')} +${at},${count('+')} @@${heading}`,
    ...lines,
    '',
  ].join('\n');
}

const CHANGE = [' a', ' b', ' c', '-d', '+D', ' e', ' f', ' g'];
const comparisons = (from: string, to: string, options?: InterdiffOptions) =>
  interdiff(readPatch(from), readPatch(to), options).map(({ path, comparison }) => `${path} ${comparison}`);

describe('equality of changes', () => {
  const same = (one: string, other: string): boolean => {
    const [body, otherBody] = [patchBody(only(one)), patchBody(only(other))];
    assert.equal(patchKey(only(one)) === patchKey(only(other)), body === otherBody);
    return body === otherBody;
  };

  it('ignores line numbers, headings, and lines beyond the direct neighbors', () => {
    const elsewhere = [' x', ' y', ' c', '-d', '+D', ' e', ' z'];
    assert.ok(same(changed('a.ts', CHANGE), changed('a.ts', CHANGE, { at: 90, heading: ' class B' })));
    assert.ok(same(changed('a.ts', CHANGE), changed('a.ts', elsewhere)));
    const apart = [' a', '-b', ' c', ' d', '+e', ' f'];
    const furtherApart = [' a', '-b', ' c', ' new', ' new', ' new', ' d', '+e', ' f'];
    assert.ok(same(changed('a.ts', apart), changed('a.ts', furtherApart)));
  });

  it('depends on the lines, their direct neighbors, and the file', () => {
    const one = changed('a.ts', CHANGE);
    for (const other of [
      [' a', ' b', ' c', '-d', '+D ', ' e', ' f', ' g'],
      [' a', ' b', ' C', '-d', '+D', ' e', ' f', ' g'],
      [' a', ' b', ' c', '-d', '+D', ' E', ' f', ' g'],
      [' a', ' b', ' c', '-d', ' e', ' f', ' g'],
      [' c', '-d', '+D', '\\ No newline at end of file'],
    ])
      assert.ok(!same(one, changed('a.ts', other)), other.join('|'));
    assert.ok(!same(one, changed('b.ts', CHANGE)));
  });

  it('depends on the mode of changed and added files', () => {
    const mode = (to: string): string => `diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode ${to}\n`;
    const added = (to: string): string =>
      `diff --git a/a.sh b/a.sh\nnew file mode ${to}\n--- /dev/null\n+++ b/a.sh\n@@ -0,0 +1 @@\n+x\n`;
    assert.ok(!same(mode('100755'), mode('120000')));
    assert.ok(!same(added('100644'), added('100755')));
    assert.ok(same(added('100644'), added('100644')));
  });

  it("uses a separate key for each version if the patch doesn't contain the change", () => {
    const binary = only(
      'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n',
    );
    assert.equal(patchKey(binary), patchKey(binary));
    assert.notEqual(patchKey(binary, 'one head'), patchKey(binary, 'another head'));
    assert.match(patchKey(binary), /^[0-9a-f]{64}$/);
  });
});

describe('comparison of two versions', () => {
  it('returns same, rebased, changed, new, and gone files', () => {
    const from = ['same.ts', 'rebased.ts', 'changed.ts', 'gone.ts']
      .map((path) => changed(path, CHANGE))
      .join('');
    const to = [
      changed('new.ts', ['+x']),
      changed('changed.ts', [...CHANGE, '+more']),
      changed('rebased.ts', CHANGE, { at: 11 }),
      changed('same.ts', CHANGE, { heading: ' class B' }),
    ].join('');
    assert.deepEqual(comparisons(from, to), [
      'new.ts new',
      'changed.ts changed',
      'rebased.ts rebased',
      'same.ts same',
      'gone.ts gone',
    ]);
  });

  it('returns no rebased files if both versions have the same base', () => {
    const [from, to] = [changed('a.ts', CHANGE), changed('a.ts', CHANGE, { at: 90 })];
    assert.deepEqual(comparisons(from, to), ['a.ts rebased']);
    assert.deepEqual(comparisons(from, to, { sameBase: true }), ['a.ts changed']);
    assert.deepEqual(comparisons(from, from, { sameBase: true }), ['a.ts same']);
  });

  it('is unsure about files whose changes are unknown', () => {
    const binary = 'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n';
    assert.deepEqual(comparisons(binary, binary), ['a.png unsure']);
    const same = (is: boolean) => ({ sameContent: () => is });
    assert.deepEqual(comparisons(binary, binary, same(true)), ['a.png same']);
    assert.deepEqual(comparisons(binary, binary, same(false)), ['a.png changed']);
    const large = changed('large.ts', CHANGE);
    assert.deepEqual(comparisons(large, large, { isWithheld: () => true }), ['large.ts unsure']);
    const withheld = { isWithheld: () => true, ...same(false) };
    assert.deepEqual(comparisons(large, large, withheld), ['large.ts unsure'], 'a rebase may have done it');
    assert.deepEqual(comparisons(large, large, { ...withheld, sameBase: true }), ['large.ts changed']);
  });

  const added = (path: string, lines: readonly string[]): string =>
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
  const renamed = (from: string, to: string): string =>
    `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
  const pairs = (from: string, to: string): string[] =>
    interdiff(readPatch(from), readPatch(to)).map(
      ({ comparison, before, after }) => `${before?.newPath ?? '-'} ${after?.newPath ?? '-'} ${comparison}`,
    );

  it('follows files that are renamed in one version, in both, or between them', () => {
    assert.deepEqual(pairs(changed('a.ts', CHANGE), renamed('a.ts', 'b.ts')), ['a.ts b.ts changed']);
    assert.deepEqual(pairs(renamed('a.ts', 'b.ts'), changed('a.ts', CHANGE)), ['b.ts a.ts changed']);
    assert.deepEqual(pairs(renamed('a.ts', 'b.ts'), renamed('a.ts', 'c.ts')), ['b.ts c.ts changed']);
    assert.deepEqual(pairs(changed('a.ts', CHANGE), changed('b.ts', CHANGE)), ['a.ts b.ts changed']);
  });

  it('follows an added file to another name if most of its lines are the same', () => {
    const lines = ['one', 'two', 'three', 'four'];
    const [from, other] = [added('a.ts', lines), added('other.ts', ['1', '2', '3', '4', '5'])];
    const near = added('b.ts', [...lines.slice(1), 'five']);
    assert.deepEqual(pairs(from + other, near + other), ['a.ts b.ts changed', 'other.ts other.ts same']);
    const far = added('b.ts', ['one', 'zwei', 'drei', 'vier']);
    assert.deepEqual(pairs(from, far), ['- b.ts new', 'a.ts - gone']);
  });

  it('pairs each file once, also if many are similar', () => {
    const many = (name: string): string =>
      Array.from({ length: 400 }, (_, file) => added(`${name}${file}.ts`, Array<string>(20).fill('}'))).join(
        '',
      );
    const files = interdiff(readPatch(many('a')), readPatch(many('b')));
    const before = files.flatMap((file) => file.before ?? []);
    assert.equal(new Set(before).size, before.length);
    assert.equal(files.filter(({ after }) => after !== undefined).length, 400);
    assert.equal(before.length, 400);
  });
});
