import { createHash } from 'node:crypto';
import type { WireRequest } from '../transport';

/**
 * The identity of a GET: URL and all headers including the token, so that responses of different accounts
 * never mix. Hashed, because neither a token nor a URL that contains one may be stored.
 */
export function requestKey({ url, headers }: WireRequest): string {
  const sorted = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, sorted]))
    .digest('base64');
}
