import { ApiError, isApiError } from '../api/errors';
import type { Client } from '../api/client';
import { listMergeRequests } from '../api/endpoints/merge-requests';
import { getUser } from '../api/endpoints/server';
import { parseBaseAddress } from '../api/base-address';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Log, SecretMask } from '../base/log';
import type { User } from '../schemas/user';
import type { KeyValueStore, SecretStore } from './ports';

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

export interface AccountsPorts {
  readonly secrets: SecretStore;
  readonly memory: KeyValueStore;
  readonly environment: { readonly host: string | undefined; readonly token: string | undefined };
  readonly connect: Connect;
  readonly mask: SecretMask;
  readonly log: Log;
}

/** Under this name the addresses and user names of the accounts are remembered. */
const MEMORY_KEY = 'accounts';

/** Who is signed in where, and the clients for it. Nothing is read before it is asked for. */
export class Accounts implements Disposable {
  readonly #ports: AccountsPorts;
  readonly #changed = new Emitter<string>();
  readonly #clients = new Map<string, Client>();
  readonly #users = new Map<string, Promise<User>>();
  readonly #subscription: Disposable;
  #environment: { readonly base: string; readonly token: string } | undefined | 'unread' = 'unread';

  /** The server for which something changed: somebody signed in or out, here or in another window. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: AccountsPorts) {
    this.#ports = ports;
    this.#subscription = ports.secrets.onDidChange((base) => {
      this.#forget(base);
    });
  }

  /** The account of the environment first, then the stored ones in the order in which they signed in. */
  list(): readonly Account[] {
    const environment = this.#readEnvironment();
    const stored = readAccounts(this.#ports.memory.get(MEMORY_KEY)).filter(
      ({ base }) => base !== environment?.base,
    );
    return environment === undefined
      ? stored
      : [{ base: environment.base, username: undefined, source: 'environment' }, ...stored];
  }

  client(base: string): Client {
    const known = this.#clients.get(base);
    if (known !== undefined) return known;
    const client = this.#ports.connect(base, () => this.#token(base));
    this.#clients.set(base, client);
    return client;
  }

  /** Who the account belongs to; asked once. */
  user(base: string): Promise<User> {
    const known = this.#users.get(base);
    if (known !== undefined) return known;
    const asked = this.client(base).call(getUser, {});
    this.#users.set(base, asked);
    asked.catch(() => this.#users.delete(base));
    return asked;
  }

  /** Stores the token only after the server took it; otherwise ends in an `ApiError` and stores nothing. */
  async signIn(base: string, token: string, signal?: AbortSignal): Promise<Account> {
    this.#ports.mask.add(token);
    const trial = this.#ports.connect(base, () => Promise.resolve(token));
    const username = await nameOf(trial, signal);
    await this.#ports.secrets.set(base, token);
    const others = readAccounts(this.#ports.memory.get(MEMORY_KEY)).filter(
      (account) => account.base !== base,
    );
    const account: Account = { base, username, source: 'stored' };
    await this.#remember([...others, account]);
    this.#forget(base);
    return account;
  }

  async signOut(base: string): Promise<void> {
    await this.#ports.secrets.delete(base);
    await this.#remember(
      readAccounts(this.#ports.memory.get(MEMORY_KEY)).filter((account) => account.base !== base),
    );
    this.#forget(base);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #remember(accounts: readonly Account[]): Promise<void> {
    return this.#ports.memory.set(
      MEMORY_KEY,
      accounts.map(({ base, username }) => ({ base, username })),
    );
  }

  #forget(base: string): void {
    this.#clients.delete(base);
    this.#users.delete(base);
    this.#changed.fire(base);
  }

  async #token(base: string): Promise<string> {
    const environment = this.#readEnvironment();
    if (environment?.base === base) return environment.token;
    const token = await this.#ports.secrets.get(base);
    if (token === undefined) {
      throw new ApiError({
        kind: 'unauthorized',
        endpoint: 'sign-in',
        host: new URL(base).host,
        detail: 'no token is stored for this server',
      });
    }
    this.#ports.mask.add(token);
    return token;
  }

  #readEnvironment(): { readonly base: string; readonly token: string } | undefined {
    if (this.#environment !== 'unread') return this.#environment;
    const { host, token } = this.#ports.environment;
    this.#environment = undefined;
    if (host === undefined || token === undefined || host === '' || token === '') return undefined;
    this.#ports.mask.add(token);
    const parsed = parseBaseAddress(host);
    if (parsed.ok) this.#environment = { base: parsed.address.base, token };
    else this.#ports.log.warn(`SWITCHYARD_HOST is not a server address (${parsed.problem}); it is not used`);
    return this.#environment;
  }
}

/**
 * Whose token the client sends; undefined where the server takes it and does not tell.
 * @throws ApiError where it does not take it.
 */
async function nameOf(client: Client, signal?: AbortSignal): Promise<string | undefined> {
  try {
    return (await client.call(getUser, {}, { signal })).username;
  } catch (error) {
    // The description has no such question; its own list of merge requests is for those who are signed in alone.
    if (!isApiError(error, 'not-found') && !isApiError(error, 'forbidden')) throw error;
    await client.page(listMergeRequests, { per_page: 1 }, { signal });
    return undefined;
  }
}

/** Reads what was remembered; anything unexpected counts as nothing. */
function readAccounts(remembered: unknown): readonly Account[] {
  if (!Array.isArray(remembered)) return [];
  return remembered.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('base' in entry) || typeof entry.base !== 'string')
      return [];
    const username = 'username' in entry && typeof entry.username === 'string' ? entry.username : undefined;
    return [{ base: entry.base, username, source: 'stored' } as const];
  });
}
