import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exactDuration, readDuration, typedDuration } from '../../../src/domain/merge-requests/time-duration';
import { humanOf, secondsOf } from '../../../src/sandbox/world/merge-requests/duration';

const seconds = (typed: string, allowed: 'positive' | 'signed' = 'positive') => {
  const read = readDuration(typed, allowed);
  return read.ok ? read.seconds : read.problem;
};

describe('duration', () => {
  it('is read like on the server', () => {
    assert.deepEqual(
      ['3h30m', '1d 2h', '1w', '1mo 2w 3d 4h 30m', '1.5h', '90m', ' 2H ', '1 h 5 m', '45s'].map((typed) =>
        seconds(typed),
      ),
      [12_600, 36_000, 144_000, 966_600, 5_400, 5_400, 7_200, 3_900, 45],
    );
  });

  it('can be negative only if the field allows it', () => {
    assert.equal(seconds('-30m', 'signed'), -1_800);
    assert.equal(seconds('-30m'), 'negative');
    assert.equal(seconds('- 1h 5m', 'signed'), -3_900);
  });

  it('is rejected with a reason', () => {
    assert.deepEqual(
      [
        '',
        '30',
        '1.5',
        'soon',
        '3 hours',
        '1h30',
        '1h -5m',
        '0h',
        '0.001m',
        '1h 1h',
        '9999999mo',
        `${'1'.repeat(101)}h`,
      ].map((typed) => seconds(typed, 'signed')),
      [
        'empty',
        'no-unit',
        'no-unit',
        'form',
        'form',
        'form',
        'form',
        'zero',
        'zero',
        'repeated',
        'too-long',
        'form',
      ],
    );
  });

  it('has the same value on the server if it is accepted', () => {
    const pieces = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom('mo', 'w', 'd', 'h', 'm'),
        fc.constantFrom('', ' '),
      ),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(pieces, fc.boolean(), (parts, minus) => {
        const typed = `${minus ? '-' : ''}${parts.map(([count, unit, gap]) => `${count}${unit}${gap}`).join('')}`;
        const read = readDuration(typed, 'signed');
        if (read.ok) assert.equal(read.seconds, secondsOf(typed));
      }),
    );
  });

  it('is read quickly and without errors for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (typed) => {
        readDuration(typed, 'signed');
      }),
    );
    assert.equal(seconds(`${'1m'.repeat(49)}!`), 'form');
  });

  it('has the same value after it is formatted and read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (length) => {
        assert.equal(seconds(exactDuration(length)), length);
        assert.equal(exactDuration(length), humanOf(length));
        const minutes = Math.max(1, Math.round(length / 60));
        if (minutes * 60 < 2 ** 31) assert.equal(seconds(typedDuration(length)), minutes * 60);
      }),
    );
    assert.deepEqual(
      [typedDuration(5), typedDuration(5_100), typedDuration(-3_600), exactDuration(0)],
      ['1m', '1h 25m', '-1h', ''],
    );
  });
});
