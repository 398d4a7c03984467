import type { AddressProblem } from '../../api/base-address';
import { locale, t } from '../../base/localize';
import { isReadOnly } from '../../domain/accounts/token-scopes';
import type { TokenDetails } from '../../schemas/token';
import { sentences } from '../shared/error-messages';
import { day } from '../shared/time-labels';

/** Validation messages for the server URL. */
export const ADDRESS_PROBLEM: Readonly<Record<AddressProblem, () => string>> = {
  empty: () => t('Enter the server URL, such as https://gitlab.com.'),
  'not-an-address': () => t('Enter a valid URL, such as https://gitlab.com or https://host/gitlab.'),
  scheme: () => t('The URL must start with https:// or http://.'),
  'user-info': () => t('Remove the username and password. You enter a token in the next step.'),
  query: () => t('Remove the ? or # and everything after it.'),
};

/** Shown if no API is found at the URL. */
export const noServer = (base: string): string =>
  t("Couldn't find the API at {0}. Check the server URL.", base);

/** Shown if the typed URL is that of a page on the server. */
export const serverElsewhere = (typed: string, base: string): string =>
  t('The server URL is {0}, not {1}. Press Enter to use the correct URL.', base, typed);

/** Shown while the typed URL uses http and another computer. */
export const insecureWarning = (): string =>
  t('With http, the token is sent unencrypted. Use https if the server supports it.');

/** Shown once for an account from the environment variables. */
export const insecureEnvironment = (base: string): string =>
  t(
    'SWITCHYARD_HOST is {0}. With http, the token is sent unencrypted. Use https if the server supports it.',
    base,
  );

/** Returns the page for creating a token, with name and scopes filled in. */
export function tokenPage(base: string): string {
  return `${base}/-/user_settings/personal_access_tokens?name=Switchyard&scopes=api`;
}

/** Shown if the environment variables define the account, which can't be changed here. */
export const environmentHolds = (): string =>
  t(
    "You're already signed in to this server through the environment variables SWITCHYARD_HOST and SWITCHYARD_TOKEN, which take precedence.",
  );

/** Some servers don't report the user, scopes, and expiration of a token. */
export function signedIn(
  { base, username }: { readonly base: string; readonly username: string | undefined },
  token: TokenDetails | undefined,
): string {
  if (username === undefined) return sentences(t('Signed in to {0}.', base), ...factsOf(token));
  if (token === undefined) return t('Signed in to {0} as @{1}.', base, username);
  // A notification without buttons shows only one line. The previous prompt showed the server.
  return sentences(t('Signed in as @{0}.', username), ...factsOf(token));
}

const factsOf = (token: TokenDetails | undefined): readonly (string | undefined)[] =>
  token === undefined ? [] : [scopesOf(token), expirationOf(token)];

function scopesOf({ scopes }: TokenDetails): string | undefined {
  if (scopes.length === 0) return undefined;
  const list = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(scopes);
  return isReadOnly(scopes)
    ? t(
        'The token is read-only (scopes: {0}). To change anything, you need a token with the "api" scope.',
        list,
      )
    : t('Scopes: {0}.', list);
}

function expirationOf({ expires_at: date }: TokenDetails): string | undefined {
  if (date === undefined) return undefined;
  return date === null ? t("Token doesn't expire.") : t('Token expires {0}.', day(date));
}
