import { type ApiError, type ErrorKind, isReasonless, missingTokenRights } from '../../api/errors';

/** The meaning of an error from the server, as a row of a table. */
export interface RefusalMeaning {
  readonly kind: ErrorKind;
  /** Pattern for the server's message. */
  readonly text?: RegExp;
}

/**
 * Kinds of errors with many causes: the token, the role, a proxy, rules for IP addresses. A meaning without a pattern
 * applies only if the server returned no reason, because otherwise the server's message is more specific.
 */
const AMBIGUOUS: readonly ErrorKind[] = ['unauthorized', 'forbidden'];

/** True if the error proves the meaning. No meaning applies to a refusal that is about the token. */
export function isProven({ kind, text }: RefusalMeaning, error: ApiError): boolean {
  if (kind !== error.kind || missingTokenRights(error) !== undefined) return false;
  if (text !== undefined) return text.test(error.serverMessage ?? '');
  return !AMBIGUOUS.includes(kind) || isReasonless(error);
}
