import type { AddressProblem } from '../../api/base-address';
import { t } from '../../base/localize';
import { missingAreas, type TokenArea } from '../../domain/accounts/token-permissions';
import { isReadOnly } from '../../domain/accounts/token-scopes';
import type { TokenDetails } from '../../schemas/token';
import { sentences } from '../shared/error-messages';
import { listText } from '../shared/format';
import { day } from '../shared/time-labels';

/** Validation messages for the server URL. */
export const ADDRESS_PROBLEM_MESSAGES: Readonly<Record<AddressProblem, () => string>> = {
  empty: () => t('Enter the server URL, such as https://gitlab.com.'),
  'not-an-address': () => t('Enter a valid URL, such as https://gitlab.com or https://host/gitlab.'),
  scheme: () => t('The URL must start with https:// or http://.'),
  'user-info': () => t('Remove the username and password. You enter a token in the next step.'),
  token: () => t('This is a token. Enter the server URL first, and the token in the next step.'),
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

/** Returns the page for creating a fine-grained token, which can't be filled in. */
export const fineGrainedTokenPage = (base: string): string =>
  `${base}/-/user_settings/personal_access_tokens/granular/new`;

/** Names the resources as on the page for fine-grained tokens. */
export const tokenPrompt = (): string =>
  t(
    'Paste a fine-grained token (release 19.2 or later) with the permissions that you need for User, Project, Pipeline, Job, Job Artifact, Merge Request, and Code, or a personal access token with the "api" scope.',
  );

/** Shown if the environment variables define the account, which can't be changed here. */
export const environmentAccountMessage = (): string =>
  t(
    "You're already signed in to this server through the environment variables SWITCHYARD_HOST and SWITCHYARD_TOKEN, which take precedence.",
  );

/** Some servers don't report the user, scopes, and expiration of a token. */
export function signedIn(
  { base, username }: { readonly base: string; readonly username: string | undefined },
  token: TokenDetails | undefined,
): string {
  if (username === undefined)
    return sentences(
      t('Signed in to {0}.', base),
      isFineGrained(token) ? noUser() : undefined,
      ...factsOf(token),
    );
  if (token === undefined) return t('Signed in to {0} as @{1}.', base, username);
  // A notification without buttons shows only one line. The previous prompt showed the server.
  return sentences(t('Signed in as @{0}.', username), ...factsOf(token));
}

const factsOf = (token: TokenDetails | undefined): readonly (string | undefined)[] =>
  token === undefined ? [] : [scopesOf(token), expirationOf(token)];

const isFineGrained = (token: TokenDetails | undefined): boolean =>
  token?.scopes.includes('granular') === true;

const noUser = (): string =>
  t('Lists such as "Assigned to Me" require a token with the permission User: Read.');

const AREAS: Readonly<Record<TokenArea, () => string>> = {
  user: () => t('your user'),
  projects: () => t('projects'),
  pipelines: () => t('pipelines'),
  'pipeline-changes': () => t('running pipelines'),
  jobs: () => t('jobs'),
  'job-changes': () => t('changing jobs'),
  'merge-requests': () => t('merge requests'),
  'merge-request-changes': () => t('changing merge requests'),
  code: () => t('code'),
};

/** Features for which a fine-grained token can't be used, as far as the server reports its permissions. */
function permissionsOf({ granular_scopes: granted }: TokenDetails): string {
  const missing = granted ? missingAreas(granted) : [];
  if (missing.length === 0)
    return t('The token is fine-grained; refused requests name the missing permission.');
  const list = listText(missing.map((area) => AREAS[area]()));
  return t('The token is fine-grained, without permissions for: {0}.', list);
}

function scopesOf(token: TokenDetails): string | undefined {
  const { scopes } = token;
  if (isFineGrained(token)) return permissionsOf(token);
  if (scopes.length === 0) return undefined;
  const list = listText(scopes);
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
