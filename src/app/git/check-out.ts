import { isHead, remoteNameFor } from '../../domain/git/names';
import { parseRemote } from '../../domain/shared/remote-url';
import type { MergeRequest } from '../../schemas/merge-request';
import type { Project } from '../../schemas/project';
import {
  GitFailed,
  type GitPort,
  type LocalBranch,
  safeSha,
  UnsafeGitName,
  type Upstream,
} from '../shared/git-port';
import type { MergeRequestKey, ProjectKey } from '../shared/keys';
import { orAborted, stopIf } from './abortable';
import { branchNames, headRef, isOfFork, localBranchOf } from './branch-names';
import type { Clone, Clones } from './clones';

/** The branch of a merge request as it is in a clone now. Nothing was switched yet. */
export interface Fetched {
  readonly clone: Clone;
  readonly branch: string;
  /** What the server has. */
  readonly tip: string;
  /** Folder of another worktree in which the branch is checked out; undefined for none. */
  readonly elsewhere: string | undefined;
  readonly isCurrent: boolean;
}

/** `diverged`: the local branch holds commits that the server does not have, and was left as it is. */
export type CheckOutOutcome = 'switched' | 'up-to-date' | 'updated' | 'diverged';

interface Source {
  readonly upstream: Upstream;
  readonly into: string;
}

/** What a local branch has to be to count as the merge request's. */
interface Wanted {
  readonly tip: string;
  readonly upstream: Upstream;
  /** One that follows nothing is taken if its commits fit. */
  readonly mayAdopt: boolean;
}

/** Brings the branch of a merge request into a clone: of the same project, of a fork, or by the merge request's own ref. */
export class CheckOut {
  readonly #git: GitPort;
  readonly #clones: Clones;

  constructor(git: GitPort, clones: Clones) {
    this.#git = git;
    this.#clones = clones;
  }

  /** Clones that can take the branch: of the target project, else of the project that it comes from. */
  async clonesFor(
    key: MergeRequestKey,
    { source_project_id: source }: MergeRequest,
    signal?: AbortSignal,
  ): Promise<readonly Clone[]> {
    const found = await this.#clones.of(key, signal);
    if (found.length > 0 || source === null || source === undefined || source === key.project) return found;
    return this.#clones.of({ base: key.base, project: source }, signal);
  }

  /** Fetches the branch and makes or finds the local one. */
  async fetch(
    key: MergeRequestKey,
    mergeRequest: MergeRequest,
    clone: Clone,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const { into, upstream } = await this.#fetchSource(key, mergeRequest, clone, signal);
    stopIf(signal);
    const tip = await this.#git.resolve(clone.repository, into);
    if (tip === undefined) throw new GitFailed(`${upstream.remote} ${upstream.ref}`);
    const names = branchNames(mergeRequest, clone, upstream.remote);
    // In the clone of a fork its own remote has the branch. Elsewhere, one of a fork's name is the target's.
    const isHere = upstream.remote === clone.remote.name && upstream.ref !== headRef(mergeRequest.iid);
    return this.#local(clone, names, { tip, upstream, mayAdopt: isHere || !isOfFork(mergeRequest) }, signal);
  }

  /** The same for a branch of the project that the clone is of. */
  async fetchBranch(clone: Clone, branch: string, signal: AbortSignal): Promise<Fetched> {
    const { repository, remote } = clone;
    const upstream = { remote: remote.name, ref: `refs/heads/${branch}` };
    const into = `refs/remotes/${remote.name}/${branch}`;
    await this.#fetch(repository, { upstream, into }, signal);
    stopIf(signal);
    const tip = await this.#git.resolve(repository, into);
    if (tip === undefined) throw new GitFailed(`${upstream.remote} ${upstream.ref}`);
    const names = [branch, `${remote.name}/${branch}`];
    return this.#local(clone, names, { tip, upstream, mayAdopt: true }, signal);
  }

  /** Fetches a commit, by a tag that may lead to it, if the clone doesn't have it. */
  async fetchCommit(
    { repository, remote }: Clone,
    { sha, tag }: { readonly sha: string; readonly tag: string | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    if (await this.#git.hasCommit(repository, sha)) return;
    const ref = tag === undefined ? sha : `refs/tags/${tag}`;
    await orAborted(this.#git.fetch(repository, remote.name, ref), signal);
    if (!(await this.#git.hasCommit(repository, sha))) throw new GitFailed(`${remote.name} ${sha}`);
  }

  /** Checks out a commit without a branch; what is not committed is stashed first. */
  async detach({ repository }: Clone, sha: string, stash: string | undefined): Promise<void> {
    await this.#checkout(repository, safeSha(sha), stash);
  }

  /** Finds the local branch, or makes one. */
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

  /** True where changes that are not committed are in the way of a switch. */
  needsStash({ clone, isCurrent }: Fetched): Promise<boolean> {
    return isCurrent ? Promise.resolve(false) : this.#git.isDirty(clone.repository);
  }

  /** Switches to the branch and moves it forward to what the server has; what is not committed is stashed first. */
  async switchTo(fetched: Fetched, stash: string | undefined): Promise<CheckOutOutcome> {
    const { clone, branch, isCurrent } = fetched;
    const { repository } = clone;
    if (!isCurrent) await this.#checkout(repository, branch, stash);
    return this.#forward(fetched);
  }

  async #checkout(repository: string, to: string, stash: string | undefined): Promise<void> {
    if (stash !== undefined) await this.#git.stash(repository, stash);
    try {
      await this.#git.checkout(repository, to);
    } catch (error) {
      // What was put away comes back: nothing has happened then.
      if (stash !== undefined) await this.#git.unstash(repository);
      throw error;
    }
  }

  /** Puts the branch into a folder of its own, beside the clone. */
  async inWorktree({ clone, branch }: Fetched, folder: string): Promise<void> {
    await this.#git.addWorktree(clone.repository, folder, branch);
  }

  async #forward({ clone: { repository }, branch, tip, isCurrent }: Fetched): Promise<CheckOutOutcome> {
    const local = await this.#git.branch(repository, branch);
    if (local === undefined || local.sha === tip) return isCurrent ? 'up-to-date' : 'switched';
    if (await this.#git.isAncestor(repository, tip, local.sha)) return isCurrent ? 'up-to-date' : 'switched';
    if (!(await this.#git.isAncestor(repository, local.sha, tip))) return 'diverged';
    await this.#git.fastForward(repository, tip);
    return isCurrent ? 'updated' : 'switched';
  }

  async #fetchSource(
    key: MergeRequestKey,
    mergeRequest: MergeRequest,
    clone: Clone,
    signal: AbortSignal,
  ): Promise<Source> {
    const { repository } = clone;
    const named = await this.#sourceRemote(key, mergeRequest, clone, signal);
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
        if (isNew) await this.#git.removeRemote(repository, remote.name).catch(() => undefined);
        if (error instanceof UnsafeGitName || signal.aborted) throw error;
        // The branch may be gone, or the fork may not be read: the target has the commits all the same.
        if (!(error instanceof GitFailed)) throw error;
        return await this.#fetchHead(key, clone, signal).catch(() => {
          throw error;
        });
      }
    }
    return this.#fetchHead(key, clone, signal);
  }

  /** What a merge request offers is in the target's repository too, under a ref of its own. */
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

  async #sourceRemote(
    key: MergeRequestKey,
    { source_project_id: source, source_branch: branch }: MergeRequest,
    clone: Clone,
    signal: AbortSignal,
  ): Promise<{ readonly remote: { name: string; url: string }; readonly isNew: boolean } | undefined> {
    // A remote's HEAD stands for its main branch: a branch that is called so is fetched by the merge request's ref.
    if (branch === null || branch === undefined || source === null || isHead(branch)) return undefined;
    const { base } = key;
    if (source === undefined || source === key.project) return { remote: clone.remote, isNew: false };
    const from: ProjectKey = { base, project: source };
    const fork = await this.#clones.details(from, signal);
    if (fork === undefined) return undefined;
    const known = this.#clones.remoteFor(clone, { base, id: fork.id, path: fork.path_with_namespace });
    if (known !== undefined) return { remote: known, isNew: false };
    const url = addressLike(clone.remote.url, fork, base);
    if (url === undefined) return undefined;
    const taken = clone.remotes.map(({ name }) => name);
    return { remote: { name: remoteNameFor(fork.path_with_namespace, taken), url }, isNew: true };
  }

  /** The first name that is free, or whose branch is the wanted one; a branch of somebody else's is never taken. */
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

/** The fork's address in the form that the remote of the target has, on the same host: keys are known there. */
function addressLike(url: string, fork: Project, base: string): string | undefined {
  const like = parseRemote(url);
  const address = like?.transport === 'ssh' ? fork.ssh_url_to_repo : fork.http_url_to_repo;
  const parsed = address === null || address === undefined ? undefined : parseRemote(address);
  if (address === null || address === undefined || parsed === undefined) return undefined;
  return parsed.host === like?.host || parsed.host === new URL(base).hostname ? address : undefined;
}
