import assert from 'node:assert/strict';
import { LinesNow } from '../../../src/domain/changes/lines-now';

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

/** Returns the current number and state of a line, for example `5 moved`. */
const at = (now: readonly string[], line: number): string => {
  const found = new LinesNow(THEN.join('\n'), now.join('\n')).at(line);
  return `${found.line} ${found.state}`;
};

describe('current position of an earlier line', () => {
  it('is the same if the text is the same, regardless of line endings', () => {
    assert.equal(at(THEN, 4), '4 same');
    assert.equal(new LinesNow(THEN.join('\r\n'), THEN.join('\n')).at(8).state, 'same');
  });

  it('moves with the lines before it, also for repeated lines', () => {
    const now = ['// new', 'import z', ...THEN];
    assert.equal(at(now, 4), '6 moved');
    // The bracket of the first function isn't confused with that of the second one, although that is closer.
    assert.equal(at(now, 5), '7 moved');
    assert.equal(at(THEN.slice(2), 5), '3 moved');
    assert.equal(at(now, 9), '11 moved');
  });

  it('is marked as changed if the line was removed, at the position where it would be', () => {
    assert.equal(at(THEN.with(3, '  return one;'), 4), '4 changed');
    assert.equal(at(['x', ...THEN.toSpliced(3, 1)], 4), '5 changed');
    assert.equal(at(THEN.slice(4), 1), '1 changed');
    assert.equal(at(THEN.slice(0, 2), 9), '2 changed');
    assert.equal(at([...THEN.slice(0, 4), 'x'], 40), '5 changed');
  });

  it('is unknown if the texts are too large to compare', () => {
    const lines = (prefix: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `${prefix}${(index * 7919) % 97}`).join('\n');
    assert.equal(
      new LinesNow(lines('', 40_000), lines('', 41_000).split('\n').toReversed().join('\n')).at(9).state,
      'unknown',
    );
  });
});
