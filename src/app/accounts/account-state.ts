import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { accountOwnersSchema } from '../../schemas/stored-accounts';
import { KEPT_STATE, STATE_KEYS, type StateKey, writable } from '../shared/stored-state';
import type { KeyValueStore } from '../shared/stores';

/** What is kept for accounts. */
export interface AccountState {
  settle(accounts: readonly Owner[], isGone: (base: string) => boolean): Promise<readonly string[]>;
  forget(base: string): Promise<void>;
}

/** Several memories as one. */
export const accountState = (memories: readonly AccountState[]): AccountState => ({
  settle: async (accounts, isGone) =>
    (await Promise.all(memories.map((memory) => memory.settle(accounts, isGone)))).flat(),
  forget: async (base) => {
    await Promise.all(memories.map((memory) => memory.forget(base)));
  },
});

/** Whom the things belong to that are kept of a server. */
export interface Owner {
  readonly base: string;
  /** Differs for each account of a server; undefined while it is unknown. */
  readonly owner: string | undefined;
}

const OWNERS = 'account-owners';

/** The state of the editor, of which each account sees only what it kept itself. */
export class AccountMemory implements KeyValueStore, AccountState, Disposable {
  readonly #memory: Pick<KeyValueStore, 'get' | 'set'>;
  readonly #forgot = new Emitter<string>();
  /** Servers whose accounts ended while this window was open: late writers must not bring anything back. */
  readonly #left = new Set<string>();

  /** What was kept of the server is gone: whoever holds some of it in memory drops it. */
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
   * Compares whom the state belongs to with who is signed in: another window may have signed out, or in as another
   * user, while this workspace was closed. `isGone` is true for servers that were signed out of. Resolves, when that
   * is written, with the servers of which something was forgotten.
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

  /** The account of this server ended. */
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

/** Where an owner isn't known, nothing tells that it is another one. */
const isOther = (before: string | undefined, owner: string | undefined): boolean =>
  before !== undefined && before !== '' && owner !== undefined && before !== owner;
