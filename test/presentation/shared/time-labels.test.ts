import assert from 'node:assert/strict';
import { afterEach } from 'mocha';
import { bindLocalize } from '../../../src/base/localize';
import { ago, duration, fromNow, moment, size } from '../../../src/presentation/shared/time-labels';

const now = Date.parse('2026-11-05T12:00:00Z');

describe('words for time and size', () => {
  afterEach(() => {
    bindLocalize();
  });

  const ages: [time: string | null, words: string | undefined][] = [
    ['2026-11-05T11:59:30Z', 'just now'],
    ['2026-11-05T11:55:00Z', '5 min ago'],
    ['2026-11-05T09:00:00Z', '3 hr ago'],
    ['2026-11-04T11:00:00Z', '1 day ago'],
    ['2026-10-01T12:00:00Z', '1 mo ago'],
    ['2024-11-01T12:00:00Z', '2 yr ago'],
    [null, undefined],
    ['not a time', undefined],
  ];
  for (const [time, words] of ages) {
    it(`${time ?? 'no time'} is ${words ?? 'nothing'}`, () => {
      assert.equal(ago(time, now), words);
    });
  }

  it('what was is never ahead, whatever the clock of the server says; what may come is told as such', () => {
    assert.equal(ago('2026-11-05T14:00:00Z', now), 'just now');
    assert.equal(fromNow('2026-11-05T14:00:00Z', now), 'in 2 hr');
    assert.equal(ago('no time', now), undefined);
  });

  const durations: [seconds: number | null, words: string | undefined][] = [
    [0, '0s'],
    [12.4, '12s'],
    [192, '3m 12s'],
    [180, '3m'],
    [3_840, '1h 4m'],
    [3_605, '1h'],
    [null, undefined],
    [Number.NaN, undefined],
  ];
  for (const [seconds, words] of durations) {
    it(`${String(seconds)} seconds are ${words ?? 'nothing'}`, () => {
      assert.equal(duration(seconds)?.replace(/\u00a0/g, ' '), words);
    });
  }

  it('a duration is spoken in whole words', () => {
    assert.equal(duration(61, 'long'), '1 minute 1 second');
  });

  it('sizes have a unit that fits', () => {
    assert.deepEqual([0, 1, 900, 1_000, 1_400_000, 2_500_000_000].map(size), [
      '0 bytes',
      '1 byte',
      '900 bytes',
      '1 kB',
      '1.4 MB',
      '2.5 GB',
    ]);
  });

  it('a size that is rounded up to the next unit is told in it', () => {
    assert.deepEqual([999_949, 999_960, 999_999_999].map(size), ['999.9 kB', '1 MB', '1 GB']);
  });

  it('a moment is written for the language', () => {
    bindLocalize((message) => message, 'de');
    assert.match(moment('2026-11-05T12:00:00Z') ?? '', /05\.11\.2026/);
    assert.equal(moment('whenever'), 'whenever');
    assert.equal(moment(undefined), undefined);
  });
});
