import type { CallOptions, Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { createClientKey, deleteClientKey, listClientKeys } from '../../api/endpoints/error-tracking';
import { isApiError, isReasonless, missingTokenRights } from '../../api/errors';
import { ignoreFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import {
  type ClientKey,
  ClientKeyFailedError,
  ClientKeysBusyError,
  ClientKeysMissingError,
  type KeyAct,
  type KeyList,
  type KeysMissingReason,
  NoDsnError,
} from '../../domain/errors/client-keys';
import { maskedKey, readDsn } from '../../domain/errors/dsn';
import { BusyMap } from '../shared/busy-map';
import { type ClientKeyKey, type ErrorPlace, errorPlaceId } from '../shared/error-keys';
import { KeyedResource } from '../shared/keyed-resource';

/** A client key with its secrets. Must not be stored. */
export interface KeySecrets {
  readonly id: number;
  readonly active: boolean;
  /** Undefined if the server doesn't return it. */
  readonly dsn: string | undefined;
  /** From the DSN, or from a separate field. */
  readonly key: string | undefined;
}

export interface ClientKeysDeps {
  readonly clientFor: (base: string) => Client;
  /** Called with each secret before it is returned. */
  readonly mask: (secret: string) => void;
}

const PAGE_SIZE = 100;
/** Maximum number of pages of keys to read per project. */
const MAX_PAGES = 10;
/** Maximum number of projects whose keys are cached. */
const MAX_KEPT = 50;

type WireKey = ResultOf<typeof listClientKeys>;

/**
 * The client keys of projects. Stores only their IDs, states, and last characters. DSNs are read again when
 * they are needed and not stored. Writes aren't repeated, and are performed one at a time per project.
 */
export class ClientKeys implements Disposable {
  readonly #deps: ClientKeysDeps;
  readonly #known = new KeyedResource<ErrorPlace, KeyList>({
    idOf: errorPlaceId,
    serverOf: ({ base }) => this.#deps.clientFor(base),
    max: MAX_KEPT,
    outdated: 'reread',
  });
  readonly #busy = new BusyMap<KeyAct>();
  readonly #changed = new Emitter<ErrorPlace>();

  readonly onDidChange = this.#changed.event;

  constructor(deps: ClientKeysDeps) {
    this.#deps = deps;
    this.#known.onDidChange((place) => {
      this.#changed.fire(place);
    });
  }

  peek(place: ErrorPlace): KeyList | undefined {
    return this.#known.peek(place);
  }

  /** Reads the keys if they aren't cached. */
  async get(place: ErrorPlace, options?: CallOptions): Promise<KeyList> {
    return this.peek(place) ?? (await this.refresh(place, options));
  }

  async refresh(place: ErrorPlace, options?: CallOptions): Promise<KeyList> {
    await this.#known.share(place, (signal) => this.#read(place, { ...options, signal }), options);
    return this.peek(place) ?? NONE;
  }

  /** Reads the current list. @throws ClientKeysMissingError if it isn't available to the user */
  async listed(place: ErrorPlace, options?: CallOptions): Promise<readonly ClientKey[]> {
    await this.#read(place, options ?? {});
    const { keys, missing } = this.peek(place) ?? NONE;
    if (missing !== undefined) throw new ClientKeysMissingError(missing);
    return keys;
  }

  /** Refreshes the cached lists only if `all` is set, because keys rarely change otherwise. */
  async poll(options: CallOptions, all: boolean): Promise<void> {
    if (!all) return;
    const known = this.#known.keys().filter((place) => this.peek(place) !== undefined);
    await Promise.all(known.map((place) => this.refresh(place, options)));
  }

  /** True while a key of the project is being created or deleted. */
  isBusy(place: ErrorPlace): boolean {
    return this.#busy.has(errorPlaceId(place));
  }

  /** Rejects with `ClientKeyFailedError`. If the outcome is unknown, the next list shows it. */
  create(place: ErrorPlace): Promise<ClientKey> {
    return this.#write('create', place, async (client) => {
      const response = await client.call(createClientKey, { id: place.project });
      const made = this.#toClientKey(response);
      this.#apply(place, (keys) => [made, ...keys.filter(({ id }) => id !== made.id)]);
      return made;
    });
  }

  remove(key: ClientKeyKey): Promise<void> {
    return this.#write('delete', key, async (client) => {
      await client.call(deleteClientKey, { id: key.project, key_id: key.key });
      this.#apply(key, (keys) => keys.filter(({ id }) => id !== key.key));
    });
  }

  /** The DSN of a key, from the current list. A secret that must not be stored. */
  async dsnOf(key: ClientKeyKey, signal?: AbortSignal): Promise<string> {
    const found = (await this.secretsOf(key, signal)).find(({ id }) => id === key.key);
    if (found?.dsn === undefined) throw new NoDsnError(key.key, found !== undefined);
    return found.dsn;
  }

  /** All keys with their secrets, from the current list. */
  async secretsOf(place: ErrorPlace, signal?: AbortSignal): Promise<readonly KeySecrets[]> {
    const secrets = await this.#read(place, { signal });
    const missing = this.peek(place)?.missing;
    if (missing !== undefined) throw new ClientKeysMissingError(missing);
    return secrets;
  }

  /** Removes everything, because the account changed. */
  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#known.dispose();
    this.#changed.dispose();
  }

  async #read(place: ErrorPlace, options: CallOptions): Promise<readonly KeySecrets[]> {
    const { secrets } = await this.#known.read(
      place,
      () => this.#requestKeys(place, options),
      ({ list }) => list,
    );
    return secrets;
  }

  async #requestKeys(
    place: ErrorPlace,
    options: CallOptions,
  ): Promise<{ readonly list: KeyList; readonly secrets: readonly KeySecrets[] }> {
    const args = { id: place.project, per_page: PAGE_SIZE };
    try {
      const client = this.#deps.clientFor(place.base);
      const { items, cut } = await client.collect(listClientKeys, args, { ...options, maxPages: MAX_PAGES });
      const keys = items.map((item) => this.#toClientKey(item));
      return { list: { keys, cut, missing: undefined }, secrets: items.map(secretsIn) };
    } catch (error) {
      const missing = missingOf(error);
      if (missing === undefined) throw error;
      return { list: { ...NONE, missing }, secrets: [] };
    }
  }

  /** Registers the secrets for masking, and returns the part of a key that can be stored. */
  #toClientKey(wire: WireKey): ClientKey {
    const { dsn, key } = secretsIn(wire);
    for (const secret of [dsn, key, wire.public_key]) if (secret) this.#deps.mask(secret);
    return { id: wire.id, active: wire.active, masked: maskedKey(key ?? '') };
  }

  #write<T>(act: KeyAct, place: ErrorPlace, send: (client: Client) => Promise<T>): Promise<T> {
    return this.#busy.run(errorPlaceId(place), act, {
      busy: () => new ClientKeysBusyError(),
      changed: () => {
        this.#changed.fire(place);
      },
      act: async () => {
        try {
          return await send(this.#deps.clientFor(place.base));
        } catch (error) {
          if (!isApiError(error)) throw error;
          // Reads the list, which shows the outcome.
          this.#known.outdate(place);
          ignoreFailure(this.refresh(place));
          throw new ClientKeyFailedError(act, error);
        }
      },
    });
  }

  #apply(place: ErrorPlace, change: (keys: readonly ClientKey[]) => readonly ClientKey[]): void {
    this.#known.apply(place, (list) => ({ ...list, keys: change(list.keys) }));
  }
}

const NONE: KeyList = { keys: [], cut: false, missing: undefined };

function secretsIn({ id, active, sentry_dsn, public_key }: WireKey): KeySecrets {
  const dsn = sentry_dsn ?? undefined;
  const key = (dsn === undefined ? undefined : readDsn(dsn)?.key) ?? public_key ?? undefined;
  return { id, active, dsn, key };
}

/**
 * The reason for a refusal that concerns the user or the server, not this request
 * (server-behavior.md#status-codes).
 */
function missingOf(error: unknown): KeysMissingReason | undefined {
  if (isApiError(error, 'not-found')) return 'not-found';
  if (!isApiError(error, 'forbidden')) return undefined;
  const lack = missingTokenRights(error);
  if (lack === undefined) return isReasonless(error) ? 'role' : undefined;
  return lack.kind === 'scope' ? 'scope' : undefined;
}

/**
 * Returns the DSN of the first active client key of a project, or undefined if there is none. It isn't stored. `mask`: called
 * with each secret before it is returned.
 */
export async function activeDsn(
  client: Client,
  { project }: ErrorPlace,
  mask: (secret: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { items } = await client.page(listClientKeys, { id: project, per_page: 100 }, { signal });
  const dsn = items.flatMap(({ active, sentry_dsn }) => (active ? (sentry_dsn ?? []) : []))[0];
  if (dsn === undefined) return undefined;
  mask(dsn);
  const key = readDsn(dsn)?.key;
  if (key !== undefined) mask(key);
  return dsn;
}
