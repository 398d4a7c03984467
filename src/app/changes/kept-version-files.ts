import { ByteLru } from '../../base/byte-lru';
import type { VersionFiles } from './version-files';

/** Maximum size of the cached diffs. Diffs in use are always kept. */
const MAX_BYTES = 128_000_000;

/** The files of versions: all that are being read or couldn't be read, and others up to `MAX_BYTES`. */
export class KeptVersionFiles {
  readonly #unfinished = new Map<string, VersionFiles>();
  readonly #finished = new ByteLru<string, VersionFiles>(MAX_BYTES);

  get(id: string): VersionFiles | undefined {
    return this.#unfinished.get(id) ?? this.#finished.get(id);
  }

  begin(id: string, files: VersionFiles): void {
    this.#unfinished.set(id, files);
  }

  /** False if another read replaced this one, or if everything was cleared. */
  isBeingRead(id: string, files: VersionFiles): boolean {
    return this.#unfinished.get(id) === files;
  }

  /** Caches files after their read succeeded or failed. */
  end(id: string, files: VersionFiles): void {
    this.#unfinished.delete(id);
    // Files larger than the limit replace all others.
    if (files.failure === undefined) this.#finished.set(id, files, Math.min(files.bytes, MAX_BYTES));
    else this.#unfinished.set(id, files);
  }

  delete(id: string): void {
    this.#unfinished.delete(id);
    this.#finished.delete(id);
  }

  /** Removes the files that couldn't be read. */
  deleteFailed(prefix: string): void {
    for (const [id, { failure }] of this.#unfinished)
      if (id.startsWith(prefix) && failure !== undefined) this.#unfinished.delete(id);
  }

  clear(): void {
    this.#unfinished.clear();
    this.#finished.clear();
  }
}
