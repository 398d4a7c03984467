import type { CallOptions, Client } from '../api/client';
import type { ResultOf } from '../api/endpoint';
import { createClientKey, deleteClientKey, listClientKeys } from '../api/endpoints/error-tracking';
import { isApiError, type ApiError } from '../api/errors';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { sameValue } from '../base/same-value';
import {
  ClientKeyFailed,
  ClientKeysBusy,
  ClientKeysMissing,
  NoDsn,
  type ClientKey,
  type KeyAct,
  type KeyList,
  type KeysMissing,
} from '../domain/errors/client-keys';
import { maskedKey, readDsn } from '../domain/errors/dsn';
import { errorPlaceId, type ClientKeyKey, type ErrorPlace } from './error-keys';
import { SharedFlight } from './shared-flight';

/** A client key with its secrets: for whoever needs them at this moment, and for nobody to keep. */
export interface KeySecrets {
  readonly id: number;
  readonly active: boolean;
  /** Undefined where the server does not give it. */
  readonly dsn: string | undefined;
  /** What is in the DSN, or what the server gives beside it. */
  readonly key: string | undefined;
}

export interface ClientKeysPorts {
  readonly clientFor: (base: string) => Client;
  /** Told of every secret that passes, before anybody else gets it. */
  readonly mask: (secret: string) => void;
}

const PAGE_SIZE = 100;
/** A project with more keys is read so far. */
const MOST_PAGES = 10;
/** Projects whose keys are known at the same time. */
const MOST_KEPT = 50;

type WireKey = ResultOf<typeof listClientKeys>;

/** Answers that leave open whether a write was done. */
const isUnsure = ({ status, kind }: ApiError): boolean =>
  kind === 'schema' || kind === 'not-json' || status === undefined || status >= 500 || status === 408;

/**
 * The client keys of projects. What is kept of a key is its id, its state and the end of it: who needs a DSN has the
 * keys listed again, and lets go of it. A write is sent once, and one at a time to a project.
 */
export class ClientKeys implements Disposable {
  readonly #ports: ClientKeysPorts;
  readonly #known = new Map<
    string,
    { readonly place: ErrorPlace; list: KeyList | undefined; told: number }
  >();
  readonly #flights = new SharedFlight<string, void>();
  readonly #busy = new Set<string>();
  readonly #changed = new Emitter<ErrorPlace>();
  /** Changes with each account: answers of the one before count no more. */
  #era = 0;

  readonly onDidChange = this.#changed.event;

  constructor(ports: ClientKeysPorts) {
    this.#ports = ports;
  }

  peek(place: ErrorPlace): KeyList | undefined {
    return this.#known.get(errorPlaceId(place))?.list;
  }

  /** Read where they are not known yet. */
  async get(place: ErrorPlace, options?: CallOptions): Promise<KeyList> {
    return this.peek(place) ?? (await this.refresh(place, options));
  }

  async refresh(place: ErrorPlace, options?: CallOptions): Promise<KeyList> {
    const flight = `${this.#era} ${errorPlaceId(place)}`;
    await this.#flights.run(
      flight,
      async (signal) => {
        await this.#read(place, { ...options, signal });
      },
      options?.signal,
    );
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
  async look(options: CallOptions, all: boolean): Promise<void> {
    if (!all) return;
    const known = [...this.#known.values()].flatMap(({ place, list }) => (list === undefined ? [] : [place]));
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
      this.#took(place, (keys) => [made, ...keys.filter(({ id }) => id !== made.id)]);
      return made;
    });
  }

  remove(key: ClientKeyKey): Promise<void> {
    return this.#write('delete', key, async (client) => {
      await client.call(deleteClientKey, { id: key.project, key_id: key.key });
      this.#took(key, (keys) => keys.filter(({ id }) => id !== key.key));
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
    this.#era++;
    const places = [...this.#known.values()].map(({ place }) => place);
    this.#known.clear();
    for (const place of places) this.#changed.fire(place);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read(place: ErrorPlace, options: CallOptions): Promise<readonly KeySecrets[]> {
    const era = this.#era;
    for (;;) {
      const { told } = this.#knownOf(place);
      const answer = await this.#asked(place, options);
      if (era !== this.#era) return answer.secrets;
      const known = this.#knownOf(place);
      // A key was created or deleted here meanwhile: the answer may be older than that.
      if (told !== known.told) continue;
      this.#set(place, answer.list);
      return answer.secrets;
    }
  }

  async #asked(
    place: ErrorPlace,
    options: CallOptions,
  ): Promise<{ readonly list: KeyList; readonly secrets: readonly KeySecrets[] }> {
    const secrets: KeySecrets[] = [];
    const keys: ClientKey[] = [];
    try {
      let pages = 0;
      const args = { id: place.project, per_page: PAGE_SIZE };
      for await (const { items, next } of this.#ports
        .clientFor(place.base)
        .pages(listClientKeys, args, options)) {
        for (const item of items) {
          keys.push(this.#taken(item));
          secrets.push(secretsIn(item));
        }
        if (++pages >= MOST_PAGES)
          return { list: { keys, cut: next !== undefined, missing: undefined }, secrets };
      }
      return { list: { keys, cut: false, missing: undefined }, secrets };
    } catch (error) {
      const missing = missingOf(error);
      if (missing === undefined) throw error;
      return { list: { ...NONE, missing }, secrets: [] };
    }
  }

  /** What may be kept of a key, once its secrets are known to whatever writes texts. */
  #taken(wire: WireKey): ClientKey {
    const { dsn, key } = secretsIn(wire);
    for (const secret of [dsn, key, wire.public_key]) if (secret) this.#ports.mask(secret);
    return { id: wire.id, active: wire.active, masked: maskedKey(key ?? '') };
  }

  async #write<T>(act: KeyAct, place: ErrorPlace, send: (client: Client) => Promise<T>): Promise<T> {
    const id = errorPlaceId(place);
    if (this.#busy.has(id)) throw new ClientKeysBusy();
    this.#busy.add(id);
    this.#changed.fire(place);
    try {
      return await send(this.#ports.clientFor(place.base));
    } catch (error) {
      if (!isApiError(error)) throw error;
      // What became of it is seen in the list, if it is read after this.
      this.#knownOf(place).told++;
      void this.refresh(place).catch(() => undefined);
      throw new ClientKeyFailed(act, isUnsure(error), error);
    } finally {
      this.#busy.delete(id);
      this.#changed.fire(place);
    }
  }

  #took(place: ErrorPlace, change: (keys: readonly ClientKey[]) => readonly ClientKey[]): void {
    const known = this.#knownOf(place);
    known.told++;
    if (known.list !== undefined) this.#set(place, { ...known.list, keys: change(known.list.keys) });
  }

  #set(place: ErrorPlace, list: KeyList): void {
    const known = this.#knownOf(place);
    const isNew = !sameValue(known.list, list);
    known.list = list;
    if (isNew) this.#changed.fire(place);
  }

  #knownOf(place: ErrorPlace) {
    const id = errorPlaceId(place);
    const known = this.#known.get(id) ?? { place, list: undefined, told: 0 };
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      this.#known.delete(old);
    }
    return known;
  }
}

const NONE: KeyList = { keys: [], cut: false, missing: undefined };

function secretsIn({ id, active, sentry_dsn, public_key }: WireKey): KeySecrets {
  const dsn = sentry_dsn ?? undefined;
  const key = (dsn === undefined ? undefined : readDsn(dsn)?.key) ?? public_key ?? undefined;
  return { id, active, dsn, key };
}

/** A refusal that says something about the caller or the server, and not about this request (facts §1). */
function missingOf(error: unknown): KeysMissing | undefined {
  if (isApiError(error, 'not-found')) return 'not-found';
  if (!isApiError(error, 'forbidden')) return undefined;
  return /\bscope\b|higher privileges/i.test(error.serverWords ?? '') ? 'scope' : 'role';
}
