import type { Client } from '../../api/client';
import { ignoreFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { isReadOnly } from '../../domain/accounts/token-scopes';
import { tokenDetails } from './token-details';

export interface ReadOnlyAccountsDeps {
  readonly clientFor: (base: string) => Client;
  readonly accounts: { readonly onDidChange: Event<string> };
}

/**
 * Accounts whose token has only scopes for reading, so that commands that write aren't offered. The scopes are requested
 * once per account, when they are first needed.
 */
export class ReadOnlyAccounts implements Disposable {
  readonly #deps: ReadOnlyAccountsDeps;
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  /** The result by server; undefined while it is requested. */
  readonly #known = new Map<string, { isReadOnly: boolean | undefined }>();

  /** Fires with the server when it becomes known that its token is read-only, and when the account changes. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: ReadOnlyAccountsDeps) {
    this.#deps = deps;
    this.#subscription = deps.accounts.onDidChange((base) => {
      this.#known.delete(base);
      this.#changed.fire(base);
    });
  }

  /** True if the token of the account can't change anything. False until that is known, and on servers without scopes. */
  has(base: string): boolean {
    const known = this.#known.get(base);
    if (known !== undefined) return known.isReadOnly ?? false;
    const unknown = { isReadOnly: undefined };
    this.#known.set(base, unknown);
    ignoreFailure(this.#read(base, unknown));
    return false;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #read(base: string, entry: { isReadOnly: boolean | undefined }): Promise<void> {
    const token = await tokenDetails(this.#deps.clientFor(base));
    entry.isReadOnly = token !== undefined && isReadOnly(token.scopes);
    // The account may have changed in the meantime.
    if (entry.isReadOnly && this.#known.get(base) === entry) this.#changed.fire(base);
  }
}
