import type { BaseAddress } from './base-address';
import type { Endpoint } from './endpoint';

/** Asks for the token anew on every request, so that nothing but the secret storage keeps it. Undefined: signed out. */
export type TokenSource = () => Promise<string | undefined>;

/**
 * Who asks (server-behavior.md#tokens). A job token is sent in one of three ways; `GET /job/allowed_agents` takes only
 * `header` and `query`.
 */
export type Credential =
  | { readonly kind: 'personal'; readonly token: TokenSource }
  | { readonly kind: 'job'; readonly token: TokenSource; readonly via: 'header' | 'bearer' | 'query' };

/** Where a request goes and what it says; what authorizing changes. */
export interface Authorizable {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** True where the endpoint takes a token of this kind: a token goes nowhere else. */
export function isFor(credential: Credential, endpoint: Pick<Endpoint, 'token'>): boolean {
  return credential.kind === endpoint.token;
}

/** True where a header can carry the token: visible ASCII. Anything else was not given out by a server. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** The request with its token, or unchanged where it goes to another origin than the account's own. */
export function authorize(
  request: Authorizable,
  base: BaseAddress,
  credential: Credential,
  token: string,
): Authorizable {
  const url = new URL(request.url);
  if (url.origin !== base.origin) return request;
  const withHeader = (name: string, value: string): Authorizable => ({
    url: request.url,
    headers: { ...request.headers, [name]: value },
  });
  if (credential.kind === 'personal') return withHeader('private-token', token);
  switch (credential.via) {
    case 'header':
      return withHeader('job-token', token);
    case 'bearer':
      return withHeader('authorization', `Bearer ${token}`);
    case 'query':
      // Put in by hand: writing through `searchParams` would write the rest of the query anew.
      url.search += `${url.search === '' ? '' : '&'}job_token=${encodeURIComponent(token)}`;
      return { url: url.href, headers: request.headers };
  }
}
