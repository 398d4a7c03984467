import { createHash } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { ClientKeysMissingError } from '../../domain/errors/client-keys';
import { findHardCoded, type HardCodedKeyInText, type KeyFingerprints } from '../../domain/errors/hard-coded';
import { isBinary } from '../../domain/shared/file-content';
import { clientKeyId, type ClientKeyKey, type ErrorPlace } from '../shared/error-keys';
import type { ClientKeys } from './client-keys';

/** Access to the workspace's files, to search them for client keys. */
export interface KeyFiles {
  /** URIs of the files to read. `cut`: true if the workspace has more files. */
  readonly files: (
    signal: AbortSignal,
  ) => Promise<{ readonly uris: readonly string[]; readonly cut: boolean }>;
  /** Open files as text, other files as bytes; undefined if a file is too large or can't be read. */
  readonly read: (uri: string) => Promise<string | Uint8Array | undefined>;
  /** The files that git ignores, which may contain keys. */
  readonly ignored: (uris: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** A client key in a file of the workspace. */
export interface HardCodedKey extends HardCodedKeyInText<ClientKeyKey> {
  readonly uri: string;
}

/** The result of a search. */
export interface KeySearch {
  readonly uses: readonly HardCodedKey[];
  /** Number of files read. */
  readonly files: number;
  /** True if the workspace has more files, which weren't read. */
  readonly cut: boolean;
  /** Number of files with keys that git ignores. */
  readonly ignored: number;
  /** Paths of projects whose keys couldn't be read. Only DSNs of known servers were found for them. */
  readonly unread: readonly string[];
}

export interface HardCodedKeysDeps {
  readonly clientKeys: Pick<ClientKeys, 'secretsOf'>;
  readonly files: KeyFiles;
  /** URLs of the servers with an account. */
  readonly bases: () => readonly string[];
}

const print = (word: string): string => createHash('sha256').update(word).digest('hex');

/**
 * Finds client keys in files of the workspace. Stores only hashes of the keys, so that edited files can be
 * searched again without secrets.
 */
export class HardCodedKeys implements Disposable {
  readonly #deps: HardCodedKeysDeps;
  readonly #changed = new Emitter<void>();
  #prints: KeyFingerprints<ClientKeyKey> | undefined;
  #uses = new Map<string, readonly HardCodedKey[]>();

  /** Fires when the keys in files changed. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: HardCodedKeysDeps) {
    this.#deps = deps;
  }

  /** Keyed by file. Empty before the first search. */
  get uses(): ReadonlyMap<string, readonly HardCodedKey[]> {
    return this.#uses;
  }

  /** Number of occurrences of a key; undefined before the first search. */
  count(key: ClientKeyKey): number | undefined {
    if (this.#prints === undefined) return undefined;
    const id = clientKeyId(key);
    return [...this.#uses.values()]
      .flat()
      .filter(({ known }) => known !== undefined && clientKeyId(known) === id).length;
  }

  async search(
    places: readonly ErrorPlace[],
    signal: AbortSignal,
    onProgress: (read: number, of: number) => void = () => undefined,
  ): Promise<KeySearch> {
    const { files } = this.#deps;
    const { prints, unread } = await this.#known(places, signal);
    const { uris, cut } = await files.files(signal);
    const uses = new Map<string, readonly HardCodedKey[]>();
    for (const [index, uri] of uris.entries()) {
      signal.throwIfAborted();
      onProgress(index, uris.length);
      const text = textOf(await files.read(uri));
      const found = text === undefined ? [] : usesIn(uri, text, prints);
      if (found.length > 0) uses.set(uri, found);
    }
    const ignored = uses.size === 0 ? new Set<string>() : await files.ignored([...uses.keys()]);
    signal.throwIfAborted();
    for (const uri of ignored) uses.delete(uri);
    this.#prints = prints;
    this.#uses = uses;
    this.#changed.fire();
    return { uses: [...uses.values()].flat(), files: uris.length, cut, ignored: ignored.size, unread };
  }

  /** Searches a file with keys again. `text` is its current text; undefined if it was deleted. */
  update(uri: string, text: string | undefined): void {
    if (this.#prints === undefined || !this.#uses.has(uri)) return;
    const found = text === undefined ? [] : usesIn(uri, text, this.#prints);
    // Doesn't remove a file without keys from the map, because a key may be pasted again.
    if (text === undefined) this.#uses.delete(uri);
    else this.#uses.set(uri, found);
    this.#changed.fire();
  }

  clear(): void {
    this.#prints = undefined;
    this.#uses = new Map();
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #known(places: readonly ErrorPlace[], signal: AbortSignal) {
    const known = new Map<string, ClientKeyKey>();
    const lengths = new Set<number>();
    const unread: string[] = [];
    for (const place of places) {
      try {
        for (const { id, key } of await this.#deps.clientKeys.secretsOf(place, signal)) {
          if (key === undefined) continue;
          known.set(print(key), { base: place.base, project: place.project, path: place.path, key: id });
          lengths.add(key.length);
        }
      } catch (error) {
        if (!(error instanceof ClientKeysMissingError)) throw error;
        unread.push(place.path);
      }
    }
    const hosts = new Set(this.#deps.bases().map((base) => new URL(base).host));
    return { prints: { print, known, lengths, hosts }, unread };
  }
}

function textOf(content: string | Uint8Array | undefined): string | undefined {
  if (content === undefined || typeof content === 'string') return content;
  return isBinary(content) ? undefined : new TextDecoder().decode(content);
}

const usesIn = (uri: string, text: string, prints: KeyFingerprints<ClientKeyKey>): readonly HardCodedKey[] =>
  findHardCoded(text, prints).map((found) => ({ ...found, uri }));
