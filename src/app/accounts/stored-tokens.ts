import type { SecretStore } from '../shared/stores';
import type { AccountList, StoredAccount } from './account-list';
import { newTokenKey } from './token-keys';

/** A new or changed account. */
type AccountFacts = Omit<StoredAccount, 'id' | 'tokenKey'>;

/** Stores tokens together with the list of their accounts, so that a failure of either leaves both consistent. */
export class StoredTokens {
  readonly #secrets: SecretStore;
  readonly #list: AccountList;

  constructor(secrets: SecretStore, list: AccountList) {
    this.#secrets = secrets;
    this.#list = list;
  }

  get(base: string): Promise<string | undefined> {
    return this.#secrets.get(this.#keyOf(base));
  }

  delete(base: string): Promise<void> {
    return this.#secrets.delete(this.#keyOf(base));
  }

  /** Writes the list first, because other windows delete tokens without an account. */
  async add(account: AccountFacts, token: string): Promise<void> {
    const tokenKey = newTokenKey(account.base);
    await this.#list.put({ ...account, tokenKey });
    try {
      await this.#secrets.set(tokenKey, token);
    } catch (error) {
      await this.#list.remove(account.base);
      throw error;
    }
  }

  /**
   * Stores the token first, because all windows forget the data of the previous user when the list changes. If the
   * list can't be stored, restores the previous token, or deletes the new one, so that no request is sent as another
   * user than the one in the list.
   */
  async replace(account: AccountFacts, token: string): Promise<void> {
    const tokenKey = this.#keyOf(account.base);
    const former = await this.#secrets.get(tokenKey);
    await this.#secrets.set(tokenKey, token);
    try {
      await this.#list.put({ ...account, tokenKey });
    } catch (error) {
      await (former === undefined ? this.#secrets.delete(tokenKey) : this.#secrets.set(tokenKey, former));
      throw error;
    }
  }

  /**
   * Deletes tokens without an account. `refresh` reads the list again after the keys: another window that has stored one
   * of these tokens has added its account to the list before. Tokens that are stored later have other keys.
   */
  async sweep(refresh: () => Promise<void>): Promise<void> {
    const isUnused = (key: string): boolean =>
      !this.#list.accounts().some(({ tokenKey }) => tokenKey === key);
    const unused = ((await this.#secrets.keys?.()) ?? []).filter(isUnused);
    if (unused.length === 0) return;
    await refresh();
    for (const key of unused) if (isUnused(key)) await this.#secrets.delete(key);
  }

  #keyOf(base: string): string {
    return this.#list.find(base)?.tokenKey ?? base;
  }
}
