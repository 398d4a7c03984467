import type { CallOptions, Client } from '../../api/client';
import { getRawFile } from '../../api/endpoints/repository';
import { ignoreError } from '../../base/background';
import { LruMap } from '../../base/lru-map';
import { Semaphore } from '../../base/semaphore';
import type { GitPort } from '../shared/git-port';
import type { ProjectKey } from '../shared/keys';

/** A file at a commit, from git or the server. */
export interface CommittedFile {
  readonly source: 'git' | 'server';
  /** Undefined for files from the server. */
  readonly mode: string | undefined;
  /** The commit of a submodule, otherwise the blob ID; undefined for files from the server. */
  readonly id: string | undefined;
  /** Undefined for a submodule, and for more than `MAX_BYTES`. */
  readonly bytes: Uint8Array | undefined;
  /** Undefined if the file is too large and from the server. */
  readonly size: number | undefined;
}

export interface CommittedFileDeps {
  readonly clientFor: (base: string) => Client;
  readonly git: Pick<GitPort, 'clones' | 'committedFile'>;
  readonly now: () => number;
}

/**
 * Maximum size of a file. VS Code doesn't open documents above 50 MB for extensions, and readers need less.
 */
const MAX_BYTES = 20_000_000;
/** Maximum number of concurrent git processes, because a diff of many files requests all files together. */
const GIT_AT_ONCE = 6;
/** Milliseconds until a clone is checked again for a missing commit. */
const MISSING_MS = 10_000;
/** Maximum number of clones and missing commits to cache. */
const MAX_KNOWN = 500;

/**
 * Reads files at commits: from any open clone with the commit, because its hash identifies the content,
 * otherwise from the server.
 */
export class CommittedFiles {
  readonly #deps: CommittedFileDeps;
  readonly #turns = new Semaphore(GIT_AT_ONCE);
  /** When a commit was missing in a clone. */
  readonly #missing = new LruMap<string, number>(MAX_KNOWN);

  constructor(deps: CommittedFileDeps) {
    this.#deps = deps;
  }

  /** `none` if the commit doesn't contain the file. Rejects with the server's error. */
  async read(
    project: ProjectKey,
    sha: string,
    path: string,
    options?: CallOptions,
  ): Promise<CommittedFile | 'none'> {
    return (await this.#fromGit(sha, path, options)) ?? this.#fromServer(project, sha, path, options);
  }

  async #fromGit(
    sha: string,
    path: string,
    options?: CallOptions,
  ): Promise<CommittedFile | 'none' | undefined> {
    const { git, now } = this.#deps;
    const signal = options?.signal;
    for (const { repository } of await git.clones(signal)) {
      const place = `${repository} ${sha}`;
      if (now() - (this.#missing.get(place) ?? -Infinity) < MISSING_MS) continue;
      try {
        const work = () => git.committedFile(repository, { sha, path }, MAX_BYTES, signal);
        const file = await this.#turns.run(work, signal);
        if (file !== undefined) return file === 'none' ? file : { ...file, source: 'git' };
        this.#missing.set(place, now());
      } catch (error) {
        ignoreError(error);
        // The clone is damaged or lacks a blob. Tries the next clone or the server.
        signal?.throwIfAborted();
      }
    }
    return undefined;
  }

  async #fromServer(
    { base, project }: ProjectKey,
    sha: string,
    path: string,
    options?: CallOptions,
  ): Promise<CommittedFile> {
    const args = { id: project, file_path: path, ref: sha };
    const client = this.#deps.clientFor(base);
    const response = await client.text(getRawFile, args, { ...options, maxBytes: MAX_BYTES });
    const bytes = response.kind === 'unchanged' ? new Uint8Array() : response.bytes;
    const isCut = response.kind !== 'unchanged' && response.cut;
    return {
      source: 'server',
      mode: undefined,
      id: undefined,
      bytes: isCut ? undefined : bytes,
      size: isCut ? undefined : bytes.length,
    };
  }
}
