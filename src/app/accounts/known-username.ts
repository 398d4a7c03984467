import { unheeded } from '../../base/log-failure';
import type { Accounts } from './accounts';

/**
 * The name of the account on a server, as far as it is known. An account from the environment has none until the
 * server was asked: the first call asks, and a later one gets the answer.
 */
export function knownUsername(accounts: Pick<Accounts, 'list' | 'user'>, base: string): string | undefined {
  const username = accounts.list().find((account) => account.base === base)?.username;
  if (username === undefined) unheeded(accounts.user(base)); // The next call asks again.
  return username;
}
