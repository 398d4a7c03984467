import type { Method } from './endpoint';
import type { ApiError } from './errors';

const MAX_ATTEMPTS = 3;
/** No attempt starts later than this after the first one did, in milliseconds. */
const RETRY_BUDGET_MS = 30_000;
/** Middle of the wait before the second attempt; it doubles with each. */
const FIRST_WAIT_MS = 500;

export interface FailedAttempt {
  readonly method: Method;
  readonly error: ApiError;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Since the start of the first attempt, in milliseconds. */
  readonly elapsedMs: number;
}

/**
 * How long to wait before the same request is sent again, in milliseconds, or undefined to give up.
 * A GET is repeated after a network failure and on 429, 502, 503 and 504. A write is repeated only on 429 with
 * a stated wait, because only then it surely did not happen; so 409 is never repeated. Which failures pass by
 * themselves is not stated by the API.
 * @param random between 0 and 1: callers that failed together do not come back together.
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
