import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COMPLETION_SIGNS, completionInLine } from '../../../src/domain/discussions/completion-query';
import { COMPLETION_TRIGGER_CHARACTERS } from '../../../src/presentation/shared/forms/text-editor';
import { completionAt } from '../../../src/webviews/completion-query';

describe('the text to complete in a comment box of a diff', () => {
  const at = (before: string): string | undefined => {
    const query = completionInLine(before);
    return query && `${query.sign}${query.typed} at ${query.from}`;
  };

  it('starts with the same characters as on the page', () => {
    assert.deepEqual([...COMPLETION_SIGNS].sort(), COMPLETION_TRIGGER_CHARACTERS.split('').sort());
  });

  it('starts at the beginning or after a space or bracket', () => {
    assert.equal(at('Ask @da'), '@da at 4');
    assert.equal(at('(#12'), '#12 at 1');
    assert.equal(at(`${'x'.repeat(500)} @da`), '@da at 501');
    for (const text of ['mail@example', 'a!b', '5%', '# Title', '## ', `${'x'.repeat(200)}@da`])
      assert.equal(at(text), undefined);
  });

  it('has quick actions only at the start of the line, and emojis from the first character', () => {
    assert.equal(at('/clo'), '/clo at 0');
    for (const text of ['a /cl', 'a/b', 'std::vec', '12:30']) assert.equal(at(text), undefined);
    assert.equal(at('ship :'), ': at 5');
  });

  it('is the same as on the page, except for emojis without letters', () => {
    const text = fc.string({ unit: fc.constantFrom(...'@#!~%:/ab1_.-+ ([{,*é'.split('')), maxLength: 12 });
    fc.assert(
      fc.property(text, (before) => {
        const page = completionAt(before, COMPLETION_TRIGGER_CHARACTERS);
        const here = completionInLine(before);
        if (here?.sign === ':' && here.typed.length < 2) assert.equal(page, undefined);
        else assert.deepEqual(here, page);
      }),
    );
  });
});
