import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock';
import type { Job } from '../../schemas/job';
import type { JobKey } from '../shared/keys';
import { DamagedLog, openStored, type StoredLog, trailer } from './file-format';
import type { FileWriter, LogFolder } from './folder';

/** All kept logs together, in bytes. */
const MAX_KEPT_BYTES = 200_000_000;
/** Of that, one log takes this share at the most. */
const ONE_LOG_SHARE = 4;
/** Names of removed logs that are remembered. */
const MAX_GONE = 10_000;

export interface LogCacheDeps {
  readonly folder: LogFolder;
  readonly clock: Clock;
  /** False where the person does not want logs to be kept, or is signed in to the server no longer. */
  readonly enabled: (base: string) => boolean;
  readonly limit?: number;
}

/** A log while it is read from its server, on its way to be kept. Failing to keep it fails nothing else. */
export interface LogCopy {
  /** Bytes that it has. */
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  commit(job: Job): Promise<void>;
  abort(): Promise<void>;
}

/**
 * Logs of jobs that are over, on this computer's disk: they open again without their server. Bounded, the one that was
 * not used for longest goes first. A log may hold secrets, so its file's name tells nothing, and only this person may
 * read it. What is damaged, or of somebody else, counts as not there.
 */
export class LogCache {
  readonly #deps: LogCacheDeps;
  readonly #limit: number;
  /** Names that were removed here and are not asked about again: jobs that were erased are seen with every look. */
  readonly #gone = new Set<string>();
  /** Logs on their way to the disk, and the names that they will have. */
  readonly #copies = new Map<LogCopy, string>();

  constructor(deps: LogCacheDeps) {
    this.#deps = deps;
    this.#limit = deps.limit ?? MAX_KEPT_BYTES;
  }

  /** The kept log of a job; undefined where there is none. Whoever gets it closes it. */
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
        if (error instanceof DamagedLog) await folder.remove(name);
        return undefined;
      }
    } catch {
      return undefined; // A disk that does not work is no reason to show no log.
    }
  }

  /** Begins to keep a log; undefined where it is not to be kept. */
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
    } catch {
      return undefined;
    }
  }

  /** Removes the log of a job, because it was erased or may not be read any more. */
  async remove(key: JobKey): Promise<void> {
    const name = fileName(key);
    await this.#giveUp((copied) => copied === name);
    if (this.#gone.has(name)) return;
    // Whether it is there only the disk knows: another window may have kept it.
    await this.#deps.folder.remove(name);
    if (this.#gone.size >= MAX_GONE) this.#gone.clear();
    this.#gone.add(name);
  }

  /** Removes all logs of a server. */
  async removeServer(base: string): Promise<void> {
    const begin = serverPart(base);
    await this.#removeAll((name) => name.startsWith(begin));
  }

  /** Removes all logs; tells how many bytes that freed. */
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

  /** What is on its way would come back once it is complete. */
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
  /** Bytes that it has at the most. */
  readonly most: number;
  readonly isWanted: () => boolean;
  /** Told what becomes of it. */
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
    // The account may have ended meanwhile, in this window or another one.
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
    this.#failed = true; // Nothing more can be done with it.
    this.#deps.ended();
  }

  async abort(): Promise<void> {
    if (this.#failed) return;
    this.#failed = true;
    this.#deps.ended();
    await this.#writer.abort().catch(() => undefined);
  }

  /** A full or broken disk costs the copy, not the log. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      await this.abort();
    }
  }
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');
const serverPart = (base: string): string => `${hashed(base).slice(0, 16)}-`;
const fileName = ({ base, project, job }: JobKey): string =>
  `${serverPart(base)}${hashed(JSON.stringify([base, project, job])).slice(0, 48)}.log`;
const isOurs = (name: string): boolean => /^[\da-f]{16}-[\da-f]{48}\.log$/.test(name);
