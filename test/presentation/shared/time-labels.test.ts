import assert from 'node:assert/strict';
import { afterEach } from 'mocha';
import { bindLocalize } from '../../../src/base/localize';
import { ago, duration, fromNow, moment, shortAge } from '../../../src/presentation/shared/time-labels';

const now = Date.parse('2026-11-05T12:00:00Z');

describe('time labels', () => {
  afterEach(() => {
    bindLocalize();
  });

  const ages: [time: string | null, words: string | undefined, short: string | undefined][] = [
    ['2026-11-05T11:59:30Z', 'just now', 'now'],
    ['2026-11-05T11:55:00Z', '5 minutes ago', '5 min'],
    ['2026-11-05T11:00:00Z', '1 hour ago', '1 hr'],
    ['2026-11-05T00:00:00Z', '12 hours ago', '12 hr'],
    ['2026-11-04T11:00:00Z', '1 day ago', '1 day'],
    ['2026-10-31T11:00:00Z', '5 days ago', '5 days'],
    ['2026-10-01T12:00:00Z', '1 month ago', '1 mth'],
    ['2024-11-01T12:00:00Z', '2 years ago', '2 yrs'],
    [null, undefined, undefined],
    ['not a time', undefined, undefined],
  ];
  for (const [time, expected, short] of ages) {
    it(`${time ?? 'no time'} is ${expected ?? 'nothing'}, and ${short ?? 'nothing'} in rows`, () => {
      assert.deepEqual([ago(time, now), shortAge(time, now)], [expected, short]);
    });
  }

  it("never show a past time as future, regardless of the server's clock, but can show a future time", () => {
    assert.equal(ago('2026-11-05T14:00:00Z', now), 'just now');
    assert.equal(shortAge('2026-11-05T14:00:00Z', now), 'now');
    assert.equal(fromNow('2026-11-05T14:00:00Z', now), 'in 2 hours');
    assert.equal(fromNow('2026-11-05T14:00:00Z', now, 'short'), 'in 2 hr');
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
  for (const [seconds, expected] of durations) {
    it(`${String(seconds)} seconds are ${expected ?? 'nothing'}`, () => {
      assert.equal(duration(seconds)?.replace(/\u00a0/g, ' '), expected);
    });
  }

  it('have complete words for durations in screen readers', () => {
    assert.equal(duration(61, 'long'), '1 minute 1 second');
  });

  it('format a time for the language', () => {
    bindLocalize((message) => message, 'de');
    assert.match(moment('2026-11-05T12:00:00Z') ?? '', /05\.11\.2026/);
    assert.equal(moment('whenever'), 'whenever');
    assert.equal(moment(undefined), undefined);
  });
});
