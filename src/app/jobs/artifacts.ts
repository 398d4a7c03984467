import type { Client } from '../../api/client';
import { deleteArtifacts, getArtifactFile, getArtifacts, keepArtifacts } from '../../api/endpoints/artifacts';
import { getJob } from '../../api/endpoints/jobs';
import { isApiError } from '../../api/errors';
import { ByteLru } from '../../base/byte-lru';
import type { Clock } from '../../base/clock';
import {
  type ArtifactItem,
  type ArtifactListing,
  artifactName,
  artifactParent,
} from '../../domain/jobs/artifact-tree';
import { ArtifactsUnavailableError, NoSuchArtifactError } from '../../domain/jobs/artifacts';
import { isErased } from '../../domain/jobs/log-availability';
import { jobId, type JobKey } from '../shared/keys';
import { SharedFlight } from '../shared/shared-request';
import { type ArtifactSource, isWithoutTree, readArchive, serverSource } from './artifact-sources';

/** Memory for archives, in bytes. */
const CACHE_BYTES = 200_000_000;

export interface ArtifactsDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
  /** Shows the progress of the download of an archive, and aborts it if the user cancels. */
  readonly downloading: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A file that is written piece by piece; it gets its name when it is complete. */
interface DownloadWriter {
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

export interface ArtifactDownload {
  /** Path of a file in the archive; undefined for the archive. */
  readonly path: string | undefined;
  readonly create: () => Promise<DownloadWriter>;
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * The artifacts of jobs as folders and files. Servers that can list them (server-behavior.md#artifact-tree) are
 * asked for each folder and file; otherwise, the archive is downloaded once.
 */
export class Artifacts {
  readonly #deps: ArtifactsDeps;
  readonly #sources = new ByteLru<string, ArtifactSource>(CACHE_BYTES);
  readonly #opening = new SharedFlight<string, ArtifactSource>();
  /** Servers that can't list artifacts. */
  readonly #withoutTree = new Set<string>();
  #generation = 0;

  constructor(deps: ArtifactsDeps) {
    this.#deps = deps;
  }

  /** Returns the items of a folder; the root is empty. @throws NoSuchArtifactError, ArtifactsUnavailableError, ApiError */
  async list(job: JobKey, folder: string, { signal }: ReadOptions = {}): Promise<ArtifactListing> {
    return (await this.#source(job, signal)).list(folder, signal);
  }

  /** Returns a file or folder, as listed in its parent folder. */
  async item(job: JobKey, path: string, options?: ReadOptions): Promise<ArtifactItem> {
    if (path === '') {
      await this.list(job, '', options);
      return { name: '', path, kind: 'folder', size: undefined };
    }
    const { items } = await this.list(job, artifactParent(path), options);
    const found = items.find((item) => item.name === artifactName(path));
    if (found === undefined) throw new NoSuchArtifactError();
    return found;
  }

  /** Returns the content of a file. */
  async read(job: JobKey, path: string, { signal }: ReadOptions = {}): Promise<Uint8Array> {
    return (await this.#source(job, signal)).read(path, signal);
  }

  /** Writes the archive or a file of any size while it is read. Leaves no file after a failure. */
  async download(job: JobKey, { path, create, onProgress, signal }: ArtifactDownload): Promise<number> {
    const client = this.#deps.clientFor(job.base);
    const at = { id: job.project, job_id: job.job };
    const options = { signal, maxBytes: Number.MAX_SAFE_INTEGER };
    const stream = await this.#explained(job, () =>
      path === undefined
        ? client.stream(getArtifacts, at, options)
        : client.stream(getArtifactFile, { ...at, artifact_path: path }, options),
    );
    let writer: DownloadWriter | undefined;
    try {
      writer = await create();
      let bytes = 0;
      for await (const chunk of stream) {
        signal.throwIfAborted();
        bytes += chunk.length;
        await writer.write(chunk);
        onProgress(bytes);
      }
      await writer.commit();
      return bytes;
    } catch (error) {
      stream.cancel();
      await writer?.abort();
      throw error;
    }
  }

  /** Removes the expiration date of the archive and the reports on the server. */
  async keep(job: JobKey, options: ReadOptions = {}): Promise<void> {
    await this.#deps.clientFor(job.base).call(keepArtifacts, { id: job.project, job_id: job.job }, options);
  }

  /** Deletes the archive and the reports on the server. */
  async delete(job: JobKey, options: ReadOptions = {}): Promise<void> {
    const client = this.#deps.clientFor(job.base);
    try {
      await client.call(deleteArtifacts, { id: job.project, job_id: job.job }, options);
    } finally {
      this.forget(job);
    }
  }

  /** Discards what is known about the artifacts of a job. */
  forget(job: JobKey): void {
    this.#generation++;
    this.#sources.delete(jobId(job));
  }

  /** Discards everything, for example because another user may be signed in. */
  clear(): void {
    this.#generation++;
    this.#sources.clear();
    this.#withoutTree.clear();
  }

  async #source(job: JobKey, signal?: AbortSignal): Promise<ArtifactSource> {
    const id = jobId(job);
    const known = this.#sources.get(id);
    if (known !== undefined) return known;
    const client = this.#deps.clientFor(job.base);
    const generation = this.#generation;
    return this.#opening.run(
      `${generation} ${id}`,
      client,
      async (stop) => {
        const source = await this.#explained(job, () => this.#open(client, job, stop));
        if (generation === this.#generation) this.#sources.set(id, source, source.bytes);
        return source;
      },
      signal,
    );
  }

  async #open(client: Client, job: JobKey, signal: AbortSignal): Promise<ArtifactSource> {
    const { base } = job;
    if (!this.#withoutTree.has(base)) {
      try {
        return await serverSource(client, job, signal);
      } catch (error) {
        if (!isWithoutTree(error)) throw error;
      }
    }
    const archive = await this.#deps.downloading((canceled) =>
      readArchive(client, job, AbortSignal.any([signal, canceled])),
    );
    this.#withoutTree.add(base);
    return archive;
  }

  /** Replaces a 404 by the reason why the artifacts don't exist. */
  async #explained<T>(job: JobKey, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isApiError(error, 'not-found') && !isApiError(error, 'gone')) throw error;
      const { clientFor, clock } = this.#deps;
      const known = await clientFor(job.base).call(getJob, { id: job.project, job_id: job.job });
      const isExpired = Date.parse(known.artifacts_expire_at ?? '') <= clock.now();
      const problem = isErased(known) ? 'erased' : isExpired ? 'expired' : 'none';
      throw new ArtifactsUnavailableError(problem, undefined, { cause: error });
    }
  }
}
