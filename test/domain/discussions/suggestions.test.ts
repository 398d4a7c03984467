import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  findSuggested,
  suggestionOf,
  suggestionRange,
  suggestionTemplate,
} from '../../../src/domain/discussions/suggestions';
import { suggestionsIn } from '../../../src/presentation/discussions/comment-suggestions';

describe('suggested changes', () => {
  it('contain the number of lines to replace around the comment', () => {
    assert.deepEqual(suggestionRange('suggestion:-2+1'), { above: 2, below: 1 });
    assert.deepEqual(suggestionRange('suggestion'), { above: 0, below: 0 });
    for (const other of ['ts', 'suggestion:-1', 'suggestion:-999+0', 'suggestions', 'suggestion:+1-1'])
      assert.equal(suggestionRange(other), undefined, other);
  });

  it('can remove lines', () => {
    assert.deepEqual(suggestionOf('suggestion', '')?.lines, []);
    assert.deepEqual(suggestionOf('suggestion', '\n')?.lines, ['']);
  });

  it('are read from the template as written, for any lines', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '`', '~', '#', '>', '-', '\t', '\\') });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const [found, ...others] = suggestionsIn(`Better:\n\n${suggestionTemplate(lines)}\nthanks`);
        assert.deepEqual(found, { above: lines.length - 1, below: 0, lines });
        assert.equal(others.length, 0);
      }),
    );
  });

  const file = ['aa', 'bb', 'cc', 'dd', 'cc'];
  const on = (lines: readonly string[], start: number, above?: string, below?: string) => ({
    ...{ lines, start, above, below },
  });
  it('apply to their lines at the original or the current position', () => {
    const there = { kind: 'there', start: 2, end: 3 };
    assert.deepEqual(findSuggested(file, on(['bb', 'cc'], 2), { lines: ['x'] }), there);
    assert.deepEqual(findSuggested(file, on(['bb', 'cc'], 5), { lines: ['x'] }), there);
    assert.deepEqual(findSuggested(file, on(['cc'], 5), { lines: ['x'] }), {
      kind: 'there',
      start: 5,
      end: 5,
    });
    // The surrounding lines determine which of two matches is used.
    assert.deepEqual(findSuggested(file, on(['cc'], 9, 'bb', 'dd'), { lines: ['x'] }), {
      ...{ kind: 'there', start: 3, end: 3 },
    });
  });

  it('are not applied if the lines were removed, are ambiguous, or are already changed', () => {
    assert.deepEqual(findSuggested(file, on(['zz'], 1), { lines: ['x'] }), { kind: 'gone' });
    assert.deepEqual(findSuggested(file, on(['cc'], 1), { lines: ['x'] }), { kind: 'several' });
    assert.deepEqual(findSuggested(file, on(['zz'], 2), { lines: ['bb', 'cc'] }), {
      kind: 'applied',
      start: 2,
    });
    assert.deepEqual(findSuggested([], on(['zz'], 1), { lines: [] }), { kind: 'gone' });
  });

  it('are not applied to other lines with the same text', () => {
    const other = ['function a() {', '}', 'function b() {', '  go();', '}'];
    // The bracket belongs to a function that was removed.
    assert.deepEqual(findSuggested(other, on(['}'], 2, '  stop();', ''), { lines: ['};'] }), {
      kind: 'gone',
    });
    assert.deepEqual(findSuggested(['}'], on(['}'], 1, '  stop();'), { lines: ['};'] }), { kind: 'gone' });
  });

  it('are not applied twice if they keep the lines and add others', () => {
    const lines = ['bb', 'bb2'];
    for (const context of [[], ['aa', 'cc']] as const) {
      const made = on(['bb'], 2, ...context);
      assert.deepEqual(findSuggested(['aa', 'bb', 'cc'], made, { lines }), {
        kind: 'there',
        start: 2,
        end: 2,
      });
      assert.deepEqual(findSuggested(['aa', 'bb', 'bb2', 'cc'], made, { lines }), {
        kind: 'applied',
        start: 2,
      });
    }
    assert.deepEqual(findSuggested(['aa', 'cc'], on(['bb'], 2, 'aa', 'cc'), { lines: [] }), {
      ...{ kind: 'applied', start: 2 },
    });
  });

  it('replace exactly the lines on which they were made, wherever these moved', () => {
    const line = fc.constantFrom('alpha', 'beta', '}', '', 'return one;', 'return two;');
    const lines = fc.array(line, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), lines, lines, (before, from, count, head, wanted) => {
        const start = from % before.length;
        const length = 1 + (count % Math.min(3, before.length - start));
        const made = on(
          before.slice(start, start + length),
          start + 1,
          before[start - 1],
          before[start + length],
        );
        const place = findSuggested([...head, ...before], made, { lines: wanted });
        if (place.kind === 'there')
          assert.deepEqual([...head, ...before].slice(place.start - 1, place.end), made.lines);
      }),
    );
  });
});
