import { orUndefined } from '../../base/background';
import type { MergeRequest } from '../../schemas/merge-request';
import {
  GitFailedError,
  type GitPort,
  type LocalBranch,
  NotFetchedError,
  safeSha,
  type Stash,
  UnsafeGitNameError,
  type Upstream,
} from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import { orAborted, stopIf } from './abortable';
import { branchNames, headRef, isOfFork, localBranchOf } from './branch-names';
import { checkoutWithStash } from './checkout-with-stash';
import type { Clone, Clones } from './clones';
import { sourceRemote } from './source-remote';

/** The local branch of a merge request, before it is checked out. */
export interface Fetched {
  readonly clone: Clone;
  readonly branch: string;
  /** The commit on the server. */
  readonly tip: string;
  /** Folder of another worktree in which the branch is checked out, if any. */
  readonly elsewhere: string | undefined;
  readonly isCurrent: boolean;
}

/** `diverged`: the local branch has commits that the server doesn't have, and wasn't changed. */
export type CheckOutOutcome = 'switched' | 'up-to-date' | 'updated' | 'diverged';

/** A branch that is checked out now. */
export interface Forwarded {
  /** `not-forwarded`: the branch couldn't be fast-forwarded because of `failure`. */
  readonly outcome: CheckOutOutcome | 'not-forwarded';
  readonly failure?: Error;
}

export interface CheckedOut extends Forwarded {
  /** The changes that were stashed before. */
  readonly stash: Stash | undefined;
}

interface Source {
  readonly upstream: Upstream;
  readonly into: string;
}

/** Requirements for a local branch to be that of the merge request. */
interface Wanted {
  readonly tip: string;
  readonly upstream: Upstream;
  /** True if a branch without an upstream is accepted if its commits match. */
  readonly mayAdopt: boolean;
}

/**
 * Fetches the branch of a merge request to a clone: from the same project, from a fork, or by the merge
 * request's ref.
 */
export class CheckOut {
  readonly #git: GitPort;
  readonly #clones: Clones;

  constructor(git: GitPort, clones: Clones) {
    this.#git = git;
    this.#clones = clones;
  }

  /** Clones for the branch: of the target project, otherwise of the source project. */
  async clonesFor(
    key: MergeRequestKey,
    { source_project_id: source }: MergeRequest,
    signal?: AbortSignal,
  ): Promise<readonly Clone[]> {
    const found = await this.#clones.of(key, signal);
    if (found.length > 0 || source === null || source === undefined || source === key.project) return found;
    return this.#clones.of({ base: key.base, project: source }, signal);
  }

  /** Fetches the branch, and finds or creates the local branch. */
  async fetch(
    key: MergeRequestKey,
    mergeRequest: MergeRequest,
    clone: Clone,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const { into, upstream } = await this.#fetchSource(key, mergeRequest, clone, signal);
    stopIf(signal);
    const tip = await this.#git.resolve(clone.repository, into);
    if (tip === undefined) throw new NotFetchedError(upstream.ref, upstream.remote);
    const names = branchNames(mergeRequest, clone, upstream.remote);
    // In a fork's clone, its remote has the branch. In other clones, a local branch with the name may belong
    // to the target.
    const isHere = upstream.remote === clone.remote.name && upstream.ref !== headRef(mergeRequest.iid);
    return this.#local(clone, names, { tip, upstream, mayAdopt: isHere || !isOfFork(mergeRequest) }, signal);
  }

  /** Like `fetch`, for a branch of the clone's project. */
  async fetchBranch(clone: Clone, branch: string, signal: AbortSignal): Promise<Fetched> {
    const { repository, remote } = clone;
    const upstream = { remote: remote.name, ref: `refs/heads/${branch}` };
    const into = `refs/remotes/${remote.name}/${branch}`;
    await this.#fetch(repository, { upstream, into }, signal);
    stopIf(signal);
    const tip = await this.#git.resolve(repository, into);
    if (tip === undefined) throw new NotFetchedError(upstream.ref, upstream.remote);
    const names = [branch, `${remote.name}/${branch}`];
    return this.#local(clone, names, { tip, upstream, mayAdopt: true }, signal);
  }

  /** Fetches a commit that the clone doesn't have, through a tag that may contain it if specified. */
  async fetchCommit(
    { repository, remote }: Clone,
    { sha, tag }: { readonly sha: string; readonly tag: string | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    if (await this.#git.hasCommit(repository, sha)) return;
    const ref = tag === undefined ? sha : `refs/tags/${tag}`;
    await orAborted(this.#git.fetch(repository, remote.name, ref), signal);
    if (!(await this.#git.hasCommit(repository, sha))) throw new NotFetchedError(sha, remote.name);
  }

  /** Checks out a commit without a branch. With `stashName`, stashes uncommitted changes first. */
  async detach(
    { repository }: Clone,
    sha: string,
    stashName: string | undefined,
  ): Promise<Stash | undefined> {
    return checkoutWithStash(this.#git, repository, safeSha(sha), stashName);
  }

  /** Finds or creates the local branch. */
  async #local(
    clone: Clone,
    names: readonly string[],
    wanted: Wanted,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const { tip, upstream } = wanted;
    const local = await this.#localBranch(clone, names, wanted);
    stopIf(signal);
    if ('create' in local) {
      await this.#git.createBranch(clone.repository, local.create, tip);
      await this.#git.setUpstream(clone.repository, local.create, upstream);
      return { clone, branch: local.create, tip, elsewhere: undefined, isCurrent: false };
    }
    const { name, worktree, upstream: followed } = local;
    if (followed === undefined) await this.#git.setUpstream(clone.repository, name, upstream);
    const isCurrent = (await this.#git.current(clone.repository)) === name;
    return { clone, branch: name, tip, elsewhere: isCurrent ? undefined : worktree, isCurrent };
  }

  localBranchOf(clone: Clone, mergeRequest: MergeRequest): Promise<LocalBranch | undefined> {
    return localBranchOf(this.#git, clone, mergeRequest);
  }

  /** True if uncommitted changes can prevent switching to the branch. */
  needsStash({ clone, isCurrent }: Fetched): Promise<boolean> {
    return isCurrent ? Promise.resolve(false) : this.#git.isDirty(clone.repository);
  }

  /**
   * Checks out the branch and fast-forwards it to the server's commit. With `stashName`, stashes uncommitted changes
   * first. Rejects if nothing was checked out: with `ChangesStashedError` if the changes are still stashed.
   */
  async switchTo(fetched: Fetched, stashName: string | undefined): Promise<CheckedOut> {
    const { clone, branch, isCurrent } = fetched;
    const stash = isCurrent
      ? undefined
      : await checkoutWithStash(this.#git, clone.repository, branch, stashName);
    return { ...(await this.#tryForward(fetched)), stash };
  }

  /** Checks out the branch in a new worktree, and fast-forwards it to the server's commit. */
  async inWorktree(fetched: Fetched, folder: string): Promise<Forwarded> {
    await this.#git.addWorktree(fetched.clone.repository, folder, fetched.branch);
    return this.#tryForward(fetched, folder);
  }

  /**
   * Returns the number of the server's commits that the branch in another folder lacks, at most 100. 0 if it can't be
   * fast-forwarded.
   */
  async behind({ clone: { repository }, branch, tip }: Fetched): Promise<number> {
    const local = await this.#git.branch(repository, branch);
    if (local === undefined || local.sha === tip) return 0;
    if (!(await this.#git.isAncestor(repository, local.sha, tip))) return 0;
    return (await this.#git.commitsBetween(repository, local.sha, tip)).length;
  }

  /** Fast-forwards the branch in the folder in which it is checked out. Rejects if that isn't possible. */
  async forwardIn(fetched: Fetched, folder: string): Promise<CheckOutOutcome> {
    return this.#forward(fetched, fetched.isCurrent ? undefined : folder);
  }

  async #tryForward(fetched: Fetched, worktree?: string): Promise<Forwarded> {
    try {
      return { outcome: await this.#forward(fetched, worktree) };
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      return { outcome: 'not-forwarded', failure };
    }
  }

  /** `worktree`: the folder in which the branch is checked out, unless it is the clone. */
  async #forward(
    { clone: { repository }, branch, tip, isCurrent }: Fetched,
    worktree?: string,
  ): Promise<CheckOutOutcome> {
    const local = await this.#git.branch(repository, branch);
    if (local === undefined || local.sha === tip) return isCurrent ? 'up-to-date' : 'switched';
    if (await this.#git.isAncestor(repository, tip, local.sha)) return isCurrent ? 'up-to-date' : 'switched';
    if (!(await this.#git.isAncestor(repository, local.sha, tip))) return 'diverged';
    await this.#git.fastForward(repository, tip, worktree);
    return isCurrent ? 'updated' : 'switched';
  }

  async #fetchSource(
    key: MergeRequestKey,
    mergeRequest: MergeRequest,
    clone: Clone,
    signal: AbortSignal,
  ): Promise<Source> {
    const { repository } = clone;
    const named = await sourceRemote(this.#clones, key, { mergeRequest, clone }, signal);
    stopIf(signal);
    if (named !== undefined) {
      const { remote, isNew } = named;
      const branch = mergeRequest.source_branch ?? '';
      const source: Source = {
        upstream: { remote: remote.name, ref: `refs/heads/${branch}` },
        into: `refs/remotes/${remote.name}/${branch}`,
      };
      try {
        if (isNew) await this.#git.addRemote(repository, remote);
        await this.#fetch(repository, source, signal);
        return source;
      } catch (error) {
        if (isNew) await orUndefined(this.#git.removeRemote(repository, remote.name));
        if (error instanceof UnsafeGitNameError || signal.aborted) throw error;
        // The branch may have been deleted, or the fork may not be readable. The target still has the
        // commits.
        if (!(error instanceof GitFailedError)) throw error;
        return await this.#fetchHead(key, clone, signal).catch(() => {
          throw error;
        });
      }
    }
    return this.#fetchHead(key, clone, signal);
  }

  /** The target's repository contains the commits of a merge request under a separate ref. */
  async #fetchHead(key: MergeRequestKey, clone: Clone, signal: AbortSignal): Promise<Source> {
    const target = clone.remote.name;
    const source: Source = {
      upstream: { remote: target, ref: headRef(key.iid) },
      into: `refs/remotes/${target}/merge-requests/${key.iid}`,
    };
    await this.#fetch(clone.repository, source, signal);
    return source;
  }

  #fetch(repository: string, { upstream, into }: Source, signal: AbortSignal): Promise<void> {
    return orAborted(this.#git.fetch(repository, upstream.remote, upstream.ref, into), signal);
  }

  /** The first name that is free or whose branch matches. Branches that don't match are never used. */
  async #localBranch(
    { repository }: Clone,
    names: readonly string[],
    wanted: Wanted,
  ): Promise<LocalBranch | { readonly create: string }> {
    let last = '';
    for (const name of names) {
      const local = await this.#git.branch(repository, name);
      if (local === undefined) return { create: name };
      if (await this.#isOf(repository, local, wanted)) return local;
      last = name;
    }
    for (let number = 2; ; number++) {
      const name = `${last}-${number}`;
      const local = await this.#git.branch(repository, name);
      if (local === undefined) return { create: name };
      if (await this.#isOf(repository, local, wanted)) return local;
    }
  }

  async #isOf(
    repository: string,
    { sha, upstream: followed }: LocalBranch,
    { tip, upstream, mayAdopt }: Wanted,
  ): Promise<boolean> {
    if (followed !== undefined) return followed.remote === upstream.remote && followed.ref === upstream.ref;
    if (!mayAdopt) return false;
    return (
      sha === tip ||
      (await this.#git.isAncestor(repository, sha, tip)) ||
      (await this.#git.isAncestor(repository, tip, sha))
    );
  }
}
