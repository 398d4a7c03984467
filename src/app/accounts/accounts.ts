import { parseBaseAddress } from '../../api/base-address';
import type { Client } from '../../api/client';
import { ApiError, isApiError } from '../../api/errors';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Log, SecretMask } from '../../base/log';
import type { User } from '../../schemas/user';
import type { KeyValueStore, SecretStore } from '../shared/stores';
import { AccountList, isSameUser } from './account-list';
import type { AccountState } from './account-state';
import { withNamedFailures } from './named-failures';
import { StoredTokens } from './stored-tokens';
import { serverOfTokenKey } from './token-keys';
import { tokenOwner } from './token-owner';

/** An account on a server, without its token. */
export interface Account {
  /** The server's URL, for example `https://host/gitlab`. */
  readonly base: string;
  /**
   * Undefined for an account from the environment before the first request, and if the server doesn't report
   * it.
   */
  readonly username: string | undefined;
  /** Users can't sign out of accounts from the environment (`SWITCHYARD_HOST`, `SWITCHYARD_TOKEN`). */
  readonly source: 'stored' | 'environment';
}

/** Returns a client for a server. The client requests the token for each request and doesn't store it. */
export type Connect = (base: string, token: () => Promise<string>) => Client;

export interface AccountsDeps {
  /** Tokens, by keys of accounts. */
  readonly secrets: SecretStore;
  /** Account lists that all windows share, without tokens. Secrets, because their changes are announced. */
  readonly lists: SecretStore;
  readonly memory: KeyValueStore;
  /** Stored data of the accounts. */
  readonly state: AccountState;
  readonly environment: { readonly host: string | undefined; readonly token: string | undefined };
  readonly connect: Connect;
  readonly mask: SecretMask;
  readonly log: Log;
  /** Called if the token of the environment would be sent without encryption. */
  readonly onInsecure: (base: string) => void;
}

/** The signed-in accounts and their clients. Reads data only when it is needed. */
export class Accounts implements Disposable {
  readonly #deps: AccountsDeps;
  readonly #changed = new Emitter<string>();
  readonly #clients = new Map<string, Client>();
  readonly #users = new Map<string, Promise<User>>();
  /**
   * Usernames reported by servers, for accounts that were stored without a name or come from the environment.
   */
  readonly #names = new Map<string, string>();
  readonly #list: AccountList;
  readonly #tokens: StoredTokens;
  readonly #subscriptions = new DisposableStore();
  /** Processes changes of other windows one at a time. */
  #work: Promise<void> = Promise.resolve();
  #hasSettled = false;
  #hasSwept = false;
  #environmentOwner: string | undefined;
  #environment: { readonly base: string; readonly token: string } | undefined | 'unread' = 'unread';

  /** Fires with the server whose account changed, in this window or another one. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
    this.#list = new AccountList(
      deps.memory,
      withNamedFailures(deps.lists, () => 'list'),
    );
    this.#tokens = new StoredTokens(withNamedFailures(deps.secrets), this.#list);
    this.#subscriptions.add(
      deps.secrets.onDidChange((key) => {
        const base = serverOfTokenKey(key);
        this.#drop(base);
        this.#enqueue(async () => {
          await this.#catchUp();
          this.#forget(base);
        });
      }),
    );
    this.#subscriptions.add(
      deps.lists.onDidChange(() => {
        this.#enqueue(() => this.#catchUp());
      }),
    );
  }

  /** The account from the environment first, then stored accounts in the order of their sign-ins. */
  list(): readonly Account[] {
    const environment = this.#readEnvironment();
    // Once per session, but not at activation, because it reads stored data.
    if (!this.#hasSettled)
      this.#enqueue(async () => {
        await this.settle();
      });
    this.#hasSettled = true;
    const stored = this.#list
      .accounts()
      .filter(({ base }) => base !== environment?.base)
      .map(({ base, username = this.#names.get(base) }) => ({ base, username, source: 'stored' }) as const);
    return environment === undefined
      ? stored
      : [
          { base: environment.base, username: this.#names.get(environment.base), source: 'environment' },
          ...stored,
        ];
  }

  /** True if the user signed out of this server and hasn't signed in since. */
  hasSignedOut(base: string): boolean {
    return this.#list.isGone(base);
  }

  client(base: string): Client {
    const known = this.#clients.get(base);
    if (known !== undefined) return known;
    const client = this.#deps.connect(base, () => this.token(base));
    this.#clients.set(base, client);
    return client;
  }

  /** The token for requests and for git. Rejects with an `ApiError` if none is stored. */
  async token(base: string): Promise<string> {
    const environment = this.#readEnvironment();
    if (environment?.base === base) return environment.token;
    if (!this.#hasSwept) this.#enqueue(() => this.#sweep());
    this.#hasSwept = true;
    // The list names the key of the token. After the state was lost, only the shared list contains the account.
    if (this.#list.find(base) === undefined) {
      this.#enqueue(() => this.#catchUp());
      await this.settled();
    }
    const token = await this.#tokens.get(base);
    if (token === undefined) {
      throw new ApiError({
        kind: 'unauthorized',
        endpoint: 'sign-in',
        host: new URL(base).host,
        base,
        detail: 'no token is stored for this server',
      });
    }
    this.#deps.mask.add(token);
    return token;
  }

  /** The user of the account. Requested once, and again after a failure. */
  user(base: string): Promise<User> {
    const known = this.#users.get(base);
    if (known !== undefined) return known;
    const request = this.#askUser(base);
    this.#users.set(base, request);
    request.then(
      ({ id, username }) => {
        this.#names.set(base, username);
        if (base === this.#readEnvironment()?.base) this.#setEnvironmentOwner(base, `user ${id}`);
      },
      (error: unknown) => {
        // Servers without `GET /user` won't support it later in the session.
        if (!isApiError(error, 'not-found') && this.#users.get(base) === request) this.#users.delete(base);
      },
    );
    return request;
  }

  /**
   * Stores the token after the server accepted it; otherwise rejects with an `ApiError` and stores nothing. If the
   * token can't be stored, the account that was there before is unchanged.
   */
  async signIn(base: string, token: string, signal?: AbortSignal): Promise<Account> {
    this.#deps.mask.add(token);
    const trial = this.#deps.connect(base, () => Promise.resolve(token));
    const { username, id: user } = (await tokenOwner(trial, signal)) ?? {};
    const known = this.#list.find(base);
    if (known === undefined) await this.#tokens.add({ base, username, user }, token);
    else await this.#tokens.replace({ base, username, user }, token);
    if (known !== undefined && !isSameUser(known, { user, username })) await this.#deps.state.forget(base);
    await this.settle();
    this.#forget(base);
    return { base, username, source: 'stored' };
  }

  /** If the token can't be deleted, the account stays in the list, so that the sign-out can be repeated. */
  async signOut(base: string): Promise<void> {
    await this.#tokens.delete(base);
    await this.#list.remove(base);
    await this.#deps.state.forget(base);
    this.#forget(base);
  }

  /**
   * Removes the data stored for a server without a stored account, such as that of a demo. A stored account, for
   * example of a local server that has the port of an ended demo, is unchanged.
   */
  async forgetUnstored(base: string): Promise<void> {
    if (this.#list.find(base) !== undefined) return;
    await this.#deps.state.forget(base);
    this.#forget(base);
  }

  /** Removes data of accounts that were signed out while this workspace was closed. Sends no requests. */
  settle(): Promise<readonly string[]> {
    const stored = this.#list.accounts().map(({ base, id }) => ({ base, owner: id }));
    const environment = this.#readEnvironment();
    const others = stored.filter(({ base }) => base !== environment?.base);
    return this.#deps.state.settle(
      environment === undefined
        ? stored
        : [...others, { base: environment.base, owner: this.#environmentOwner }],
      (base) => this.#list.isGone(base),
    );
  }

  /** Resolves after all announced changes of other windows have been processed. */
  settled(): Promise<void> {
    return this.#work;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  /** Applies account changes of other windows. */
  async #catchUp(): Promise<void> {
    for (const { base, before, after } of await this.#list.refresh()) {
      if (before !== undefined && before.id !== after?.id) await this.#deps.state.forget(base);
      if (after !== undefined) await this.settle();
      // The token of a new account is stored after the list, and is announced separately.
      if (after === undefined || (await this.#tokens.get(base)) !== undefined) this.#forget(base);
    }
  }

  /** Removes tokens without an account. Runs once per session. */
  async #sweep(): Promise<void> {
    await this.#catchUp();
    if (this.#list.wasRead) await this.#tokens.sweep(() => this.#catchUp());
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#deps.log.warn(`Couldn't load the accounts of other windows: ${String(error)}`);
    });
  }

  /** Stores the user of the environment's token, which only the server knows. */
  #setEnvironmentOwner(base: string, owner: string): void {
    if (this.#environmentOwner === owner) return;
    this.#environmentOwner = owner;
    this.#enqueue(async () => {
      if ((await this.settle()).includes(base)) this.#changed.fire(base);
    });
  }

  #drop(base: string): void {
    this.#clients.delete(base);
    this.#users.delete(base);
    this.#names.delete(base);
  }

  async #askUser(base: string): Promise<User> {
    const user = await tokenOwner(this.client(base));
    if (user !== undefined) return user;
    throw new ApiError({
      kind: 'not-found',
      endpoint: 'GET /user',
      host: new URL(base).host,
      detail: 'the server does not report whose token it is',
    });
  }

  #forget(base: string): void {
    this.#drop(base);
    this.#changed.fire(base);
  }

  #readEnvironment(): { readonly base: string; readonly token: string } | undefined {
    if (this.#environment !== 'unread') return this.#environment;
    const { host, token } = this.#deps.environment;
    this.#environment = undefined;
    if (host === undefined || token === undefined || host === '' || token === '') return undefined;
    this.#deps.mask.add(token);
    const parsed = parseBaseAddress(host);
    if (parsed.ok) {
      this.#environment = { base: parsed.address.base, token };
      if (parsed.address.insecure) this.#deps.onInsecure(parsed.address.base);
    } else
      this.#deps.log.warn(
        `SWITCHYARD_HOST is ignored because it isn't a valid server URL (${parsed.problem}).`,
      );
    return this.#environment;
  }
}
