import { parseUrl } from '../base/parse-url';

/** A server's URL in normalized form. */
export interface BaseAddress {
  /** Without trailing slash and without `/api/v4`, for example `https://host/gitlab`. */
  readonly base: string;
  /** Scheme, host, and port: the only origin that gets the token. */
  readonly origin: string;
  /** Host, with its port unless it is the scheme's default. */
  readonly host: string;
  /** Prefix of all endpoint paths (server-behavior.md#api-version). */
  readonly apiUrl: string;
  /** True if the token would cross a network unencrypted: plain HTTP to another machine. */
  readonly insecure: boolean;
}

/** Why a text isn't a valid server URL. `presentation` has a message for each value. */
export const ADDRESS_PROBLEMS = ['empty', 'not-an-address', 'scheme', 'user-info', 'query', 'token'] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

export type AddressResult =
  | { readonly ok: true; readonly address: BaseAddress }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Prefixes and lengths of the service's tokens. A host name with this form would be sent to a name server. */
const TOKEN =
  /^(?:https?:\/\/)?gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|rtr|soat|wt)-[\w-]{20,}(?:\.\w{2}\.\w{9})?$/i;

const problem = (name: AddressProblem): AddressResult => ({ ok: false, problem: name });

/**
 * Parses a server URL as typed by users: with or without scheme (default: https), sub-path, and `/api/v4`.
 * Rejects other schemes, user info (which would be stored unencrypted), query, hash, and tokens.
 */
export function parseBaseAddress(typed: string): AddressResult {
  const text = typed.trim();
  if (text === '') return problem('empty');
  if (TOKEN.test(text)) return problem('token');
  // The URL parser would silently correct these, so that the result differs from the input.
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

/**
 * Names and addresses of the local machine, as normalized by the URL parser. Names below `localhost` aren't: many
 * resolvers ask the network for them.
 */
function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname) || hostname === 'localhost';
}
