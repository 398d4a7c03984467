import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { RefCounts } from './ref-counts';
import { type CountsWrites, SharedFlight } from './shared-request';

export interface KeyedResourceOptions<K, V> {
  readonly idOf: (key: K) => string;
  /** The server of a value, so that a read from before a write isn't shared after it. */
  readonly serverOf: (key: K) => CountsWrites;
  /** Maximum number of values in addition to retained ones. */
  readonly max: number;
  /** Returns true if listeners don't need the new value. Default: deep equality. */
  readonly isSame?: (before: V | undefined, after: V) => boolean;
  /**
   * How to handle a response that is outdated because the response to a later request arrived first or
   * `apply` changed the value meanwhile: discard it, or request it again. Default: `discard`.
   */
  readonly outdated?: 'discard' | 'reread';
}

interface Entry<K, V> {
  readonly key: K;
  value: V | undefined;
  /** When the value was requested or applied. Responses to earlier requests are outdated. */
  sequence: number;
}

/**
 * The latest known values of a server by key. Ignores outdated responses and those to requests sent before
 * `clear`. Evicts values that aren't retained, least recently used first.
 */
export class KeyedResource<K, V> implements Disposable {
  readonly #idOf: (key: K) => string;
  readonly #serverOf: (key: K) => CountsWrites;
  readonly #isSame: (before: V | undefined, after: V) => boolean;
  readonly #rereads: boolean;
  readonly #retained: RefCounts<K>;
  readonly #entries: LruMap<string, Entry<K, V>>;
  readonly #flights = new SharedFlight<string, unknown>();
  readonly #changed = new Emitter<K>();
  #generation = 0;
  #sequence = 0;

  /** Fires with the key of a value that was added, changed, or removed. */
  readonly onDidChange = this.#changed.event;

  constructor({ idOf, serverOf, max, isSame = deepEqual, outdated = 'discard' }: KeyedResourceOptions<K, V>) {
    this.#idOf = idOf;
    this.#serverOf = serverOf;
    this.#isSame = isSame;
    this.#rereads = outdated === 'reread';
    this.#retained = new RefCounts(idOf);
    this.#entries = new LruMap(max, { isHeld: (id) => this.#retained.has(id) });
  }

  peek(key: K): V | undefined {
    return this.#entries.peek(this.#idOf(key))?.value;
  }

  /** Keys of values that are known or being read. */
  keys(): readonly K[] {
    return this.#entries.values().map(({ key }) => key);
  }

  /** Prevents the value from being evicted until the result is disposed. */
  retain(key: K): Disposable {
    return this.#retained.retain(key);
  }

  isRetained(key: K): boolean {
    return this.#retained.has(this.#idOf(key));
  }

  retained(): readonly K[] {
    return this.#retained.all();
  }

  /** Changes whenever all values are removed. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Reads the value. Reads it again if a write was sent to the server or ended meanwhile, because the response may be
   * from before the write. Resolves with the last response, even if it is ignored. `valueOf` combines the response
   * and the current value to the new value.
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
      const server = this.#serverOf(key);
      const { writeNumber } = server;
      const response = await send();
      if (generation !== this.#generation) return response;
      if (server.writeNumber !== writeNumber) continue;
      const entry = this.#entryOf(key);
      if (sequence > entry.sequence) {
        entry.sequence = sequence;
        this.#set(entry, valueOf(response, entry.value));
        return response;
      }
      if (!this.#rereads) return response;
    }
  }

  /**
   * Runs `work` once for all concurrent callers, except those that call after a write. It is aborted after the
   * last of them has aborted.
   */
  async share(
    key: K,
    work: (signal: AbortSignal) => Promise<unknown>,
    { name = '', signal }: { readonly name?: string; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<void> {
    const flight = `${this.#generation} ${name} ${this.#idOf(key)}`;
    await this.#flights.run(flight, this.#serverOf(key), work, signal);
  }

  /** Marks responses to earlier requests as outdated, because something was written. */
  outdate(key: K): void {
    this.#outdated(key);
  }

  /** Changes a known value, for example with the response to a write. */
  apply(key: K, change: (value: V) => V): void {
    const entry = this.#outdated(key);
    if (entry.value !== undefined) this.#set(entry, change(entry.value));
  }

  /** Sets a value, for example to the response to a write. */
  put(key: K, value: V): void {
    this.#set(this.#outdated(key), value);
  }

  /** Removes a value without firing an event. */
  forget(key: K): void {
    if (this.#entries.has(this.#idOf(key))) this.#outdated(key).value = undefined;
  }

  /** Removes all values without firing an event. Returns the keys that were known or being read. */
  forgetAll(): readonly K[] {
    this.#generation++;
    const keys = this.keys();
    this.#entries.clear();
    return keys;
  }

  /** Removes all values, for example because another user may be signed in. */
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
