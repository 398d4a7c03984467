import { createHash, randomUUID } from 'node:crypto';
import { parseJson } from '../../base/parse-json';
import { type StoredAccountFields, storedAccountsSchema } from '../../schemas/stored/accounts';
import type { KeyValueStore, SecretStore } from '../shared/stores';

/** An account in the stored list. */
export interface StoredAccount {
  readonly base: string;
  /** Both are undefined if the server doesn't report them. */
  readonly username: string | undefined;
  readonly user: number | undefined;
  /** The key of its token in the secret storage. */
  readonly tokenKey: string;
  /** Changes when another user signs in or the user signs in again after a sign-out. */
  readonly id: string;
}

/** `account` is undefined after a sign-out, so that a window with an older list doesn't restore it. */
interface Entry {
  /** Hash of the server's URL, so that the URL isn't stored after a sign-out. */
  readonly server: string;
  /** Counts the changes of the entry. When lists are merged, the higher version is used. */
  readonly version: number;
  readonly account: StoredAccount | undefined;
}
type Entries = ReadonlyMap<string, Entry>;

/** A changed account, before and after the change. */
export interface AccountChange {
  readonly base: string;
  readonly before: StoredAccount | undefined;
  readonly after: StoredAccount | undefined;
}

/** The key of the list, in the state and in the secret storage. */
const LIST = 'accounts';
/** Maximum number of stored sign-outs. */
const MAX_GONE = 100;

/**
 * The signed-in accounts. The list is stored as a secret, because only changes of secrets are announced to
 * other windows, with a copy in the state that can be read synchronously. Lists that windows write at the
 * same time are merged.
 */
export class AccountList {
  readonly #memory: KeyValueStore;
  readonly #shared: SecretStore;
  /** The list that this window wrote, or read from the shared list. */
  #known: Entries = new Map();
  #wasRead = false;

  constructor(memory: KeyValueStore, shared: SecretStore) {
    this.#memory = memory;
    this.#shared = shared;
  }

  /** In the order of the first sign-ins. */
  accounts(): readonly StoredAccount[] {
    return [...this.#all().values()].flatMap(({ account }) => account ?? []);
  }

  find(base: string): StoredAccount | undefined {
    return this.#all().get(storedServer(base))?.account;
  }

  /** True if the user signed out of this server and hasn't signed in since. */
  isGone(base: string): boolean {
    const entry = this.#all().get(storedServer(base));
    return entry !== undefined && entry.account === undefined;
  }

  /** False until the shared list has been read. Until then, accounts may be missing. */
  get wasRead(): boolean {
    return this.#wasRead;
  }

  /** Adds an account or replaces that of its server. The ID stays the same for the same user. */
  async put(facts: Omit<StoredAccount, 'id'>): Promise<void> {
    const known = this.find(facts.base);
    const isSame = known !== undefined && isSameUser(known, facts);
    await this.#change(facts.base, { ...facts, id: isSame ? known.id : randomUUID() });
  }

  async remove(base: string): Promise<void> {
    await this.#change(base, undefined);
  }

  /**
   * Merges the changes of other windows, and writes what their lists lack. Returns the changes for this
   * window.
   */
  async refresh(): Promise<readonly AccountChange[]> {
    const text = await this.#shared.get(LIST);
    const before = this.#all();
    const shared = readEntries(text === undefined ? undefined : parseJson(text));
    this.#known = merged(before, shared);
    this.#wasRead ||= text !== undefined;
    await this.#write(this.#known, shared);
    const changes: AccountChange[] = [];
    for (const [server, { account: after }] of this.#known) {
      const was = before.get(server)?.account;
      const base = after?.base ?? was?.base;
      if (base !== undefined && JSON.stringify(was) !== JSON.stringify(after))
        changes.push({ base, before: was, after });
    }
    return changes;
  }

  async #change(base: string, account: StoredAccount | undefined): Promise<void> {
    const server = storedServer(base);
    const all = new Map(this.#all());
    const version = (all.get(server)?.version ?? 0) + 1;
    all.set(server, { server, version, account });
    const gone = [...all.values()].filter((entry) => entry.account === undefined);
    for (const oldest of gone.slice(0, -MAX_GONE)) all.delete(oldest.server);
    const before = this.#known.get(server);
    this.#known = all;
    try {
      await this.#write(all, undefined);
    } catch (error) {
      // Other entries may have changed in the meantime.
      const kept = new Map(this.#known);
      if (before === undefined) kept.delete(server);
      else kept.set(server, before);
      this.#known = kept;
      throw error;
    }
  }

  #all(): Entries {
    return merged(readEntries(this.#memory.get(LIST)), this.#known);
  }

  /** Writes the shared list first, because notified windows read it. */
  async #write(all: Entries, shared: Entries | undefined): Promise<void> {
    const entries = [...all.values()];
    if (shared === undefined || !isSame(all, shared)) await this.#shared.set(LIST, JSON.stringify(entries));
    if (!isSame(all, readEntries(this.#memory.get(LIST)))) await this.#memory.set(LIST, entries);
  }
}

/** False if the server doesn't report users. */
export function isSameUser(
  one: Pick<StoredAccount, 'user' | 'username'>,
  other: Pick<StoredAccount, 'user' | 'username'>,
): boolean {
  if (one.user !== undefined && other.user !== undefined) return one.user === other.user;
  return one.username !== undefined && one.username === other.username;
}

/** Returns the hash by which the accounts of a server are stored. */
export const storedServer = (base: string): string =>
  createHash('sha256').update(`account ${base}`).digest('base64url').slice(0, 16);

function merged(one: Entries, other: Entries): Entries {
  const all = new Map(one);
  for (const [server, entry] of other) {
    const known = all.get(server);
    if (known === undefined || isNewer(entry, known)) all.set(server, entry);
  }
  return all;
}

/** Returns the same result in all windows, independent of which entry was known first. */
function isNewer(entry: Entry, known: Entry): boolean {
  if (entry.version !== known.version) return entry.version > known.version;
  if (entry.account === undefined || known.account === undefined) return known.account !== undefined;
  return entry.account.id > known.account.id;
}

const isSame = (one: Entries, other: Entries): boolean =>
  one.size === other.size &&
  [...one].every(([server, entry]) => JSON.stringify(entry) === JSON.stringify(other.get(server)));

/** Validates the stored list. Ignores invalid entries. */
function readEntries(held: unknown): Entries {
  const entries = storedAccountsSchema.parse(held).map((read): Entry => {
    // Earlier versions stored only the account.
    if (!('server' in read)) return { server: storedServer(read.base), version: 0, account: accountOf(read) };
    const { server, version, account } = read;
    return { server, version, account: account && accountOf(account) };
  });
  return new Map(entries.map((entry) => [entry.server, entry]));
}

const accountOf = ({ base, username, user, tokenKey = base, id }: StoredAccountFields): StoredAccount => ({
  base,
  username,
  user,
  tokenKey,
  id,
});
