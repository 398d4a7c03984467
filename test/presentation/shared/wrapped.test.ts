import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wrapped } from '../../../src/presentation/shared/wrapped';

describe('a notice in a read-only text', () => {
  it('has lines that a narrow editor shows whole', () => {
    const notice = `${'word '.repeat(30).trim()}.\nA second sentence.`;
    const lines = wrapped(notice);
    assert.ok(lines.length > 2 && lines.every(({ length }) => length <= 70), lines.join('\n'));
    assert.equal(lines.at(-1), 'A second sentence.', 'lines that it has stay its lines');
  });

  it('loses no word, and breaks none', () => {
    const words = fc.array(fc.stringMatching(/^[a-z.,]{1,90}$/), { minLength: 1 });
    fc.assert(
      fc.property(words, (all) => {
        const lines = wrapped(all.join(' '));
        assert.deepEqual(lines.join(' ').split(' '), all);
        assert.ok(lines.every((line) => line.length <= 70 || all.some((word) => word.length > 60)));
      }),
    );
  });
});
