import type { WireResponse } from '../transport';

/** Longer waits are reduced to one day. */
const MAX_MS = 86_400_000;

/**
 * Returns the wait that the server requests, in milliseconds; undefined if it requests none. Reads
 * `Retry-After` in seconds or as a date, and on 429 also `RateLimit-Reset`. Not documented by the API: the
 * real service sends them, but not always. Dates are relative to the server's own `Date`, so that a wrong
 * local clock doesn't matter.
 */
export function retryAfter(
  response: Pick<WireResponse, 'status' | 'header'>,
  now: number,
): number | undefined {
  const serverNow = dateOf(response.header('date')) ?? now;
  const after = response.header('retry-after')?.trim();
  if (after !== undefined && /^\d+(\.\d+)?$/.test(after)) return bounded(Number(after) * 1000);
  const until = dateOf(after);
  if (until !== undefined) return bounded(until - serverNow);

  return response.status === 429 ? untilReset(response, serverNow) : undefined;
}

/**
 * Returns how long to send no more requests, in milliseconds; undefined if requests can be sent. Either the
 * wait that a 429 states, or, on any response, the rest of a period whose quota is used up
 * (`RateLimit-Remaining: 0`). Not documented by the API: the real service sends these headers on ordinary
 * responses too.
 */
export function pauseAfter(
  response: Pick<WireResponse, 'status' | 'header'>,
  now: number,
): number | undefined {
  if (response.status === 429) return retryAfter(response, now);
  if (response.header('ratelimit-remaining')?.trim() !== '0') return undefined;
  return untilReset(response, dateOf(response.header('date')) ?? now);
}

function untilReset(response: Pick<WireResponse, 'header'>, serverNow: number): number | undefined {
  const reset = response.header('ratelimit-reset')?.trim();
  if (reset === undefined || !/^\d+$/.test(reset)) return undefined;
  const ms = Number(reset) * 1000;
  // A time is a timestamp of this century. Other servers and proxies send the remaining seconds.
  return bounded(ms < 1e12 ? ms : ms - serverNow);
}

function bounded(ms: number): number {
  return Math.round(Math.min(Math.max(ms, 0), MAX_MS));
}

/**
 * Parses an HTTP date as Unix milliseconds. It must contain a month name, because the date parser would also
 * accept bare numbers.
 */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined || !/[a-z]{3}/i.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
