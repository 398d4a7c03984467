import type { ErrorKind } from './errors';

/**
 * What a status means. Few of them are documented (server-behavior.md#status-codes); the rest are read as HTTP defines
 * them: not stated by the API.
 */
const KINDS: Readonly<Record<number, ErrorKind>> = {
  // Asked for without a condition, so there is nothing at hand that could be unchanged; or "already so" on a write.
  304: 'not-json',
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  // The proxy on the way wants a password: the server was not reached.
  407: 'network',
  // The real service answers so when its database takes too long.
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  // If-Unmodified-Since did not hold: somebody else was faster.
  412: 'conflict',
  414: 'uri-too-long',
  422: 'unprocessable',
  429: 'too-many-requests',
  451: 'forbidden',
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The kind of a status that is not a success. */
export function kindOfStatus(status: number): ErrorKind {
  const known = KINDS[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'server';
  return status >= 400 ? 'bad-request' : 'moved';
}
