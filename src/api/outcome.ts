import type { Method } from './endpoint';
import type { ApiError, ErrorKind } from './errors';

/** Ends that leave open whether the server carried out what it was sent. */
const OPEN: ReadonlySet<ErrorKind> = new Set([
  'network',
  'timeout',
  'aborted',
  'server',
  'not-json',
  'schema',
]);

export interface EndedAttempt {
  readonly method: Method;
  /** True for a request that only asks, whatever its method. */
  readonly asks: boolean;
  readonly error: ApiError;
  /** The status of the answer, as far as one came. */
  readonly status: number | undefined;
}

/**
 * True where a write was sent and ended in a way that doesn't say what became of it. A refusal (4xx) is an answer even
 * where its words are lost, except for 408, which the real service sends when its database takes too long.
 */
export function leavesOutcomeOpen({ method, asks, error, status }: EndedAttempt): boolean {
  if (method === 'GET' || asks || !OPEN.has(error.kind)) return false;
  if (status === undefined) return error.sent;
  return status < 400 || status === 408 || status >= 500;
}
