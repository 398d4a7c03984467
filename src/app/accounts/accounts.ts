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
import { tokenOwner } from './token-owner';

/** Somebody on a server. The token is not part of it. */
export interface Account {
  /** The server's address, such as `https://host/gitlab`; also the name of the token in the secret storage. */
  readonly base: string;
  /** Unknown for an account of the environment until the server was asked, and where the server does not tell. */
  readonly username: string | undefined;
  /** Accounts of the environment (`SWITCHYARD_HOST`, `SWITCHYARD_TOKEN`) cannot be signed out of. */
  readonly source: 'stored' | 'environment';
}

/** Gives a client for a server; the token is asked for at each request and kept nowhere. */
export type Connect = (base: string, token: () => Promise<string>) => Client;

export interface AccountsDeps {
  /** Tokens, by the addresses of their servers. */
  readonly secrets: SecretStore;
  /** Lists of accounts that all windows share. Without tokens: secrets because their changes are announced. */
  readonly lists: SecretStore;
  readonly memory: KeyValueStore;
  /** What is kept for the accounts. */
  readonly state: AccountState;
  readonly environment: { readonly host: string | undefined; readonly token: string | undefined };
  readonly connect: Connect;
  readonly mask: SecretMask;
  readonly log: Log;
  /** Told of an account of the environment whose token would cross the network unencrypted. */
  readonly onInsecure: (base: string) => void;
}

/** Who is signed in where, and the clients for it. Nothing is read before it is asked for. */
export class Accounts implements Disposable {
  readonly #deps: AccountsDeps;
  readonly #changed = new Emitter<string>();
  readonly #clients = new Map<string, Client>();
  readonly #users = new Map<string, Promise<User>>();
  /** What servers reported, for accounts that were stored without a name or come from the environment. */
  readonly #names = new Map<string, string>();
  readonly #list: AccountList;
  readonly #subscriptions = new DisposableStore();
  /** What is taken up from other windows, one change after the other. */
  #work: Promise<void> = Promise.resolve();
  #hasSettled = false;
  #hasSwept = false;
  #environmentOwner: string | undefined;
  #environment: { readonly base: string; readonly token: string } | undefined | 'unread' = 'unread';

  /** The server for which something changed: somebody signed in or out, here or in another window. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
    this.#list = new AccountList(deps.memory, deps.lists);
    this.#subscriptions.add(
      deps.secrets.onDidChange((base) => {
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

  /** The account of the environment first, then the stored ones in the order in which they signed in. */
  list(): readonly Account[] {
    const environment = this.#readEnvironment();
    // Once a session, and not at activation: what is kept is read for this.
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

  client(base: string): Client {
    const known = this.#clients.get(base);
    if (known !== undefined) return known;
    const client = this.#deps.connect(base, () => this.#token(base));
    this.#clients.set(base, client);
    return client;
  }

  /** Who the account belongs to; asked once, and again after a failure. */
  user(base: string): Promise<User> {
    const known = this.#users.get(base);
    if (known !== undefined) return known;
    const asked = this.#askUser(base);
    this.#users.set(base, asked);
    asked.then(
      ({ id, username }) => {
        this.#names.set(base, username);
        if (base === this.#readEnvironment()?.base) this.#learnt(base, `user ${id}`);
      },
      (error: unknown) => {
        // A server that doesn't report users will not do so the next time either.
        if (!isApiError(error, 'not-found') && this.#users.get(base) === asked) this.#users.delete(base);
      },
    );
    return asked;
  }

  /** Stores the token only after the server took it; otherwise ends in an `ApiError` and stores nothing. */
  async signIn(base: string, token: string, signal?: AbortSignal): Promise<Account> {
    this.#deps.mask.add(token);
    const trial = this.#deps.connect(base, () => Promise.resolve(token));
    const { username, id: user } = (await tokenOwner(trial, signal)) ?? {};
    const known = this.#list.find(base);
    if (known !== undefined && !isSameUser(known, { user, username })) await this.#deps.state.forget(base);
    // The list first: who is told of the new token finds its account.
    await this.#list.put({ base, username, user });
    try {
      await this.#deps.secrets.set(base, token);
    } catch (error) {
      if (known === undefined) await this.#list.remove(base);
      throw error;
    }
    await this.settle();
    this.#forget(base);
    return { base, username, source: 'stored' };
  }

  async signOut(base: string): Promise<void> {
    await this.#list.remove(base);
    try {
      await this.#deps.secrets.delete(base);
    } finally {
      await this.#deps.state.forget(base);
      this.#forget(base);
    }
  }

  /** Forgets what is kept of accounts that ended while this workspace was closed. Asks nobody. */
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

  /** Resolves when everything that other windows announced is taken up. */
  settled(): Promise<void> {
    return this.#work;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  /** Takes up the accounts of other windows. */
  async #catchUp(): Promise<void> {
    for (const { base, before, after } of await this.#list.refresh()) {
      if (before !== undefined && before.id !== after?.id) await this.#deps.state.forget(base);
      if (after !== undefined) await this.settle();
      // The token of a new account comes after it, and is announced too.
      if (after === undefined || (await this.#deps.secrets.get(base)) !== undefined) this.#forget(base);
    }
  }

  /** Once a session: removes tokens that no account refers to. */
  async #sweep(): Promise<void> {
    await this.#catchUp();
    if (!this.#list.wasRead) return;
    for (const base of (await this.#deps.secrets.keys?.()) ?? [])
      if (this.#list.find(base) === undefined) await this.#deps.secrets.delete(base);
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#deps.log.warn(`Couldn't load the accounts of other windows: ${String(error)}`);
    });
  }

  /** Only the server tells whose the token of the environment is. */
  #learnt(base: string, owner: string): void {
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

  async #token(base: string): Promise<string> {
    const environment = this.#readEnvironment();
    if (environment?.base === base) return environment.token;
    if (!this.#hasSwept) this.#enqueue(() => this.#sweep());
    this.#hasSwept = true;
    const token = await this.#deps.secrets.get(base);
    if (token === undefined) {
      throw new ApiError({
        kind: 'unauthorized',
        endpoint: 'sign-in',
        host: new URL(base).host,
        detail: 'no token is stored for this server',
      });
    }
    this.#deps.mask.add(token);
    return token;
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
