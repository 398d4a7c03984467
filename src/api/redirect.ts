import { parseUrl } from '../base/parse-url';
import type { BaseAddress } from './base-address';
import type { Method } from './endpoint';

/** Maximum number of redirects for one request; more count as a loop. */
const MAX_REDIRECTS = 5;

/** A response that redirects to another URL. */
export interface Redirect {
  readonly method: Method;
  /** The URL that was requested. */
  readonly from: string;
  /** The server's URL; undefined if it doesn't send one. */
  readonly location: string | undefined;
  /** Number of redirects before this one. */
  readonly followed: number;
  /** True if the response is a file that another host may store. */
  readonly storage?: boolean | undefined;
}

export type RedirectStep =
  | { readonly kind: 'follow'; readonly url: string }
  | { readonly kind: 'refuse'; readonly location: string | undefined; readonly why: string };

/**
 * Decides how to handle a redirect (server-behavior.md#moved-projects). Only GETs are repeated, and only on
 * the token's origin: a write repeated elsewhere or turned into a GET isn't what the user requested, and
 * other hosts must not get the token. A change from http to https is another origin too.
 * The exception is a file in an object storage: one redirect to another origin, which doesn't get the token
 * (server-behavior.md#file-storage).
 */
export function redirectStep(
  base: BaseAddress,
  { method, from, location, followed, storage = false }: Redirect,
): RedirectStep {
  const target = location === undefined ? undefined : parseUrl(location, from);
  if (target === undefined)
    return { kind: 'refuse', location: undefined, why: 'redirect without a usable address' };
  const refuse = (why: string): RedirectStep => ({ kind: 'refuse', location: withoutSecrets(target), why });
  if (new URL(from).origin !== base.origin) return refuse('second redirect to another origin');
  if (target.origin !== base.origin) {
    if (!storage) return refuse('redirect to another origin');
    if (!isAsSecure(target, base)) return refuse('redirect to an address without encryption');
  }
  if (target.username !== '' || target.password !== '') return refuse('redirect with user info');
  if (method !== 'GET') return refuse(`redirect of a ${method}`);
  if (followed >= MAX_REDIRECTS) return refuse(`more than ${MAX_REDIRECTS} redirects`);
  target.hash = '';
  return { kind: 'follow', url: target.href };
}

/** True for https, and for http if the server itself uses it. */
function isAsSecure({ protocol }: URL, base: BaseAddress): boolean {
  return protocol === 'https:' || (protocol === 'http:' && base.origin.startsWith('http:'));
}

/** A URL for display: without user info, query, and hash. */
export function withoutSecrets(url: URL): string {
  return url.protocol === 'http:' || url.protocol === 'https:'
    ? `${url.origin}${url.pathname}`
    : url.protocol;
}
