import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wrapped } from '../../../src/presentation/shared/wrapped';

describe('notice in a read-only text', () => {
  it('has lines that fit in a narrow editor', () => {
    const notice = `${'word '.repeat(30).trim()}.\nA second sentence.`;
    const lines = wrapped(notice);
    assert.ok(lines.length > 2 && lines.every(({ length }) => length <= 70), lines.join('\n'));
    assert.equal(lines.at(-1), 'A second sentence.', 'lines that it has stay its lines');
  });

  it('keeps all words complete', () => {
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
