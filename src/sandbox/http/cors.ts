import { isCollectorPath } from './collector';
import type { Exchange } from './exchange';
import type { Reply } from './reply';

/** What a page may read besides the body: what the real service shows, and what SDKs of error tracking look for. */
const SHOWN = [
  'Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Request-Id, ETag',
  'X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-File-Path, X-Gitlab-Ref, X-Gitlab-Size',
  'X-Sentry-Error, X-Sentry-Rate-Limits, Retry-After',
].join(', ');

/**
 * Pages of any origin may ask, as on the real service, where the sandbox was started with `--cors`. Otherwise a browser
 * keeps its answers from the pages of other origins.
 */
const ANYBODY = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': SHOWN };

const isOpen = (path: string): boolean => /^\/api(?:\/|$)/.test(path) || isCollectorPath(path);

/** The answer to a browser that asks whether a page may send what it wants to send; undefined for other requests. */
export function preflight({ method, path, request: { headers } }: Exchange): Reply | undefined {
  if (method !== 'OPTIONS' || !isOpen(path) || headers['access-control-request-method'] === undefined) {
    return undefined;
  }
  const asked = headers['access-control-request-headers'];
  return {
    status: 200,
    type: 'text/plain',
    body: '',
    headers: {
      ...ANYBODY,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD',
      ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
      'Access-Control-Max-Age': '7200',
    },
  };
}

/** An answer that the page which asked may read. */
export function readable({ path, request }: Exchange, reply: Reply): Reply {
  if (request.headers.origin === undefined || !isOpen(path)) return reply;
  return { ...reply, headers: { ...reply.headers, ...ANYBODY } };
}
