import type { BaseAddress } from './base-address';
import type { Endpoint } from './endpoint';

/**
 * Gets the token for each request, so that only the secret storage stores it. Undefined if the user is signed
 * out.
 */
export type TokenSource = () => Promise<string | undefined>;

/**
 * The token of a user, or of a running job (server-behavior.md#tokens). A job token is sent in one of three
 * ways; `GET /job/allowed_agents` only accepts `header` and `query`.
 */
export type Credential =
  | { readonly kind: 'personal'; readonly token: TokenSource }
  | { readonly kind: 'job'; readonly token: TokenSource; readonly via: 'header' | 'bearer' | 'query' };

/** The parts of a request that authorization changes. */
export interface Authorizable {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** True if the endpoint accepts a token of this kind. Tokens are sent only to such endpoints. */
export function isFor(credential: Credential, endpoint: Pick<Endpoint, 'token'>): boolean {
  return credential.kind === endpoint.token;
}

/** True if a header can contain the token: visible ASCII. No server issues other tokens. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** Returns the request with its token, or unchanged if its origin isn't the account's. */
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
      // Appended as text, because `searchParams` would re-encode the rest of the query.
      url.search += `${url.search === '' ? '' : '&'}job_token=${encodeURIComponent(token)}`;
      return { url: url.href, headers: request.headers };
  }
}
