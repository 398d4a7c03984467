import type { IncomingMessage } from 'node:http';

/** `127.0.0.1`, `localhost` and `[::1]`, with any port. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * A request names its address whole or from its path on; where it does both, the whole one counts (RFC 9112, section
 * 3.2.2).
 */
export function targetOf({ url = '', headers }: IncomingMessage): { host: string; target: string } {
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (host === undefined || target === undefined) return { host: headers.host ?? '', target: url };
  return { host, target: target.startsWith('/') ? target : `/${target}` };
}

/**
 * Whether a request names this machine. A page whose own name was made to resolve to 127.0.0.1 (DNS rebinding) may read
 * every answer as its own, and its requests carry that name. Programs that send no name are no pages.
 */
export function namesLoopback(request: IncomingMessage): boolean {
  const { host } = targetOf(request);
  const header = request.headers.host ?? '';
  return [host, header].every((name) => name === '' || LOOPBACK.test(name));
}

/** What anybody else is answered, before anything else is looked at. */
export const FOREIGN_HOST =
  'The sandbox answers only at 127.0.0.1, localhost and [::1]. Use one of these names.\n';
