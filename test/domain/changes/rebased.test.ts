import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { lineMatches } from '../../../src/domain/changes/line-matches';
import { rebasedText } from '../../../src/domain/changes/rebased';
import { fuzzRuns } from '../../fuzz-runs';

/** Number of merges that are compared with Git. */
const MERGES = fuzzRuns(400, 120);

const text = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

describe('file of an older version, applied to the base of the newer version', () => {
  it('contains the change of the older version and the change of the base', () => {
    const moved = rebasedText({
      oldBase: text('one', 'two', 'three', 'four', 'five'),
      oldHead: text('one', 'two', 'three', 'four', 'five', 'six'),
      newBase: text('zero', 'one', 'two', 'three', 'four', 'five'),
    });
    assert.deepEqual(moved, {
      text: text('zero', 'one', 'two', 'three', 'four', 'five', 'six'),
      conflicts: 0,
      tooLarge: false,
    });
  });

  it("is unchanged if the base didn't change, and equals the base if the version had no change", () => {
    const [a, b] = [text('a'), text('b')];
    assert.equal(rebasedText({ oldBase: a, oldHead: b, newBase: a }).text, b);
    assert.equal(rebasedText({ oldBase: a, oldHead: a, newBase: b }).text, b);
    assert.equal(rebasedText({ oldBase: a, oldHead: b, newBase: b }).text, b);
    assert.deepEqual(rebasedText({ oldBase: '', oldHead: '', newBase: '' }).text, '');
  });

  it('has conflict markers like Git, and counts them', () => {
    const texts = {
      oldBase: text('a', 'b', 'c'),
      oldHead: text('a', 'mine', 'c'),
      newBase: text('a', 'theirs', 'c'),
    };
    assert.deepEqual(rebasedText(texts, { base: 'main', change: 'version 1' }), {
      text: text('a', '<<<<<<< main', 'theirs', '=======', 'mine', '>>>>>>> version 1', 'c'),
      conflicts: 1,
      tooLarge: false,
    });
  });

  it('keeps line endings, also missing ones', () => {
    const texts = { oldBase: 'a\r\nb\r\nc', oldHead: 'a\r\nb\r\nmine', newBase: '0\r\na\r\nb\r\nc' };
    assert.equal(rebasedText(texts).text, '0\r\na\r\nb\r\nmine');
    const both = { oldBase: 'a\r\nb', oldHead: 'a\r\nmine', newBase: 'a\r\ntheirs' };
    assert.equal(rebasedText(both).text, 'a\r\n<<<<<<<\r\ntheirs\r\n=======\r\nmine\r\n>>>>>>>\r\n');
  });
});

/** Returns the numbers below `count` in an order that depends only on the seed. */
function shuffled(count: number, seed: number): string {
  const rank = (number: number): number => {
    const mixed = Math.imul(number ^ Math.imul(seed, 0x9e3779b9), 0x85ebca6b);
    return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  };
  const numbers = Array.from({ length: count }, (_, number) => number);
  return text(...numbers.sort((one, other) => rank(one) - rank(other)).map(String));
}

describe('merge that would take too long', () => {
  const hostile: Record<string, readonly [string, string, string]> = {
    'the same lines in three orders': [shuffled(50_000, 1), shuffled(50_000, 2), shuffled(50_000, 3)],
    'millions of empty lines': ['\n'.repeat(900_000), `${'\n'.repeat(900_000)}a`, `b${'\n'.repeat(900_000)}`],
    'one line of many megabytes': ['a'.repeat(5_000_000), 'b'.repeat(5_000_000), 'c'.repeat(5_000_000)],
  };
  for (const [name, [oldBase, oldHead, newBase]] of Object.entries(hostile))
    it(`returns the unchanged text and reports it: ${name}`, () => {
      const { text: unmoved, ...result } = rebasedText({ oldBase, oldHead, newBase });
      assert.deepEqual(result, { conflicts: 0, tooLarge: true });
      assert.ok(unmoved === oldHead);
    });

  it("doesn't include large files with many changes or a completely new text", () => {
    const lines = (change: (line: number) => string): string =>
      text(...Array.from({ length: 20_000 }, (_, line) => change(line)));
    const oldBase = lines((line) => `line ${line}`);
    const oldHead = lines((line) => (line % 50 === 0 ? `mine ${line}` : `line ${line}`));
    const newBase = lines((line) => (line % 50 === 25 ? `theirs ${line}` : `line ${line}`));
    const both = lines((line) =>
      line % 50 === 0 ? `mine ${line}` : line % 50 === 25 ? `theirs ${line}` : `line ${line}`,
    );
    assert.deepEqual(rebasedText({ oldBase, oldHead, newBase }), {
      text: both,
      conflicts: 0,
      tooLarge: false,
    });
    const rewritten = lines((line) => `new ${line}`);
    assert.equal(rebasedText({ oldBase, oldHead: rewritten, newBase }).conflicts, 1);
  });
});

describe('common lines of two texts', () => {
  it('are a longest common subsequence', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const matches = lineMatches(a, b, { left: 100_000 });
        assert.ok(matches !== undefined);
        const pairs = [...matches].flatMap((place, line) => (place < 0 ? [] : [[line, place] as const]));
        pairs.forEach(([line, place], index) => {
          assert.equal(a[line], b[place]);
          assert.ok(index === 0 || place > (pairs[index - 1]?.[1] ?? 0));
        });
        assert.equal(pairs.length, longestCommon(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  function longestCommon(a: readonly string[], b: readonly string[]): number {
    let row = new Array<number>(b.length + 1).fill(0);
    for (const line of a) {
      const next = [0];
      b.forEach((other, at) => {
        const longer = line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0);
        next.push(longer);
      });
      row = next;
    }
    return row[b.length] ?? 0;
  }
});

describe('merge compared with Git', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'switchyard-merge-'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function gitMerge(oldBase: string, oldHead: string, newBase: string) {
    const files = Object.entries({ onto: newBase, base: oldBase, head: oldHead }).map(([name, content]) => {
      writeFileSync(path.join(folder, name), content);
      return path.join(folder, name);
    });
    const args = ['merge-file', '-p', ...['-L', 'onto', '-L', 'base', '-L', 'head'], ...files];
    const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
    return { text: stdout, conflicts: status };
  }

  const line = fc.oneof(
    fc.constantFrom('}', 'end', '  return;'),
    fc.integer({ min: 0, max: 40 }).map((number) => `line ${number}`),
  );
  const edits = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      cut: fc.nat(3),
      put: fc.array(line, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  );
  const lines = fc.array(line, { minLength: 1, maxLength: 40 });
  const edited = (
    before: readonly string[],
    [...todo]: { at: number; cut: number; put: string[] }[],
  ): string[] =>
    todo.reduce<string[]>(
      (now, { at, cut, put }) => now.toSpliced(Math.floor(at * now.length), cut, ...put),
      [...before],
    );

  it('returns the same text and conflicts for any changes on both sides', () => {
    let clean = 0;
    let touching = 0;
    fc.assert(
      fc.property(lines, edits, edits, (base, mine, theirs) => {
        const [oldBase, oldHead, newBase] = [base, edited(base, mine), edited(base, theirs)].map((all) =>
          text(...all),
        ) as [string, string, string];
        const git = gitMerge(oldBase, oldHead, newBase);
        const { text: ours, conflicts } = rebasedText(
          { oldBase, oldHead, newBase },
          { base: 'onto', change: 'head' },
        );
        assert.deepEqual({ text: ours, conflicts }, git);
        if (conflicts === 0) clean++;
        else touching++;
      }),
      { numRuns: MERGES, seed: 6 },
    );
    assert.ok(clean > MERGES / 4 && touching > MERGES / 4);
  });
});
