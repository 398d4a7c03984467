import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  findSuggested,
  suggestionOf,
  suggestionRange,
  suggestionTemplate,
} from '../../src/domain/suggestions';
import { suggestionsIn } from '../../src/presentation/comment-markdown';

describe('suggested changes', () => {
  it('say how many lines around the comment they replace', () => {
    assert.deepEqual(suggestionRange('suggestion:-2+1'), { above: 2, below: 1 });
    assert.deepEqual(suggestionRange('suggestion'), { above: 0, below: 0 });
    for (const other of ['ts', 'suggestion:-1', 'suggestion:-999+0', 'suggestions', 'suggestion:+1-1'])
      assert.equal(suggestionRange(other), undefined, other);
  });

  it('may take lines away', () => {
    assert.deepEqual(suggestionOf('suggestion', '')?.lines, []);
    assert.deepEqual(suggestionOf('suggestion', '\n')?.lines, ['']);
  });

  it('are read back from the template as they were written, whatever the lines hold', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '`', '~', '#', '>', '-', '\t', '\\') });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const [found, ...others] = suggestionsIn(`Better:\n\n${suggestionTemplate(lines)}\nthanks`);
        assert.deepEqual(found, { above: lines.length - 1, below: 0, lines });
        assert.equal(others.length, 0);
      }),
    );
  });

  const file = ['a', 'b', 'c', 'd', 'c'];
  it('find the lines that they were made on where they were, or where they are now', () => {
    assert.deepEqual(findSuggested(file, ['b', 'c'], 2, { lines: ['x'] }), {
      kind: 'there',
      start: 2,
      end: 3,
    });
    assert.deepEqual(findSuggested(file, ['b', 'c'], 5, { lines: ['x'] }), {
      kind: 'there',
      start: 2,
      end: 3,
    });
    assert.deepEqual(findSuggested(file, ['c'], 5, { lines: ['x'] }), { kind: 'there', start: 5, end: 5 });
  });

  it('are not applied where the lines are gone, stand twice elsewhere, or are changed already', () => {
    assert.deepEqual(findSuggested(file, ['z'], 1, { lines: ['x'] }), { kind: 'gone' });
    assert.deepEqual(findSuggested(file, ['c'], 1, { lines: ['x'] }), { kind: 'several' });
    assert.deepEqual(findSuggested(file, ['z'], 2, { lines: ['b', 'c'] }), { kind: 'applied', start: 2 });
    assert.deepEqual(findSuggested([], ['z'], 1, { lines: [] }), { kind: 'gone' });
  });
});
