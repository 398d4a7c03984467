import assert from 'node:assert/strict';
import { pauseAfter, retryAfter } from '../../../src/api/http-policy/retry-after';

const NOW = Date.UTC(2026, 10, 5, 12);
const later = (seconds: number): string => new Date(NOW + seconds * 1000).toUTCString();

describe('retryAfter', () => {
  const cases: [what: string, status: number, headers: Record<string, string>, ms: number | undefined][] = [
    ['nothing', 429, {}, undefined],
    ['seconds', 429, { 'retry-after': '60' }, 60_000],
    ['parts of a second', 503, { 'retry-after': '1.5' }, 1500],
    ['zero', 503, { 'retry-after': '0' }, 0],
    ['a date', 503, { 'retry-after': later(90) }, 90_000],
    [
      'a date by a clock that is an hour ahead',
      503,
      { date: later(3600), 'retry-after': later(3660) },
      60_000,
    ],
    ['a date in the past', 503, { 'retry-after': later(-5) }, 0],
    ['nonsense', 429, { 'retry-after': 'soon' }, undefined],
    ['a negative number', 429, { 'retry-after': '-5' }, undefined],
    ['a year', 429, { 'retry-after': '99999999' }, 86_400_000],
    ['the end of the rate window', 429, { 'ratelimit-reset': String(NOW / 1000 + 30) }, 30_000],
    [
      'the end of the rate window, on another status',
      503,
      { 'ratelimit-reset': String(NOW / 1000 + 30) },
      undefined,
    ],
    // Some servers and proxies send the remaining seconds instead of the end of the window.
    ['the seconds that are left of the rate window', 429, { 'ratelimit-reset': '30' }, 30_000],
    ['both', 429, { 'retry-after': '5', 'ratelimit-reset': String(NOW / 1000 + 30) }, 5000],
    [
      'nonsense and the end of the window',
      429,
      { 'retry-after': '', 'ratelimit-reset': String(NOW / 1000 + 30) },
      30_000,
    ],
  ];
  for (const [what, status, headers, ms] of cases) {
    it(`returns ${ms ?? 'unknown'} for ${what}`, () => {
      assert.equal(retryAfter({ status, header: (name) => headers[name] }, NOW), ms);
    });
  }
});

describe('pauseAfter', () => {
  const reset = { 'ratelimit-reset': String(NOW / 1000 + 30) };
  const cases: [what: string, status: number, headers: Record<string, string>, ms: number | undefined][] = [
    ['429 with a stated wait', 429, { 'retry-after': '7' }, 7000],
    ['429 without one', 429, {}, undefined],
    ['503 with a stated wait', 503, { 'retry-after': '7' }, undefined],
    ['nothing left of the window', 200, { ...reset, 'ratelimit-remaining': '0' }, 30_000],
    [
      'nothing left of the window, and the seconds until its end',
      200,
      { 'ratelimit-reset': '30', 'ratelimit-remaining': '0' },
      30_000,
    ],
    ['something left of it', 200, { ...reset, 'ratelimit-remaining': '1' }, undefined],
    ['nothing left, without an end', 200, { 'ratelimit-remaining': '0' }, undefined],
    [
      'nothing left, by a clock that is a minute behind',
      200,
      { ...reset, 'ratelimit-remaining': '0', date: later(-60) },
      90_000,
    ],
  ];
  for (const [what, status, headers, ms] of cases) {
    it(`returns ${ms ?? 'no pause'} for ${what}`, () => {
      assert.equal(pauseAfter({ status, header: (name) => headers[name] }, NOW), ms);
    });
  }
});
