import type { SecretStore } from '../shared/stores';
import type { AccountList, StoredAccount } from './account-list';

/** Stores tokens together with the list of their accounts, so that a failure of either leaves both consistent. */
export class StoredTokens {
  /** By the URLs of the servers. */
  readonly #secrets: SecretStore;
  readonly #list: AccountList;

  constructor(secrets: SecretStore, list: AccountList) {
    this.#secrets = secrets;
    this.#list = list;
  }

  /** Writes the list first, because other windows delete tokens without an account. */
  async add(account: Omit<StoredAccount, 'id'>, token: string): Promise<void> {
    await this.#list.put(account);
    try {
      await this.#secrets.set(account.base, token);
    } catch (error) {
      await this.#list.remove(account.base);
      throw error;
    }
  }

  /**
   * Stores the token first, because all windows forget the data of the previous user when the list changes. If the
   * list can't be stored, restores the previous token, or deletes the new one, so that no request is sent as another
   * user than the list says.
   */
  async replace(account: Omit<StoredAccount, 'id'>, token: string): Promise<void> {
    const { base } = account;
    const former = await this.#secrets.get(base);
    await this.#secrets.set(base, token);
    try {
      await this.#list.put(account);
    } catch (error) {
      await (former === undefined ? this.#secrets.delete(base) : this.#secrets.set(base, former));
      throw error;
    }
  }

  /**
   * Deletes tokens without an account. `refresh` reads the list again: another window may have signed in since, which
   * writes the list first, and then the token.
   */
  async sweep(refresh: () => Promise<void>): Promise<void> {
    const isOrphan = (base: string): boolean => this.#list.find(base) === undefined;
    for (const base of ((await this.#secrets.keys?.()) ?? []).filter(isOrphan)) {
      const token = await this.#secrets.get(base);
      await refresh();
      const isUnchanged = (await this.#secrets.get(base)) === token;
      if (isUnchanged && isOrphan(base)) await this.#secrets.delete(base);
    }
  }
}
