import type { Disposable } from '../../base/disposable';
import type { Accounts } from './accounts';

/** Clears caches when an account changes, because another user can have access to other data. */
export function clearOnAccountChange(
  accounts: Pick<Accounts, 'onDidChange'>,
  caches: readonly { clear(): void }[],
): Disposable {
  return accounts.onDidChange(() => {
    for (const cache of caches) cache.clear();
  });
}
