import assert from 'node:assert/strict';
import { structuredPatch } from 'diff';
import fc from 'fast-check';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { spanInVersion } from '../../../src/domain/changes/follow';
import { readPatch } from '../../../src/domain/changes/patch-reader';
import {
  type CommentableFile,
  isOfVersion,
  lineAt,
  type LineSpan,
  placeInImage,
  positionAt,
  positionInImage,
  spanOf,
} from '../../../src/domain/changes/positions';

const REFS = { base: 'a'.repeat(40), start: 'b'.repeat(40), head: 'c'.repeat(40) };
const HASH = '0123456789abcdef0123456789abcdef01234567';

/** Returns the diff of two texts, as Git writes it with `context` lines around a change. */
function diffOf(before: readonly string[], after: readonly string[], context = 3): FileDiff {
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  const { hunks } = structuredPatch('a', 'a', text(before), text(after), '', '', { context });
  const body = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const at = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`;
    return [`@@ -${at(oldStart, oldLines)} +${at(newStart, newLines)} @@`, ...lines, ''].join('\n');
  });
  const [diff] = readPatch(`diff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n${body.join('')}`);
  assert.ok(diff);
  return diff;
}

const lines = fc.array(fc.constantFrom('one', 'two', 'three', 'four', '', '}'), { maxLength: 30 });

describe('comment positions', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
  const after = ['a', 'b', 'B', 'c', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
  const diff = diffOf(before, after, 1);
  const at = (side: 'old' | 'new', start: number, end = start) =>
    positionAt({ refs: REFS, diff }, { side, start, end }, HASH);

  it('in images contain the place, the size of the image, and no line', () => {
    const place = { x: 3, y: 4, width: 10, height: 20 };
    assert.deepEqual(positionInImage({ refs: REFS, diff }, place), {
      ...{ base_sha: REFS.base, start_sha: REFS.start, head_sha: REFS.head },
      ...{ position_type: 'image', old_path: 'a', new_path: 'a', ...place },
    });
  });

  it('in images are whole pixels within the image, initially the center', () => {
    const size = { width: 11, height: 20 };
    assert.deepEqual(placeInImage(size), { x: 6, y: 10, ...size });
    assert.deepEqual(placeInImage(size, { x: -3, y: 4.6 }), { x: 0, y: 5, ...size });
    assert.deepEqual(placeInImage(size, { x: 12, y: 99 }), { x: 11, y: 20, ...size });
  });

  it('contain the new line for added lines, the old line for removed lines, and both otherwise', () => {
    const numbers = (side: 'old' | 'new', line: number) => {
      const { old_line: old, new_line: now } = at(side, line) ?? {};
      return [old, now];
    };
    assert.deepEqual(numbers('new', 3), [undefined, 3]);
    assert.deepEqual(numbers('old', 4), [4, undefined]);
    assert.deepEqual(numbers('new', 4), [3, 4]);
    assert.deepEqual(numbers('old', 3), [3, 4]);
  });

  it('belong to a version only if head and base are equal', () => {
    const position = { base_sha: REFS.base, head_sha: REFS.head };
    assert.equal(isOfVersion(REFS, position), true);
    assert.equal(isOfVersion(REFS, { ...position, base_sha: 'd'.repeat(40) }), false);
    assert.equal(isOfVersion(REFS, { ...position, head_sha: 'd'.repeat(40) }), false);
  });

  it("don't exist in a file that was only renamed, or has another mode", () => {
    for (const change of [
      'similarity index 100%\nrename from a\nrename to b\n',
      'old mode 100644\nnew mode 100755\n',
    ]) {
      const [unchanged] = readPatch(`diff --git a/a b/b\n${change}`);
      assert.ok(unchanged);
      for (const side of ['old', 'new'] as const)
        assert.equal(
          positionAt({ refs: REFS, diff: unchanged }, { side, start: 1, end: 1 }, HASH),
          undefined,
        );
      // Threads of older versions are still shown at their lines.
      assert.deepEqual(lineAt(unchanged, 'new', 3), { kind: 'same', oldAt: 3, newAt: 3 });
    }
  });

  it('contain both lines for lines outside the hunks', () => {
    const { old_line: old, new_line: now } = at('new', 12) ?? {};
    assert.deepEqual([old, now], [12, 12]);
    assert.deepEqual(at('old', 1)?.new_line, 1);
  });

  it('contain line codes of the first and last line of a range, and the number of the last line', () => {
    const position = at('new', 2, 3);
    assert.equal(position?.new_line, 3);
    assert.deepEqual(position.line_range, {
      start: { line_code: `${HASH}_2_2`, type: 'old' },
      end: { line_code: `${HASH}_3_3`, type: 'new' },
    });
  });

  it("are undefined if a side doesn't exist or isn't text", () => {
    const [added] = readPatch(
      'diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n',
    );
    assert.ok(added);
    assert.deepEqual(lineAt(added, 'new', 1), { kind: 'added', oldAt: 1, newAt: 1 });
    assert.equal(lineAt(added, 'new', 2), undefined);
    assert.equal(lineAt(added, 'old', 1), undefined);
    const [binary] = readPatch('diff --git a/p b/p\nindex 1..2 100644\nBinary files a/p and b/p differ\n');
    assert.ok(binary);
    assert.equal(lineAt(binary, 'new', 1), undefined);
    assert.equal(at('new', 0), undefined);
  });

  it('map back to the lines from which they were created, and unchanged lines to the new side', () => {
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 0, max: 3 }), (old, now, context) => {
        // The server refuses comments on lines of files whose content is the same.
        fc.pre(old.join('\n') !== now.join('\n'));
        const of = diffOf(old, now, context);
        for (const side of ['old', 'new'] as const) {
          const all = side === 'old' ? old : now;
          for (let start = 1; start <= all.length; start++) {
            const end = Math.min(all.length, start + (start % 3));
            const position = positionAt({ refs: REFS, diff: of }, { side, start, end }, HASH);
            const found = position && spanOf(position);
            assert.ok(found, `${side} ${start}`);
            const text = (span: LineSpan, line: number) => (span.side === 'old' ? old : now)[line - 1];
            assert.equal(text(found, found.end), all[end - 1]);
            if (lineAt(of, side, end)?.kind !== 'same' || side === 'new')
              assert.deepEqual([found.side, found.end], [side, end]);
            if (side === 'new') {
              const same = lineAt(of, 'new', start)?.kind !== 'removed' && found.side === 'new';
              assert.equal(found.start, same ? start : found.end);
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are read from their line codes if the number of the first line is missing', () => {
    const startOf = (start: Readonly<Record<string, unknown>>, side: 'old' | 'new' = 'new') =>
      spanOf({ [`${side}_line`]: 9, line_range: { start, end: { line_code: `${HASH}_8_9` } } })?.start;
    assert.equal(startOf({ line_code: `${HASH}_4_5` }), 5);
    assert.equal(startOf({ line_code: `${HASH}_4_5` }, 'old'), 4);
    assert.equal(startOf({ line_code: `${HASH}_4_5`, new_line: 6 }), 6);
    assert.equal(startOf({ line_code: 'no code', new_line: null }), 9);
    assert.equal(startOf({ line_code: `${HASH}_4_50` }), 9);
  });

  it('match both texts on every line', () => {
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 0, max: 3 }), (old, now, context) => {
        const of = diffOf(old, now, context);
        now.forEach((text, index) => {
          const line = lineAt(of, 'new', index + 1);
          assert.ok(line);
          assert.equal(line.newAt, index + 1);
          if (line.kind === 'same') assert.equal(old[line.oldAt - 1], text);
        });
        old.forEach((text, index) => {
          const line = lineAt(of, 'old', index + 1);
          assert.ok(line);
          assert.equal(line.oldAt, index + 1);
          if (line.kind === 'same') assert.equal(now[line.newAt - 1], text);
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('comments on an older version', () => {
  const base = ['import x', '', 'function pay() {', '  begin();', '  end();', '}', '', 'export pay'];
  const first = [...base.slice(0, 4), '  charge(card);', ...base.slice(4)];
  const span = (line: number, side: 'old' | 'new' = 'new'): LineSpan => ({ side, start: line, end: line });
  const frame = (before: readonly string[], after: readonly string[], refs = REFS): CommentableFile => ({
    refs,
    diff: diffOf(before, after),
  });
  const OTHER_REFS = { ...REFS, base: 'd'.repeat(40) };

  it('move with lines that are inserted before them', () => {
    const second = ['// pay', ...first];
    const [from, to] = [frame(base, first), frame(base, second)];
    assert.deepEqual(spanInVersion(span(5), from, to), span(6), 'an added line');
    assert.deepEqual(spanInVersion(span(9), from, to), span(10), 'a line outside of what changed');
  });

  it('move with their line after a rebase', () => {
    const otherBase = ['// new', '// head', ...base];
    const to = frame(otherBase, ['// new', '// head', ...first], OTHER_REFS);
    assert.deepEqual(spanInVersion(span(5), frame(base, first), to), span(7));
  });

  it('are outdated if their line was changed or removed', () => {
    const changed = first.map((line) => (line.includes('charge') ? '  charge(giftCard);' : line));
    assert.equal(spanInVersion(span(5), frame(base, first), frame(base, changed)), undefined);
    const gone = first.filter((line) => line !== '  end();');
    assert.equal(spanInVersion(span(6), frame(base, first), frame(base, gone)), undefined);
  });

  it('are outdated if their line is ambiguous', () => {
    const from = frame([], ['x();']);
    const to = frame([], ['a', 'x();', 'b', 'x();', 'c']);
    assert.equal(spanInVersion(span(1), from, to), undefined);
  });

  it('follow a removed line to where it was restored', () => {
    const removed = base.filter((line) => line !== '  begin();');
    const from = frame(base, removed);
    assert.deepEqual(spanInVersion(span(4, 'old'), from, from), span(4, 'old'));
    assert.deepEqual(spanInVersion(span(4, 'old'), from, frame(base, ['// top', ...base])), span(5));
  });

  it('are always at a line with the same text', () => {
    fc.assert(
      fc.property(lines, lines, lines, fc.nat(), fc.boolean(), (old, one, two, at, sameBase) => {
        if (one.length === 0) return;
        const line = (at % one.length) + 1;
        const to = frame(old, two, sameBase ? REFS : OTHER_REFS);
        const found = spanInVersion(span(line), frame(old, one), to);
        if (found === undefined) return;
        assert.equal((found.side === 'old' ? old : two)[found.end - 1], one[line - 1]);
      }),
      { numRuns: 300 },
    );
  });
});
