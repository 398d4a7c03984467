import assert from 'node:assert/strict';
import fc from 'fast-check';
import { WorkingLines } from '../../../src/domain/changes/working-lines';
import { type OwnSuggestion, ownSuggestions } from '../../../src/domain/discussions/own-suggestions';
import { suggestionsIn } from '../../../src/presentation/discussions/comment-suggestions';

const HEAD = ['one', 'two', 'three', 'four', 'five'];
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const of = (working: readonly string[], head: readonly string[] = HEAD) =>
  ownSuggestions(new WorkingLines(textOf(head), textOf(working)));
/** For example, `2-3: suggestion:-1+0|TWO`. */
const shown = (working: readonly string[], head?: readonly string[]): readonly string[] =>
  (of(working, head)?.fitting ?? []).map(
    ({ head: { start, end }, body }) =>
      `${start}-${end}: ${body.replaceAll('`', '').trimEnd().replaceAll('\n', '|')}`,
  );

/** Applies suggestions to the head like the server: each replaces lines above the line of its comment. */
function applied(head: readonly string[], all: readonly OwnSuggestion[]): readonly string[] {
  const lines = [...head];
  for (const { head: at, body } of [...all].reverse()) {
    const [suggestion] = suggestionsIn(body);
    assert.ok(suggestion);
    assert.equal(at.end - suggestion.above, at.start);
    lines.splice(at.start - 1, suggestion.above + 1, ...suggestion.lines);
  }
  return lines;
}

describe('own suggestions', () => {
  it('replace changed lines', () => {
    assert.deepEqual(shown(['one', 'TWO', 'THREE', 'four', 'FIVE']), [
      '2-3: suggestion:-1+0|TWO|THREE',
      '5-5: suggestion:-0+0|FIVE',
    ]);
  });

  it('remove lines with an empty block', () => {
    assert.deepEqual(shown(['one', 'four', 'five']), ['2-3: suggestion:-1+0']);
    assert.deepEqual(suggestionsIn(of(['one', 'four', 'five'])?.fitting[0]?.body ?? '')[0]?.lines, []);
  });

  it('add lines together with the line above, or at the start with the line below', () => {
    assert.deepEqual(shown(['one', 'two', 'more', 'three', 'four', 'five']), [
      '2-2: suggestion:-0+0|two|more',
    ]);
    assert.deepEqual(shown(['zero', ...HEAD]), ['1-1: suggestion:-0+0|zero|one']);
    assert.deepEqual(shown(['zero', 'one', 'half', ...HEAD.slice(1)]), [
      '1-1: suggestion:-0+0|zero|one|half',
    ]);
    assert.deepEqual(shown([...HEAD, 'six']), ['5-5: suggestion:-0+0|five|six']);
  });

  it('have fences that are longer than those in the text', () => {
    const body = of(['one', '````ts', 'three', 'four', 'five'])?.fitting[0]?.body ?? '';
    assert.match(body, /^`{5}suggestion:-0\+0\n````ts\n`{5}\n$/);
    assert.deepEqual(suggestionsIn(body)[0]?.lines, ['````ts']);
  });

  it('are left out above the limits of the server, and counted', () => {
    const head = Array.from({ length: 130 }, (_, at) => `line ${at}`);
    const most = of([...head.slice(0, 9), 'new', ...head.slice(110)], head);
    assert.deepEqual([most?.fitting.length, most?.tooLarge], [1, 0]);
    const more = of([...head.slice(0, 8), 'new', ...head.slice(110), 'end'], head);
    assert.deepEqual([more?.fitting.length, more?.tooLarge], [1, 1]);
    const long = of(['one', 'x'.repeat(1_048_577), ...HEAD.slice(2)]);
    assert.deepEqual([long?.fitting, long?.tooLarge], [[], 1]);
    // An empty file has no line for a comment.
    const empty = of(['one'], []);
    assert.deepEqual([empty?.fitting, empty?.tooLarge], [[], 1]);
  });

  it('make the working file of the head when all are applied', () => {
    const text = (least: number) =>
      fc.array(fc.constantFrom('a', 'b', '', '```'), { minLength: least, maxLength: 10 });
    fc.assert(
      fc.property(text(1), text(0), (head, working) => {
        const all = of(working, head)?.fitting ?? [];
        assert.deepEqual(applied(head, all), working);
        all.slice(1).forEach(({ head: { start } }, at) => {
          assert.ok(start > (all[at]?.head.end ?? 0), 'suggestions overlap');
        });
      }),
    );
  });
});
