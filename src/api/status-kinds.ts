import type { ErrorKind } from './errors';

/**
 * The meaning of statuses. Few of them are documented (server-behavior.md#status-codes); the others are
 * interpreted as in HTTP.
 */
const KINDS: Readonly<Record<number, ErrorKind>> = {
  // The request had no condition, so there is no cached content that could be unchanged; or a write had no
  // effect.
  304: 'not-json',
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  // The proxy requires authentication: the server wasn't reached.
  407: 'network',
  // The real service sends this status if its database takes too long.
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  // If-Unmodified-Since failed: the resource was changed in the meantime.
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

/** Returns the kind of an error status. */
export function kindOfStatus(status: number): ErrorKind {
  const known = KINDS[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'server';
  return status >= 400 ? 'bad-request' : 'moved';
}
