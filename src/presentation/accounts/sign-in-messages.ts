import type { AddressProblem } from '../../api/base-address';
import { t } from '../../base/localize';

/** What is wrong with a typed address, and what to type instead. */
export const ADDRESS_PROBLEM: Readonly<Record<AddressProblem, () => string>> = {
  empty: () => t('Enter the server URL, such as https://gitlab.com.'),
  'not-an-address': () => t('Enter a valid URL, such as https://gitlab.com or https://host/gitlab.'),
  scheme: () => t('The URL must start with https:// or http://.'),
  'user-info': () => t('Remove the user name and password. You enter a token in the next step.'),
  query: () => t('Remove the ? or # and everything after it.'),
};

/** Something else answers at the address. */
export const noServer = (base: string): string =>
  t("Couldn't find the API at {0}. Check the server URL.", base);

/** The address is that of a page; the server's own is proposed. */
export const serverElsewhere = (typed: string, base: string): string =>
  t('The server URL is {0}, not {1}. Press Enter to use the correct URL.', base, typed);

/** Shown while a plain http address of another machine is typed. */
export const insecureWarning = (): string =>
  t('With http, the token is sent unencrypted. Use https if the server supports it.');

/** Said once of an account that the environment variables give. */
export const insecureEnvironment = (base: string): string =>
  t(
    'SWITCHYARD_HOST is {0}. With http, the token is sent unencrypted. Use https if the server supports it.',
    base,
  );

/** The page that makes a token, with name and scopes filled in. */
export function tokenPage(base: string): string {
  return `${base}/-/user_settings/personal_access_tokens?name=Switchyard&scopes=api`;
}

/** The account of the environment cannot be changed here. */
export const environmentHolds = (): string =>
  t(
    "You're already signed in to this server through the environment variables SWITCHYARD_HOST and SWITCHYARD_TOKEN, which take precedence.",
  );
