import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { RefCounts } from './ref-counts';
import { SharedFlight } from './shared-request';

export interface KeyedResourceOptions<K, V> {
  readonly idOf: (key: K) => string;
  /** How many values are kept in addition to those that are retained. */
  readonly max: number;
  /** Returns true if no listener has to know of the new value. Default: both are deeply equal. */
  readonly isSame?: (before: V | undefined, after: V) => boolean;
  /**
   * What to do with a response that is out of date, because a later request was answered first or `apply` changed the
   * value meanwhile: discard it, or request it again. Default: `discard`.
   */
  readonly outdated?: 'discard' | 'reread';
}

interface Entry<K, V> {
  readonly key: K;
  value: V | undefined;
  /** When the value was requested or applied. Responses to earlier requests are out of date. */
  sequence: number;
}

/**
 * Values of a server by key, as they were read last. Responses of before `clear` are ignored, as are responses that are
 * out of date. Values that aren't retained are evicted, the least recently used one first.
 */
export class KeyedResource<K, V> implements Disposable {
  readonly #idOf: (key: K) => string;
  readonly #isSame: (before: V | undefined, after: V) => boolean;
  readonly #rereads: boolean;
  readonly #retained: RefCounts<K>;
  readonly #entries: LruMap<string, Entry<K, V>>;
  readonly #flights = new SharedFlight<string, unknown>();
  readonly #changed = new Emitter<K>();
  #generation = 0;
  #sequence = 0;

  /** Fires with the key of a value that is new, changed, or forgotten. */
  readonly onDidChange = this.#changed.event;

  constructor({ idOf, max, isSame = deepEqual, outdated = 'discard' }: KeyedResourceOptions<K, V>) {
    this.#idOf = idOf;
    this.#isSame = isSame;
    this.#rereads = outdated === 'reread';
    this.#retained = new RefCounts(idOf);
    this.#entries = new LruMap(max, { isHeld: (id) => this.#retained.has(id) });
  }

  peek(key: K): V | undefined {
    return this.#entries.peek(this.#idOf(key))?.value;
  }

  /** Keys whose values are known or being read. */
  keys(): readonly K[] {
    return this.#entries.values().map(({ key }) => key);
  }

  /** Keeps the value until the result is disposed. */
  retain(key: K): Disposable {
    return this.#retained.retain(key);
  }

  isRetained(key: K): boolean {
    return this.#retained.has(this.#idOf(key));
  }

  retained(): readonly K[] {
    return this.#retained.all();
  }

  /** Changes whenever everything is forgotten. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Reads the value. Resolves with the response, also if it is ignored. `valueOf` turns the response and the value of
   * that time into the new value.
   */
  async read<R>(
    key: K,
    send: () => Promise<R>,
    valueOf: (response: R, before: V | undefined) => V,
  ): Promise<R> {
    const generation = this.#generation;
    for (;;) {
      const sequence = ++this.#sequence;
      this.#entryOf(key);
      const response = await send();
      if (generation !== this.#generation) return response;
      const entry = this.#entryOf(key);
      if (sequence > entry.sequence) {
        entry.sequence = sequence;
        this.#set(entry, valueOf(response, entry.value));
        return response;
      }
      if (!this.#rereads) return response;
    }
  }

  /** Runs `work` once for all that ask for it at the same time. It is aborted when the last of them gave up. */
  async share(
    key: K,
    work: (signal: AbortSignal) => Promise<unknown>,
    { name = '', signal }: { readonly name?: string; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<void> {
    await this.#flights.run(`${this.#generation} ${name} ${this.#idOf(key)}`, work, signal);
  }

  /** Something was written: responses to requests that were sent before are out of date. */
  outdate(key: K): void {
    this.#outdated(key);
  }

  /** Changes a value that is known, as by the response to a write. */
  apply(key: K, change: (value: V) => V): void {
    const entry = this.#outdated(key);
    if (entry.value !== undefined) this.#set(entry, change(entry.value));
  }

  /** Sets a value, as to the response to a write. */
  put(key: K, value: V): void {
    this.#set(this.#outdated(key), value);
  }

  /** Forgets a value without an event. */
  forget(key: K): void {
    if (this.#entries.has(this.#idOf(key))) this.#outdated(key).value = undefined;
  }

  /** Forgets everything without an event, and returns what was known or being read. */
  forgetAll(): readonly K[] {
    this.#generation++;
    const keys = this.keys();
    this.#entries.clear();
    return keys;
  }

  /** Forgets everything, as when another user may be signed in. */
  clear(): void {
    for (const key of this.forgetAll()) this.#changed.fire(key);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(entry: Entry<K, V>, value: V): void {
    const before = entry.value;
    entry.value = value;
    if (!this.#isSame(before, value)) this.#changed.fire(entry.key);
  }

  #outdated(key: K): Entry<K, V> {
    const entry = this.#entryOf(key);
    entry.sequence = ++this.#sequence;
    return entry;
  }

  #entryOf(key: K): Entry<K, V> {
    const id = this.#idOf(key);
    const entry = this.#entries.peek(id) ?? { key, value: undefined, sequence: 0 };
    this.#entries.set(id, entry);
    return entry;
  }
}
