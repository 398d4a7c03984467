import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { accountOwnersSchema } from '../../schemas/stored/accounts';
import { KEPT_STATE, STATE_KEYS, type StateKey, writable } from '../shared/stored-state';
import type { KeyValueStore } from '../shared/stores';

/** Stored data of accounts. */
export interface AccountState {
  settle(accounts: readonly Owner[], isGone: (base: string) => boolean): Promise<readonly string[]>;
  forget(base: string): Promise<void>;
}

/** Combines several memories. */
export const accountState = (memories: readonly AccountState[]): AccountState => ({
  settle: async (accounts, isGone) =>
    (await Promise.all(memories.map((memory) => memory.settle(accounts, isGone)))).flat(),
  forget: async (base) => {
    await Promise.all(memories.map((memory) => memory.forget(base)));
  },
});

/** The owner of the stored data of a server. */
export interface Owner {
  readonly base: string;
  /** Differs for each account of a server; undefined if it isn't known. */
  readonly owner: string | undefined;
}

const OWNERS = 'account-owners';

/** The editor's state, from which the data of other accounts is removed. */
export class AccountMemory implements KeyValueStore, AccountState, Disposable {
  readonly #memory: Pick<KeyValueStore, 'get' | 'set'>;
  readonly #forgot = new Emitter<string>();
  /**
   * Servers whose accounts were signed out in this window. Prevents pending writes from restoring their data.
   */
  readonly #left = new Set<string>();

  /** Fires with the server whose data was removed. Listeners must discard their copies. */
  readonly onDidForget = this.#forgot.event;

  constructor(memory: Pick<KeyValueStore, 'get' | 'set'>) {
    this.#memory = memory;
  }

  get(key: StateKey): unknown {
    return this.#memory.get(key);
  }

  set(key: StateKey, value: unknown): Promise<void> {
    return this.#memory.set(key, this.#withoutLeft(key, value));
  }

  /**
   * Compares the owners of the stored data with the signed-in accounts, because another window may have
   * changed accounts while this workspace was closed. `isGone` returns true for servers that the user signed
   * out of. Resolves with the servers whose data was removed, after that is stored.
   */
  async settle(accounts: readonly Owner[], isGone: (base: string) => boolean): Promise<readonly string[]> {
    const before = this.#owners();
    const ended = Object.keys(before).filter((base) => {
      const account = accounts.find((each) => each.base === base);
      return account === undefined ? isGone(base) : isOther(before[base], account.owner);
    });
    const forgotten = ended.map((base) => this.#remove(base));
    const owners = { ...this.#owners() };
    for (const { base, owner } of accounts) {
      this.#left.delete(base);
      owners[base] = owner ?? owners[base] ?? '';
    }
    const isChanged = JSON.stringify(owners) !== JSON.stringify(before);
    await Promise.all([...forgotten, isChanged ? this.#memory.set(OWNERS, owners) : undefined]);
    return ended;
  }

  /** Removes the data of a server whose account ended. */
  async forget(base: string): Promise<void> {
    this.#left.add(base);
    await this.#remove(base);
  }

  dispose(): void {
    this.#forgot.dispose();
  }

  async #remove(base: string): Promise<void> {
    const written: Promise<void>[] = [];
    for (const key of STATE_KEYS) {
      const held = this.#memory.get(key);
      if (held === undefined) continue;
      const left: unknown = KEPT_STATE[key](held, base);
      if (JSON.stringify(left) !== JSON.stringify(held)) written.push(this.#memory.set(key, left));
    }
    const { [base]: known, ...owners } = this.#owners();
    if (known !== undefined) written.push(this.#memory.set(OWNERS, owners));
    this.#forgot.fire(base);
    await Promise.all(written);
  }

  #withoutLeft(key: StateKey, value: unknown): unknown {
    return [...this.#left].reduce((left, base) => writable(key, left, base), value);
  }

  #owners(): Readonly<Record<string, string>> {
    return accountOwnersSchema.parse(this.#memory.get(OWNERS));
  }
}

/** False if an owner isn't known. */
const isOther = (before: string | undefined, owner: string | undefined): boolean =>
  before !== undefined && before !== '' && owner !== undefined && before !== owner;
