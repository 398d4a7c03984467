import { parseBaseAddress } from '../../api/base-address';
import type { Client } from '../../api/client';
import { getToken } from '../../api/endpoints/server';
import { isApiError } from '../../api/errors';
import { orUndefined } from '../../base/background';
import { isReadOnly } from '../../domain/accounts/token-scopes';
import {
  accountAt,
  type CredentialRequest,
  type GitCredential,
  type UnusableToken,
} from '../../domain/git/credential';
import type { Account, Accounts } from '../accounts/accounts';

export {
  type CredentialRequest,
  credentialRequest,
  formatCredential,
  type GitCredential,
  parseCredential,
  requestFor,
  type UnusableToken,
} from '../../domain/git/credential';

/** `unknown`: for example for a command of VS Code's Git extension. */
export type CredentialUse = 'fetch' | 'push' | 'unknown';

/** The credential of an account, or why there is none. */
export type FoundCredential =
  | { readonly base: string; readonly credential: GitCredential }
  | { readonly base: string; readonly unusable: UnusableToken };

interface AccountCredentialsDeps {
  readonly accounts: Pick<Accounts, 'list' | 'token'>;
  readonly clientFor: (base: string) => Client;
  /** The setting. */
  readonly isOn: () => boolean;
}

/** The service accepts any user name with a personal access token, and only this one with an OAuth token. */
const USERNAME = 'oauth2';

/** The tokens of accounts as passwords for git, only for the origins of the accounts. */
export class AccountCredentials {
  readonly #deps: AccountCredentialsDeps;
  /** Tokens that git servers refused, by the account. */
  readonly #refused = new Map<string, string>();

  constructor(deps: AccountCredentialsDeps) {
    this.#deps = deps;
  }

  /** True if an account may have a credential. */
  serves(request: CredentialRequest): boolean {
    return this.#account(request) !== undefined;
  }

  /** True if there are accounts, so that git can need a credential. */
  get isNeeded(): boolean {
    return this.#deps.isOn() && this.#deps.accounts.list().length > 0;
  }

  /**
   * Undefined if no account fits. Asks the server whether it accepts the token, so that git doesn't fail with a token that
   * expired.
   */
  async find(request: CredentialRequest, use: CredentialUse): Promise<FoundCredential | undefined> {
    const account = this.#account(request);
    if (account === undefined) return undefined;
    const { base } = account;
    const password = await orUndefined(this.#deps.accounts.token(base));
    if (password === undefined) return { base, unusable: 'missing' };
    if (this.#refused.get(base) === password) return { base, unusable: 'refused' };
    const unusable = await this.#check(base, use);
    if (unusable !== undefined) return { base, unusable };
    return { base, credential: { username: request.username ?? USERNAME, password } };
  }

  /** Remembers that the server refused the token for git. It isn't used again until it is replaced. */
  refuse(base: string, password: string): void {
    this.#refused.set(base, password);
  }

  #account(request: CredentialRequest): Account | undefined {
    if (!this.#deps.isOn()) return undefined;
    const account = accountAt(request, this.#deps.accounts.list());
    if (account === undefined) return undefined;
    const parsed = parseBaseAddress(account.base);
    if (!parsed.ok || parsed.address.insecure) return undefined;
    return isSomeoneElse(request.username, account) ? undefined : account;
  }

  /** Servers that don't describe the token may accept it. */
  async #check(base: string, use: CredentialUse): Promise<UnusableToken | undefined> {
    try {
      const { scopes } = await this.#deps.clientFor(base).call(getToken, {});
      return use !== 'fetch' && isReadOnly(scopes) && !scopes.includes('write_repository')
        ? 'read-only'
        : undefined;
    } catch (error) {
      return isApiError(error, 'unauthorized') ? 'expired' : undefined;
    }
  }
}

/** Remotes and settings can name the user whose password git needs. */
const isSomeoneElse = (username: string | undefined, account: Account): boolean =>
  username !== undefined &&
  username !== USERNAME &&
  username.toLowerCase() !== account.username?.toLowerCase();
