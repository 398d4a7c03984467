import { type GitPort, safeSha } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import type { Clone, Clones } from './clones';

/** A commit of a merge request that is in a clone now. */
export interface LocalCommitPlace {
  readonly clone: Clone;
  readonly sha: string;
}

/** Finds commits of a merge request in the clones of its project, and fetches them where they are missing. */
export class LocalCommits {
  readonly #git: Pick<GitPort, 'hasCommit' | 'fetch'>;
  readonly #clones: Pick<Clones, 'of'>;

  constructor(git: Pick<GitPort, 'hasCommit' | 'fetch'>, clones: Pick<Clones, 'of'>) {
    this.#git = git;
    this.#clones = clones;
  }

  /**
   * Where a commit is. `kind` tells the ref that holds it on the server: the head of the merge request, or the result
   * of merging it (server-behavior.md#merge-ref). `no-clone` where the project is not open here, `not-here` where the
   * server does not give it.
   */
  async find(
    key: MergeRequestKey,
    sha: string,
    kind: 'head' | 'merge',
    signal?: AbortSignal,
  ): Promise<LocalCommitPlace | 'no-clone' | 'not-here'> {
    safeSha(sha);
    const clones = await this.#clones.of(key, signal);
    for (const clone of clones) if (await this.#git.hasCommit(clone.repository, sha)) return { clone, sha };
    const [clone] = clones;
    if (clone === undefined) return 'no-clone';
    const { repository, remote } = clone;
    // Servers that do not list the ref may still give the commit by its name.
    for (const ref of [`refs/merge-requests/${key.iid}/${kind}`, sha]) {
      signal?.throwIfAborted();
      await this.#git.fetch(repository, remote.name, ref).catch(() => undefined);
      if (await this.#git.hasCommit(repository, sha)) return { clone, sha };
    }
    return 'not-here';
  }
}
