import type { ApiError } from './errors';
import type { WireRequest } from './transport';

const MAX_ATTEMPTS = 3;
/** Maximum time between the start of the first and the last attempt, in milliseconds. */
const RETRY_BUDGET_MS = 30_000;
/** Average wait before the second attempt; it doubles with each attempt. */
const FIRST_WAIT_MS = 500;

export interface FailedAttempt {
  readonly method: WireRequest['method'];
  readonly error: ApiError;
  /** Number of the failed attempt, starting at 1. */
  readonly attempt: number;
  /** Time since the start of the first attempt, in milliseconds. */
  readonly elapsedMs: number;
}

/**
 * Returns how long to wait before the request is sent again, in milliseconds, or undefined to give up. GETs
 * are repeated after a network failure and on 429, 502, 503, and 504. Writes are repeated only on 429 with a
 * stated wait, because only then they certainly weren't carried out; so 409 is never repeated. The same applies to HEAD,
 * because callers can do without its response. Which failures are transient isn't documented by the API.
 * @param random between 0 and 1: spreads the retries of callers that failed together.
 */
export function waitBeforeRetry(failed: FailedAttempt, random: () => number): number | undefined {
  const { error, attempt, elapsedMs } = failed;
  if (attempt >= MAX_ATTEMPTS) return undefined;
  const stated = error.retryAfterMs;
  if (failed.method === 'GET' ? !mayPass(error) : error.status !== 429 || stated === undefined)
    return undefined;
  const wait = stated ?? Math.round(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + random()));
  return elapsedMs + wait > RETRY_BUDGET_MS ? undefined : wait;
}

function mayPass(error: ApiError): boolean {
  switch (error.status) {
    case undefined:
      return error.kind === 'network';
    case 429:
    case 502:
    case 503:
    case 504:
      return true;
    default:
      return false;
  }
}
