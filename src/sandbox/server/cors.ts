import type { Exchange } from '../http/exchange';
import type { Reply } from '../http/reply';
import { isCollectorPath } from './collector';

/**
 * Response headers that pages can read: those of the real service, and those that error tracking SDKs use.
 */
const SHOWN = [
  'Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Request-Id, ETag',
  'X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-File-Path, X-Gitlab-Ref, X-Gitlab-Size',
  'X-Sentry-Error, X-Sentry-Rate-Limits, Retry-After',
].join(', ');

/**
 * With `--cors`, pages of any origin can send requests, as on the real service. Otherwise, browsers don't let
 * pages of other origins read responses.
 */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': SHOWN };

const isOpen = (path: string): boolean => /^\/api(?:\/|$)/.test(path) || isCollectorPath(path);

/** Returns the response to a CORS preflight request; undefined for other requests. */
export function preflight({ method, path, request: { headers } }: Exchange): Reply | undefined {
  if (method !== 'OPTIONS' || !isOpen(path) || headers['access-control-request-method'] === undefined) {
    return undefined;
  }
  const requestedHeaders = headers['access-control-request-headers'];
  return {
    status: 200,
    type: 'text/plain',
    body: '',
    headers: {
      ...ANY_ORIGIN,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD',
      ...(requestedHeaders === undefined ? {} : { 'Access-Control-Allow-Headers': requestedHeaders }),
      'Access-Control-Max-Age': '7200',
    },
  };
}

/** Adds the headers that allow the requesting page to read the response. */
export function readable({ path, request }: Exchange, reply: Reply): Reply {
  if (request.headers.origin === undefined || !isOpen(path)) return reply;
  return { ...reply, headers: { ...reply.headers, ...ANY_ORIGIN } };
}
