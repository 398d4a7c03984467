import type { AddressProblem } from '../../api/base-address';
import { t } from '../../base/localize';

/** What is wrong with a typed address, and what to type instead. */
export const ADDRESS_PROBLEM: Readonly<Record<AddressProblem, () => string>> = {
  empty: () => t('Type the address of the server, such as https://gitlab.com.'),
  'not-an-address': () =>
    t('This is not an address. Type one such as https://gitlab.com or https://host/gitlab.'),
  scheme: () => t('The address has to begin with https:// or http://.'),
  'user-info': () => t('Leave out the user name and password: the token is asked for next.'),
  query: () => t('Leave out everything from the ? or # on.'),
};

/** Something else answers at the address. */
export const noServer = (base: string): string =>
  t('Couldn’t find the API at {0}. Check the address of the server.', base);

/** The address is that of a page; the server's own is proposed. */
export const serverElsewhere = (typed: string, base: string): string =>
  t('The server is at {0}, not at {1}. Press Enter to use its address.', base, typed);

/** Shown while a plain http address of another machine is typed. */
export const insecureWarning = (): string =>
  t('Over http the token crosses the network unencrypted. Use https if the server offers it.');

/** Said once of an account that the environment variables give. */
export const insecureEnvironment = (base: string): string =>
  t(
    'SWITCHYARD_HOST is {0}: over http the token crosses the network unencrypted. Use https if the server offers it.',
    base,
  );

/** The page that makes a token, with name and scopes filled in. */
export function tokenPage(base: string): string {
  return `${base}/-/user_settings/personal_access_tokens?name=Switchyard&scopes=api`;
}

/** The account of the environment cannot be changed here. */
export const environmentHolds = (): string =>
  t(
    'The environment variables SWITCHYARD_HOST and SWITCHYARD_TOKEN already sign in to this server; they come first.',
  );
