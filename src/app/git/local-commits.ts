import { orUndefined } from '../../base/background';
import { type GitPort, safeSha } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import type { Clone, Clones } from './clones';

/** A commit of a merge request in a clone. */
export interface LocalCommitPlace {
  readonly clone: Clone;
  readonly sha: string;
}

/** Finds commits of a merge request in the clones of its project, and fetches missing ones. */
export class LocalCommits {
  readonly #git: Pick<GitPort, 'hasCommit' | 'fetch'>;
  readonly #clones: Pick<Clones, 'of'>;

  constructor(git: Pick<GitPort, 'hasCommit' | 'fetch'>, clones: Pick<Clones, 'of'>) {
    this.#git = git;
    this.#clones = clones;
  }

  /**
   * Finds or fetches a commit. `kind` is the ref that contains it on the server: the head of the merge
   * request, or the result of merging it (server-behavior.md#merge-ref). Resolves with `no-clone` if the
   * project has no open clone, and with `not-here` if the server doesn't return the commit.
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
    // Servers that don't advertise the ref may still return the commit by its SHA.
    for (const ref of [`refs/merge-requests/${key.iid}/${kind}`, sha]) {
      signal?.throwIfAborted();
      await orUndefined(this.#git.fetch(repository, remote.name, ref));
      if (await this.#git.hasCommit(repository, sha)) return { clone, sha };
    }
    return 'not-here';
  }
}
