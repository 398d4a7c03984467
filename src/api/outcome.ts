import type { Method } from './endpoint';
import type { ApiError, ErrorKind } from './errors';

/** Kinds of errors after which it is unknown whether the server carried out the request. */
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
  /** True for a request that only reads, regardless of its method. */
  readonly isReadOnly: boolean;
  readonly error: ApiError;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
}

/**
 * True if a write was sent and its outcome is unknown. A refusal (4xx) is an outcome even if its message was
 * lost, except for 408, which the real service sends when its database takes too long.
 */
export function leavesOutcomeOpen({ method, isReadOnly, error, status }: EndedAttempt): boolean {
  if (method === 'GET' || isReadOnly || !OPEN.has(error.kind)) return false;
  if (status === undefined) return error.sent;
  return status < 400 || status === 408 || status >= 500;
}
