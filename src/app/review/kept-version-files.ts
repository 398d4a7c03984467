import { ByteLru } from '../../base/byte-lru';
import type { VersionFiles } from './version-files';

/** Text of diffs that is kept; what is looked at now stays in any case. */
const MAX_BYTES = 128_000_000;

/** The files of versions: those that are being read or could not be read, and of the others as many as fit. */
export class KeptVersionFiles {
  readonly #unfinished = new Map<string, VersionFiles>();
  readonly #finished = new ByteLru<string, VersionFiles>(MAX_BYTES);

  get(id: string): VersionFiles | undefined {
    return this.#unfinished.get(id) ?? this.#finished.get(id);
  }

  begin(id: string, files: VersionFiles): void {
    this.#unfinished.set(id, files);
  }

  /** False where others were begun in their place, or all was forgotten. */
  isBeingRead(id: string, files: VersionFiles): boolean {
    return this.#unfinished.get(id) === files;
  }

  /** Keeps files that are read to their end, or to a failure. */
  end(id: string, files: VersionFiles): void {
    this.#unfinished.delete(id);
    // One that is larger than all that may be kept is kept alone.
    if (files.failure === undefined) this.#finished.set(id, files, Math.min(files.bytes, MAX_BYTES));
    else this.#unfinished.set(id, files);
  }

  delete(id: string): void {
    this.#unfinished.delete(id);
    this.#finished.delete(id);
  }

  /** Forgets those that could not be read. */
  deleteFailed(prefix: string): void {
    for (const [id, { failure }] of this.#unfinished)
      if (id.startsWith(prefix) && failure !== undefined) this.#unfinished.delete(id);
  }

  clear(): void {
    this.#unfinished.clear();
    this.#finished.clear();
  }
}
