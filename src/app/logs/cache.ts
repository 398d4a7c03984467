import { createHash } from 'node:crypto';
import { ignoreError, orUndefined, background } from '../../base/background';
import type { Clock } from '../../base/clock';
import type { Job } from '../../schemas/job';
import type { JobKey } from '../shared/keys';
import { DamagedLogError, openStored, type StoredLog, trailer } from './file-format';
import type { FileWriter, LogFolder } from './folder';

/** Maximum size of all stored logs, in bytes. */
const MAX_KEPT_BYTES = 200_000_000;
/** A log can use at most this fraction of it (1/n). */
const ONE_LOG_SHARE = 4;
/** Maximum number of removed logs whose names are known. */
const MAX_GONE = 10_000;

export interface LogCacheDeps {
  readonly folder: LogFolder;
  readonly clock: Clock;
  /** False if the user disabled the cache or isn't signed in to the server. */
  readonly enabled: (base: string) => boolean;
  readonly limit?: number;
}

/** A copy of a log, written while the log is read. Failures don't affect reading. */
export interface LogCopy {
  /** Number of bytes written. */
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  commit(job: Job): Promise<void>;
  abort(): Promise<void>;
}

/**
 * Stores logs of finished jobs on the local disk, so that they can be opened without the server. If the limit
 * is exceeded, removes the least recently used ones. Logs can contain secrets, so file names reveal nothing
 * and only this user can read the files. Damaged files and files of other jobs are ignored.
 */
export class LogCache {
  readonly #deps: LogCacheDeps;
  readonly #limit: number;
  /** Names of removed logs, so that they aren't removed again each time an erased job is read. */
  readonly #gone = new Set<string>();
  /** Logs being written, and their file names. */
  readonly #copies = new Map<LogCopy, string>();

  constructor(deps: LogCacheDeps) {
    this.#deps = deps;
    this.#limit = deps.limit ?? MAX_KEPT_BYTES;
  }

  /** The stored log of a job; undefined if there is none. The caller must close it. */
  async find(key: JobKey): Promise<StoredLog | undefined> {
    if (!this.#deps.enabled(key.base)) return undefined;
    const name = fileName(key);
    const { folder } = this.#deps;
    try {
      const file = await folder.open(name);
      if (file === undefined) return undefined;
      this.#gone.delete(name);
      try {
        const log = await openStored(file, key);
        await folder.touch(name);
        return log;
      } catch (error) {
        await file.close();
        if (error instanceof DamagedLogError) await folder.remove(name);
        return undefined;
      }
    } catch (error) {
      ignoreError(error);
      return undefined; // The log can still be read from the server.
    }
  }

  /** Starts storing a log; undefined if it can't or mustn't be stored. */
  async begin(key: JobKey): Promise<LogCopy | undefined> {
    if (!this.#deps.enabled(key.base)) return undefined;
    try {
      const name = fileName(key);
      const writer = await this.#deps.folder.create(name);
      const copy = new Copy(key, writer, {
        clock: this.#deps.clock,
        most: this.#limit / ONE_LOG_SHARE,
        isWanted: () => this.#deps.enabled(key.base),
        kept: () => this.#kept(name),
        ended: () => this.#copies.delete(copy),
      });
      this.#copies.set(copy, name);
      return copy;
    } catch (error) {
      ignoreError(error);
      return undefined;
    }
  }

  /** Removes the log of a job that was erased or that the user can no longer read. */
  async remove(key: JobKey): Promise<void> {
    const name = fileName(key);
    await this.#giveUp((copied) => copied === name);
    if (this.#gone.has(name)) return;
    // The file may exist even if this window didn't store it, because another window may have.
    await this.#deps.folder.remove(name);
    if (this.#gone.size >= MAX_GONE) this.#gone.clear();
    this.#gone.add(name);
  }

  /** Removes all logs of a server. */
  async removeServer(base: string): Promise<void> {
    const begin = serverPart(base);
    await this.#removeAll((name) => name.startsWith(begin));
  }

  /** Removes all logs. Returns the number of bytes freed. */
  clear(): Promise<number> {
    return this.#removeAll(() => true);
  }

  async #removeAll(which: (name: string) => boolean): Promise<number> {
    await this.#giveUp(which);
    let freed = 0;
    for (const { name, bytes } of await this.#deps.folder.list()) {
      if (!isOurs(name) || !which(name)) continue;
      await this.#deps.folder.remove(name);
      freed += bytes;
    }
    return freed;
  }

  /** Aborts logs that are being written. Otherwise, they would be stored later. */
  async #giveUp(which: (name: string) => boolean): Promise<void> {
    for (const [copy, name] of [...this.#copies]) if (which(name)) await copy.abort();
  }

  async #kept(name: string): Promise<void> {
    this.#gone.delete(name);
    const files = (await this.#deps.folder.list()).filter((file) => isOurs(file.name));
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of [...files].sort((one, other) => one.usedAt - other.usedAt)) {
      if (bytes <= this.#limit) return;
      if (file.name === name) continue;
      await this.#deps.folder.remove(file.name);
      bytes -= file.bytes;
    }
  }
}

interface CopyDeps {
  readonly clock: Clock;
  /** Maximum number of bytes. */
  readonly most: number;
  readonly isWanted: () => boolean;
  /** Called when the copy was stored, and when it ended. */
  readonly kept: () => Promise<void>;
  readonly ended: () => void;
}

class Copy implements LogCopy {
  readonly #key: JobKey;
  readonly #writer: FileWriter;
  readonly #deps: CopyDeps;
  readonly #hash = createHash('sha256');
  #failed = false;
  length = 0;

  constructor(key: JobKey, writer: FileWriter, deps: CopyDeps) {
    this.#key = key;
    this.#writer = writer;
    this.#deps = deps;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#failed) return;
    this.length += bytes.length;
    if (this.length > this.#deps.most) return this.abort();
    this.#hash.update(bytes);
    await this.#try(() => this.#writer.write(bytes));
  }

  async commit(job: Job): Promise<void> {
    if (this.#failed) return;
    // The user may have signed out meanwhile, in this window or another one.
    if (!this.#deps.isWanted()) {
      await this.abort();
      return;
    }
    const { base, project } = this.#key;
    const facts = { base, project, job, keptAt: this.#deps.clock.now(), bytes: this.length };
    await this.#try(async () => {
      await this.#writer.write(trailer({ ...facts, sha256: this.#hash.digest('hex') }));
      if (!this.#deps.isWanted()) throw new Error('The account was removed');
      await this.#writer.commit();
      await this.#deps.kept();
    });
    this.#failed = true; // Ignores later calls.
    this.#deps.ended();
  }

  async abort(): Promise<void> {
    if (this.#failed) return;
    this.#failed = true;
    this.#deps.ended();
    await orUndefined(this.#writer.abort());
  }

  /** If writing fails, only the copy is lost. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      ignoreError(error);
      await this.abort();
    }
  }
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');
const serverPart = (base: string): string => `${hashed(base).slice(0, 16)}-`;
const fileName = ({ base, project, job }: JobKey): string =>
  `${serverPart(base)}${hashed(JSON.stringify([base, project, job])).slice(0, 48)}.log`;
const isOurs = (name: string): boolean => /^[\da-f]{16}-[\da-f]{48}\.log$/.test(name);

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
