import { createHash, randomUUID } from 'node:crypto';
import { parseJson } from '../../base/parse-json';
import { type StoredAccountFields, storedAccountsSchema } from '../../schemas/stored-accounts';
import type { KeyValueStore, SecretStore } from '../shared/stores';

/** An account as it is stored. */
export interface StoredAccount {
  readonly base: string;
  /** Both unknown where the server doesn't report them. */
  readonly username: string | undefined;
  readonly user: number | undefined;
  /** Identifies the account from one sign-in to the sign-out, or to the sign-in of another user. */
  readonly id: string;
}

/** `account` is undefined after a sign-out: a window that knows an older list must not bring it back. */
interface Entry {
  /** Digest of the address: who signed out is named nowhere. */
  readonly server: string;
  /** Counts the changes of the entry; of two lists, the higher one applies. */
  readonly version: number;
  readonly account: StoredAccount | undefined;
}
type Entries = ReadonlyMap<string, Entry>;

/** An account that changed, before and after. */
export interface AccountChange {
  readonly base: string;
  readonly before: StoredAccount | undefined;
  readonly after: StoredAccount | undefined;
}

/** The list's name, in the state and among the secrets. */
const LIST = 'accounts';
/** Sign-outs that are remembered. */
const MAX_GONE = 100;

/**
 * Who is signed in where. The state has a copy that can be read at once. The original is a secret, because only
 * changes of secrets are announced to other windows. Windows that write at the same time merge their lists.
 */
export class AccountList {
  readonly #memory: KeyValueStore;
  readonly #shared: SecretStore;
  /** What this window wrote, or read from the shared list. */
  #known: Entries = new Map();
  #wasRead = false;

  constructor(memory: KeyValueStore, shared: SecretStore) {
    this.#memory = memory;
    this.#shared = shared;
  }

  /** In the order of their first sign-ins. */
  accounts(): readonly StoredAccount[] {
    return [...this.#all().values()].flatMap(({ account }) => account ?? []);
  }

  find(base: string): StoredAccount | undefined {
    return this.#all().get(serverOf(base))?.account;
  }

  /** Whether an account of this server was signed out of, and nobody signed in since. */
  isGone(base: string): boolean {
    const entry = this.#all().get(serverOf(base));
    return entry !== undefined && entry.account === undefined;
  }

  /** False until the shared list was read: until then, accounts may be missing. */
  get wasRead(): boolean {
    return this.#wasRead;
  }

  /** Adds an account, or replaces that of its server. The same user keeps the id. */
  async put(facts: Omit<StoredAccount, 'id'>): Promise<void> {
    const known = this.find(facts.base);
    const isSame = known !== undefined && isSameUser(known, facts);
    await this.#change(facts.base, { ...facts, id: isSame ? known.id : randomUUID() });
  }

  async remove(base: string): Promise<void> {
    await this.#change(base, undefined);
  }

  /** Takes up what other windows wrote, and writes what they missed. Returns what changed for this window. */
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
    const server = serverOf(base);
    const all = new Map(this.#all());
    const version = (all.get(server)?.version ?? 0) + 1;
    all.set(server, { server, version, account });
    const gone = [...all.values()].filter((entry) => entry.account === undefined);
    for (const oldest of gone.slice(0, -MAX_GONE)) all.delete(oldest.server);
    this.#known = all;
    await this.#write(all, undefined);
  }

  #all(): Entries {
    return merged(readEntries(this.#memory.get(LIST)), this.#known);
  }

  /** The shared list first: who hears of the change reads it. */
  async #write(all: Entries, shared: Entries | undefined): Promise<void> {
    const entries = [...all.values()];
    if (shared === undefined || !isSame(all, shared)) await this.#shared.set(LIST, JSON.stringify(entries));
    if (!isSame(all, readEntries(this.#memory.get(LIST)))) await this.#memory.set(LIST, entries);
  }
}

/** A server that doesn't report users doesn't tell whether it is the same one. */
export function isSameUser(
  one: Omit<StoredAccount, 'id'>,
  other: Pick<StoredAccount, 'user' | 'username'>,
): boolean {
  if (one.user !== undefined && other.user !== undefined) return one.user === other.user;
  return one.username !== undefined && one.username === other.username;
}

const serverOf = (base: string): string =>
  createHash('sha256').update(`account ${base}`).digest('base64url').slice(0, 16);

function merged(one: Entries, other: Entries): Entries {
  const all = new Map(one);
  for (const [server, entry] of other) {
    const known = all.get(server);
    if (known === undefined || isNewer(entry, known)) all.set(server, entry);
  }
  return all;
}

/** The same answer in all windows, whichever entry each knew first. */
function isNewer(entry: Entry, known: Entry): boolean {
  if (entry.version !== known.version) return entry.version > known.version;
  if (entry.account === undefined || known.account === undefined) return known.account !== undefined;
  return entry.account.id > known.account.id;
}

const isSame = (one: Entries, other: Entries): boolean =>
  one.size === other.size &&
  [...one].every(([server, entry]) => JSON.stringify(entry) === JSON.stringify(other.get(server)));

/** Reads what was remembered; anything unexpected counts as nothing. */
function readEntries(held: unknown): Entries {
  const entries = storedAccountsSchema.parse(held).map((read): Entry => {
    // Earlier versions stored the account alone.
    if (!('server' in read)) return { server: serverOf(read.base), version: 0, account: accountOf(read) };
    const { server, version, account } = read;
    return { server, version, account: account && accountOf(account) };
  });
  return new Map(entries.map((entry) => [entry.server, entry]));
}

const accountOf = ({ base, username, user, id }: StoredAccountFields): StoredAccount => ({
  base,
  username,
  user,
  id,
});
