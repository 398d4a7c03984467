import type { CallOptions, Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { createClientKey, deleteClientKey, listClientKeys } from '../../api/endpoints/error-tracking';
import { isApiError } from '../../api/errors';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import {
  type ClientKey,
  ClientKeyFailed,
  ClientKeysBusy,
  ClientKeysMissing,
  type KeyAct,
  type KeyList,
  type KeysMissing,
  NoDsn,
} from '../../domain/errors/client-keys';
import { maskedKey, readDsn } from '../../domain/errors/dsn';
import { type ClientKeyKey, type ErrorPlace, errorPlaceId } from '../shared/error-keys';
import { KeyedResource } from '../shared/keyed-resource';

/** A client key with its secrets: for whoever needs them at this moment, and for nobody to keep. */
export interface KeySecrets {
  readonly id: number;
  readonly active: boolean;
  /** Undefined where the server does not give it. */
  readonly dsn: string | undefined;
  /** What is in the DSN, or what the server gives beside it. */
  readonly key: string | undefined;
}

export interface ClientKeysDeps {
  readonly clientFor: (base: string) => Client;
  /** Told of every secret that passes, before anybody else gets it. */
  readonly mask: (secret: string) => void;
}

const PAGE_SIZE = 100;
/** A project with more keys is read so far. */
const MAX_PAGES = 10;
/** Projects whose keys are known at the same time. */
const MAX_KEPT = 50;

type WireKey = ResultOf<typeof listClientKeys>;

/**
 * The client keys of projects. What is kept of a key is its id, its state and the end of it: who needs a DSN has the
 * keys listed again, and lets go of it. A write is sent once, and one at a time to a project.
 */
export class ClientKeys implements Disposable {
  readonly #deps: ClientKeysDeps;
  readonly #known = new KeyedResource<ErrorPlace, KeyList>({
    idOf: errorPlaceId,
    max: MAX_KEPT,
    outdated: 'reread',
  });
  readonly #busy = new Set<string>();
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

  /** Read where they are not known yet. */
  async get(place: ErrorPlace, options?: CallOptions): Promise<KeyList> {
    return this.peek(place) ?? (await this.refresh(place, options));
  }

  async refresh(place: ErrorPlace, options?: CallOptions): Promise<KeyList> {
    await this.#known.share(place, (signal) => this.#read(place, { ...options, signal }), options);
    return this.peek(place) ?? NONE;
  }

  /** A list of this moment. @throws ClientKeysMissing where there is none for the caller */
  async listed(place: ErrorPlace, options?: CallOptions): Promise<readonly ClientKey[]> {
    await this.#read(place, options ?? {});
    const { keys, missing } = this.peek(place) ?? NONE;
    if (missing !== undefined) throw new ClientKeysMissing(missing);
    return keys;
  }

  /** Reads the lists that are known again, where everything is. Nothing else changes them but what is done here. */
  async poll(options: CallOptions, all: boolean): Promise<void> {
    if (!all) return;
    const known = this.#known.keys().filter((place) => this.peek(place) !== undefined);
    await Promise.all(known.map((place) => this.refresh(place, options)));
  }

  /** True while a key of the project is being created or deleted. */
  isBusy(place: ErrorPlace): boolean {
    return this.#busy.has(errorPlaceId(place));
  }

  /** Rejects with `ClientKeyFailed`; whether it was created after all is told by the next list. */
  create(place: ErrorPlace): Promise<ClientKey> {
    return this.#write('create', place, async (client) => {
      const answer = await client.call(createClientKey, { id: place.project });
      const made = this.#taken(answer);
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

  /** The DSN of a key, from a list of this moment. A secret: it goes where it is needed, and is let go. */
  async dsnOf(key: ClientKeyKey, signal?: AbortSignal): Promise<string> {
    const found = (await this.secretsOf(key, signal)).find(({ id }) => id === key.key);
    if (found?.dsn === undefined) throw new NoDsn(key.key, found !== undefined);
    return found.dsn;
  }

  /** All keys with their secrets, from a list of this moment. */
  async secretsOf(place: ErrorPlace, signal?: AbortSignal): Promise<readonly KeySecrets[]> {
    const secrets = await this.#read(place, { signal });
    const missing = this.peek(place)?.missing;
    if (missing !== undefined) throw new ClientKeysMissing(missing);
    return secrets;
  }

  /** Everything may be another one's: the account changed. */
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
      () => this.#asked(place, options),
      ({ list }) => list,
    );
    return secrets;
  }

  async #asked(
    place: ErrorPlace,
    options: CallOptions,
  ): Promise<{ readonly list: KeyList; readonly secrets: readonly KeySecrets[] }> {
    const args = { id: place.project, per_page: PAGE_SIZE };
    try {
      const client = this.#deps.clientFor(place.base);
      const { items, cut } = await client.collect(listClientKeys, args, { ...options, maxPages: MAX_PAGES });
      const keys = items.map((item) => this.#taken(item));
      return { list: { keys, cut, missing: undefined }, secrets: items.map(secretsIn) };
    } catch (error) {
      const missing = missingOf(error);
      if (missing === undefined) throw error;
      return { list: { ...NONE, missing }, secrets: [] };
    }
  }

  /** What may be kept of a key, once its secrets are known to whatever writes texts. */
  #taken(wire: WireKey): ClientKey {
    const { dsn, key } = secretsIn(wire);
    for (const secret of [dsn, key, wire.public_key]) if (secret) this.#deps.mask(secret);
    return { id: wire.id, active: wire.active, masked: maskedKey(key ?? '') };
  }

  async #write<T>(act: KeyAct, place: ErrorPlace, send: (client: Client) => Promise<T>): Promise<T> {
    const id = errorPlaceId(place);
    if (this.#busy.has(id)) throw new ClientKeysBusy();
    this.#busy.add(id);
    this.#changed.fire(place);
    try {
      return await send(this.#deps.clientFor(place.base));
    } catch (error) {
      if (!isApiError(error)) throw error;
      // What became of it is seen in the list, if it is read after this.
      this.#known.outdate(place);
      void this.refresh(place).catch(() => undefined);
      throw new ClientKeyFailed(act, error);
    } finally {
      this.#busy.delete(id);
      this.#changed.fire(place);
    }
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
 * A refusal that says something about the caller or the server, and not about this request
 * (server-behavior.md#status-codes).
 */
function missingOf(error: unknown): KeysMissing | undefined {
  if (isApiError(error, 'not-found')) return 'not-found';
  if (!isApiError(error, 'forbidden')) return undefined;
  return /\bscope\b|higher privileges/i.test(error.serverMessage ?? '') ? 'scope' : 'role';
}
