import { ignoreFailure } from '../../base/background';
import type { Accounts } from './accounts';

/**
 * The username of the account on a server, if known. For an account from the environment, the first call
 * requests it, and later calls return it.
 */
export function knownUsername(accounts: Pick<Accounts, 'list' | 'user'>, base: string): string | undefined {
  const username = accounts.list().find((account) => account.base === base)?.username;
  if (username === undefined) ignoreFailure(accounts.user(base)); // Failures are ignored; the next call retries.
  return username;
}
