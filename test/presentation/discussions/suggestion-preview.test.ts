import assert from 'node:assert/strict';
import fc from 'fast-check';
import { suggestionPreview } from '../../../src/presentation/discussions/suggestion-messages';

describe('preview of a suggestion', () => {
  it('shows only changed lines', () => {
    assert.equal(suggestionPreview(['a', 'b', 'c'], ['a', 'x', 'y', 'c']), '- b\n+ x\n+ y');
    assert.equal(suggestionPreview(['a', 'a'], ['a']), '- a');
    assert.equal(suggestionPreview(['a'], []), '- a');
    const many = Array.from({ length: 200 }, (_, line) => `line ${line}`);
    assert.equal(suggestionPreview(many, many.with(100, 'new')), '- line 100\n+ new');
  });

  it("is omitted if a dialog can't show all changed lines in full", () => {
    const old = Array.from({ length: 30 }, (_, line) => `old ${line}`);
    assert.equal(suggestionPreview(old, ["exec('evil')"]), undefined);
    assert.equal(suggestionPreview(['a'], [`${' '.repeat(300)}exec('evil')`]), undefined);
  });

  it('contains each changed line, or is omitted', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'x'.repeat(161)), { maxLength: 40 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const preview = suggestionPreview(before, after);
        if (preview === undefined) return;
        const shown = preview === '' ? [] : preview.split('\n');
        const marked = (sign: string) =>
          shown.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
        const [removed, added] = [marked('- '), marked('+ ')];
        assert.equal(removed.length + added.length, shown.length);
        assert.equal(before.length - removed.length, after.length - added.length, 'the rest is unchanged');
        const start = before.findIndex((line, index) => line !== after[index]);
        const from = start === -1 ? Math.min(before.length, after.length) : start;
        assert.deepEqual([...before.slice(0, from), ...added, ...before.slice(from + removed.length)], after);
      }),
    );
  });
});
