import { createHash } from 'node:crypto';
import type { WireRequest } from '../transport';

/**
 * What makes two GETs the same: address and all headers, the token among them, so that answers of two accounts
 * never mix. A digest, because neither a token nor an address that holds one is to be kept.
 */
export function requestKey({ url, headers }: WireRequest): string {
  const sorted = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, sorted]))
    .digest('base64');
}
