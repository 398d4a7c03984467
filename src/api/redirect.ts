import { parseUrl } from '../base/parse-url';
import type { BaseAddress } from './base-address';
import type { Method } from './endpoint';

/** Redirects that are followed for one request; more are taken for a loop. */
const MAX_REDIRECTS = 5;

/** An answer that names another address for what was requested. */
export interface Redirect {
  readonly method: Method;
  /** The address that was requested. */
  readonly from: string;
  /** As the server names it; undefined where it names none. */
  readonly location: string | undefined;
  /** Redirects that were followed before. */
  readonly followed: number;
}

export type RedirectStep =
  | { readonly kind: 'follow'; readonly url: string }
  | { readonly kind: 'refuse'; readonly location: string | undefined; readonly why: string };

/**
 * What to do with a redirect (server-behavior.md#moved-projects). Only a GET is repeated, and only on the origin that
 * the token belongs to: a write repeated elsewhere, or turned into a GET, is not what the person asked for, and a
 * foreign host must not get the token. A change from http to https is another origin too.
 */
export function redirectStep(
  base: BaseAddress,
  { method, from, location, followed }: Redirect,
): RedirectStep {
  const target = location === undefined ? undefined : parseUrl(location, from);
  if (target === undefined)
    return { kind: 'refuse', location: undefined, why: 'redirect without a usable address' };
  const refuse = (why: string): RedirectStep => ({ kind: 'refuse', location: withoutSecrets(target), why });
  if (target.origin !== base.origin) return refuse('redirect to another origin');
  if (target.username !== '' || target.password !== '') return refuse('redirect with user info');
  if (method !== 'GET') return refuse(`redirect of a ${method}`);
  if (followed >= MAX_REDIRECTS) return refuse(`more than ${MAX_REDIRECTS} redirects`);
  target.hash = '';
  return { kind: 'follow', url: target.href };
}

/** An address as it may be shown: without user info, query and hash. */
export function withoutSecrets(url: URL): string {
  return url.protocol === 'http:' || url.protocol === 'https:'
    ? `${url.origin}${url.pathname}`
    : url.protocol;
}
