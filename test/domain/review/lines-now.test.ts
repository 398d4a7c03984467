import assert from 'node:assert/strict';
import { LinesNow } from '../../../src/domain/review/lines-now';

const THEN = [
  'import a',
  '',
  'function one() {',
  '  return 1;',
  '}',
  '',
  'function two() {',
  '  return 2;',
  '}',
];

/** What becomes of a line: `3 → 5 moved`. */
const at = (now: readonly string[], line: number): string => {
  const found = new LinesNow(THEN.join('\n'), now.join('\n')).at(line);
  return `${found.line} ${found.state}`;
};

describe('a line of an earlier text, now', () => {
  it('is where it was while the text is the same, whatever its line ends', () => {
    assert.equal(at(THEN, 4), '4 same');
    assert.equal(new LinesNow(THEN.join('\r\n'), THEN.join('\n')).at(8).state, 'same');
  });

  it('has moved with what came before it, also a line that stands there twice', () => {
    const now = ['// new', 'import z', ...THEN];
    assert.equal(at(now, 4), '6 moved');
    // The bracket of the first function is not that of the second one, though it is nearer.
    assert.equal(at(now, 5), '7 moved');
    assert.equal(at(THEN.slice(2), 5), '3 moved');
    assert.equal(at(now, 9), '11 moved');
  });

  it('is told as changed where it is gone, at the place where it would be', () => {
    assert.equal(at(THEN.with(3, '  return one;'), 4), '4 changed');
    assert.equal(at(['x', ...THEN.toSpliced(3, 1)], 4), '5 changed');
    assert.equal(at(THEN.slice(4), 1), '1 changed');
    assert.equal(at(THEN.slice(0, 2), 9), '2 changed');
    assert.equal(at([...THEN.slice(0, 4), 'x'], 40), '5 changed');
  });

  it('is not known where the texts are too large to be compared', () => {
    const lines = (prefix: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `${prefix}${(index * 7919) % 97}`).join('\n');
    assert.equal(
      new LinesNow(lines('', 40_000), lines('', 41_000).split('\n').toReversed().join('\n')).at(9).state,
      'unknown',
    );
  });
});
