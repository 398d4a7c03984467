import type { MergeRequests } from '../../merge-requests/merge-requests';
import type { GitClone, GitPort } from '../../shared/git-port';
import type { MergeRequestKey } from '../../shared/keys';
import { isOnBranch, type MergeRequestClones } from './merge-request-clones';

/** A clone in which the head of a merge request is checked out. */
export interface HeadClone {
  /** See `GitClone.repository`. */
  readonly repository: string;
  /** Number of checked-out commits that the merge request doesn't contain, at most `MAX_UNPUSHED`. */
  readonly unpushed: number;
}

export interface HeadClonesDeps {
  readonly git: Pick<GitPort, 'clones' | 'hasCommit' | 'isAncestor' | 'commitsBetween'>;
  readonly clones: Pick<MergeRequestClones, 'among'>;
  readonly mergeRequests: Pick<MergeRequests, 'get'>;
}

/** Maximum number of commits to count. */
const MAX_UNPUSHED = 100;

/**
 * Finds the clone in which the head of a merge request is checked out: the commit itself, or the source branch
 * with further commits.
 */
export class HeadClones {
  readonly #deps: HeadClonesDeps;

  constructor(deps: HeadClonesDeps) {
    this.#deps = deps;
  }

  /** True if a file is in an open clone. `address`: its URI. */
  async contain(address: string): Promise<boolean> {
    const clones = await this.#deps.git.clones();
    return clones.some(({ repository }) => address.startsWith(`${repository.replace(/\/$/, '')}/`));
  }

  /** Sends no request unless a clone could be the right one. */
  async of(key: MergeRequestKey, head: string): Promise<HeadClone | undefined> {
    const all = await this.#deps.git.clones();
    if (all.length === 0) return undefined;
    const { source_branch: branch } = await this.#deps.mergeRequests.get(key);
    const possible = all.filter(
      (clone) => clone.head?.sha === head || isOnBranch(clone, branch ?? undefined),
    );
    if (possible.length === 0) return undefined;
    const own = await this.#deps.clones.among(key, all);
    for (const clone of own.filter((each) => possible.includes(each))) {
      const unpushed = await this.#unpushed(clone, head);
      if (unpushed !== undefined) return { repository: clone.repository, unpushed };
    }
    return undefined;
  }

  /** Undefined if the head isn't part of the checked-out branch. */
  async #unpushed({ repository, head: at }: GitClone, head: string): Promise<number | undefined> {
    if (at?.sha === undefined) return undefined;
    if (at.sha === head) return 0;
    const { git } = this.#deps;
    if (!(await git.hasCommit(repository, head)) || !(await git.isAncestor(repository, head, at.sha)))
      return undefined;
    return (await git.commitsBetween(repository, head, at.sha, MAX_UNPUSHED)).length;
  }
}
