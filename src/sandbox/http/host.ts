import type { IncomingMessage } from 'node:http';

/** Matches `127.0.0.1`, `localhost`, and `[::1]`, with any port. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns host and target of a request. An absolute URL in the request line takes precedence over the Host
 * header (RFC 9112, section 3.2.2).
 */
export function targetOf({ url = '', headers }: IncomingMessage): { host: string; target: string } {
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (host === undefined || target === undefined) return { host: headers.host ?? '', target: url };
  return { host, target: target.startsWith('/') ? target : `/${target}` };
}

/**
 * Returns true if a request's host is this machine, to prevent DNS rebinding: if a page's host name is made
 * to resolve to 127.0.0.1, the page can read all responses, but its requests contain that host name. Requests
 * without a host aren't sent by browsers.
 */
export function namesLoopback(request: IncomingMessage): boolean {
  const { host } = targetOf(request);
  const header = request.headers.host ?? '';
  return [host, header].every((name) => name === '' || LOOPBACK.test(name));
}

/** The response to requests with another host, before any other checks. */
export const FOREIGN_HOST =
  'The sandbox answers only at 127.0.0.1, localhost and [::1]. Use one of these names.\n';
