import type { WireResponse } from '../transport';

/** No wait that a server states is read as longer than a day. */
const MAX_MS = 86_400_000;

/**
 * How long the server asks to wait, in milliseconds, or undefined where it does not say: `Retry-After` in seconds
 * or as a date; on 429 also `RateLimit-Reset`. Not stated by the API: the real service sends them, not always. Dates
 * count from the server's own `Date`, so that a wrong clock here does no harm.
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
 * How long nothing more should be asked of the server, in milliseconds, or undefined: the wait that a 429 states,
 * or, on any answer, the rest of a period of which nothing is left (`RateLimit-Remaining: 0`). Not stated by the API:
 * the real service sends these headers on ordinary answers too.
 */
export function holdAfter(
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
  // A moment is a number of this century. Other servers and proxies tell how many seconds are left.
  return bounded(ms < 1e12 ? ms : ms - serverNow);
}

function bounded(ms: number): number {
  return Math.round(Math.min(Math.max(ms, 0), MAX_MS));
}

/** An HTTP date in Unix milliseconds. It must name a month: the date parser would also take bare numbers. */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined || !/[a-z]{3}/i.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
