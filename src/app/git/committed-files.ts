import type { CallOptions, Client } from '../../api/client';
import { getRawFile } from '../../api/endpoints/repository';
import { LruMap } from '../../base/lru-map';
import { Semaphore } from '../../base/semaphore';
import type { GitPort } from '../shared/git-port';
import type { ProjectKey } from '../shared/keys';

/** The bytes of a file at a commit, from wherever they were found. */
export interface CommittedFile {
  readonly source: 'git' | 'server';
  /** Undefined where nobody tells: the server gives bytes alone. */
  readonly mode: string | undefined;
  /** Of a submodule the commit, else of the blob; from the server undefined. */
  readonly id: string | undefined;
  /** Undefined for a submodule, and where there are more than `MAX_BYTES`. */
  readonly bytes: Uint8Array | undefined;
  /** Undefined where it is too large and the server does not say how large. */
  readonly size: number | undefined;
}

export interface CommittedFileDeps {
  readonly clientFor: (base: string) => Client;
  readonly git: Pick<GitPort, 'clones' | 'committedFile'>;
  readonly now: () => number;
}

/** Of one file. Above 50 MB the editor takes no document from an extension; a reader has long given up by then. */
const MAX_BYTES = 20_000_000;
/** Runs of git at once: a diff of many files asks for all of its sides together. */
const GIT_AT_ONCE = 6;
/** For so many milliseconds nobody looks again for a commit that a clone does not have. */
const MISSING_MS = 10_000;
/** Commits of which it is remembered where they are. */
const MAX_KNOWN = 500;

/**
 * Reads files at commits: out of git's objects where any clone that is open has the commit (its name says what is in
 * it, so it does not matter whose clone that is), else from the server.
 */
export class CommittedFiles {
  readonly #deps: CommittedFileDeps;
  readonly #turns = new Semaphore(GIT_AT_ONCE);
  /** When a clone was found to be without a commit. */
  readonly #missing = new LruMap<string, number>(MAX_KNOWN);

  constructor(deps: CommittedFileDeps) {
    this.#deps = deps;
  }

  /** `none` where the commit is known to have no such file. Rejects with what the server refused with. */
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
      } catch {
        // A clone that is broken, or lacks a blob of this commit: the server has it.
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
    const answer = await client.text(getRawFile, args, { ...options, maxBytes: MAX_BYTES });
    const bytes = answer.kind === 'unchanged' ? new Uint8Array() : answer.bytes;
    const isCut = answer.kind !== 'unchanged' && answer.cut;
    return {
      source: 'server',
      mode: undefined,
      id: undefined,
      bytes: isCut ? undefined : bytes,
      size: isCut ? undefined : bytes.length,
    };
  }
}
