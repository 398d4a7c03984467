import type { Accounts } from '../app/accounts/accounts';
import type { Disposable } from '../base/disposable';

/** Empties caches when an account changes: another user may see other things. */
export function clearOnAccountChange(
  accounts: Pick<Accounts, 'onDidChange'>,
  caches: readonly { clear(): void }[],
): Disposable {
  return accounts.onDidChange(() => {
    for (const cache of caches) cache.clear();
  });
}
