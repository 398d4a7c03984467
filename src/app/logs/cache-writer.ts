import { background } from '../../base/background';
import type { Job } from '../../schemas/job';
import type { JobKey } from '../shared/keys';
import type { LogCache, LogCopy } from './cache';

/**
 * Writes the log of a job to the cache. Only a log that is read from its first byte without gaps is stored.
 */
export class LogCacheWriter {
  readonly #cache: LogCache | undefined;
  readonly #key: JobKey;
  #copy: LogCopy | undefined;

  constructor(cache: LogCache | undefined, key: JobKey) {
    this.#cache = cache;
    this.#key = key;
  }

  async begin(signal: AbortSignal): Promise<void> {
    if (this.#copy !== undefined) return;
    const copy = await this.#cache?.begin(this.#key);
    if (!signal.aborted) this.#copy = copy;
    else await copy?.abort();
  }

  /** Writes bytes, starting at an offset of the log. */
  async write(at: number, bytes: Uint8Array): Promise<void> {
    if (this.#copy?.length === at) await this.#copy.write(bytes);
  }

  /** Stores the copy of a finished job's log if it has this number of bytes; otherwise discards it. */
  async keep(job: Job, bytes: number): Promise<void> {
    const copy = this.#copy;
    this.#copy = undefined;
    if (copy?.length === bytes && bytes > 0) await copy.commit(job);
    else await copy?.abort();
  }

  drop(): void {
    background(this.#copy?.abort());
    this.#copy = undefined;
  }
}
