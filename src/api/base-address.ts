import { parseUrl } from '../base/parse-url';

/** A server's address in the one form that the client uses. */
export interface BaseAddress {
  /** Without trailing slash and without `/api/v4`, such as `https://host/gitlab`. */
  readonly base: string;
  /** Scheme, host and port: the only place that ever gets the token. */
  readonly origin: string;
  /** Host, with its port where that is not the scheme's own. */
  readonly host: string;
  /** Where every path of an endpoint starts (server-behavior.md#api-version). */
  readonly apiUrl: string;
  /** True where the token would cross a network unencrypted: plain http to another machine. */
  readonly insecure: boolean;
}

/** Why a text is no server address. The list is closed; sentences for people are made elsewhere. */
export const ADDRESS_PROBLEMS = ['empty', 'not-an-address', 'scheme', 'user-info', 'query'] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

export type AddressResult =
  | { readonly ok: true; readonly address: BaseAddress }
  | { readonly ok: false; readonly problem: AddressProblem };

const problem = (name: AddressProblem): AddressResult => ({ ok: false, problem: name });

/**
 * Reads what a person types as server address: with or without scheme (then https), with a sub-path, with or
 * without `/api/v4`. Refused: other schemes, user info (it would be stored in the open), query and hash.
 */
export function parseBaseAddress(typed: string): AddressResult {
  const text = typed.trim();
  if (text === '') return problem('empty');
  // The URL parser would repair these silently, and the result would not be what was typed.
  if (/[\s\\\p{Cc}]/u.test(text)) return problem('not-an-address');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') return problem('scheme');

  const whole = scheme === undefined ? `https://${text}` : text;
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(whole)?.[1] ?? '';
  if (authority === '') return problem('not-an-address');
  if (authority.includes('@')) return problem('user-info');
  if (/[?#]/.test(whole)) return problem('query');
  const url = parseUrl(whole);
  if (url === undefined) return problem('not-an-address');

  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/api\/v4$/, '')
    .replace(/\/+$/, '');
  const base = `${url.origin}${path}`;
  return {
    ok: true,
    address: {
      base,
      origin: url.origin,
      host: url.host,
      apiUrl: `${base}/api/v4`,
      insecure: url.protocol === 'http:' && !isLoopback(url.hostname),
    },
  };
}

/** Names and addresses of this machine, as the URL parser writes them. */
function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname) || /^(.+\.)?localhost$/.test(hostname);
}
