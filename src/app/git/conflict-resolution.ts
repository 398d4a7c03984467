import { mergeMessage } from '../../domain/git/conflicts';
import type { StoredResolution as Stored } from '../../schemas/stored/conflict-resolution';
import { ChangesStashed, GitFailed, type GitPort, type LocalCommit, type Stash } from '../shared/git-port';
import type { CheckedOut } from './check-out';
import type { MergePort, MergeProgress, ResolveWay } from './merge-port';
import type { PreparedResolution } from './resolution-setup';
import type { ResolutionStore } from './resolution-store';

export interface ResolutionDeps {
  readonly git: GitPort;
  readonly merging: MergePort;
  readonly store: Pick<ResolutionStore, 'current' | 'set'>;
  /** Checks out a fetched branch and fast-forwards it. */
  readonly checkOut: {
    switchTo(fetched: PreparedResolution['fetched'], stashName: undefined): Promise<CheckedOut>;
  };
}

/** What is left to do. `ended`: the merge or rebase was aborted or undone outside of the extension. */
export type ResolutionState =
  | { readonly kind: 'conflicts'; readonly progress: MergeProgress }
  | { readonly kind: 'resolved'; readonly progress: MergeProgress }
  | { readonly kind: 'ready'; readonly sha: string }
  | { readonly kind: 'ended' };

/** What a push sends. `isForced`: it replaces `known` on the server. */
export interface ResolutionPush {
  readonly sha: string;
  readonly known: string;
  readonly isForced: boolean;
  /** Newest first, at most 100. */
  readonly commits: readonly LocalCommit[];
}

/** `rejected`: the branch has another commit on the server. `unknown`: neither is known. */
export type PushOutcome = 'pushed' | 'rejected' | 'unknown';

/** Where the user is after the end. `stash`: the stash that wasn't applied. */
export interface Returned {
  readonly branch: string | undefined;
  readonly stash: Stash | undefined;
}

/** Resolves the conflicts of a merge request by merging or rebasing in a clone. */
export class ConflictResolution {
  readonly #deps: ResolutionDeps;

  constructor(deps: ResolutionDeps) {
    this.#deps = deps;
  }

  /**
   * Checks out the branch and starts the merge or rebase. If that fails, everything is restored. Rejects with
   * `ChangesStashed` if that fails too.
   */
  async start(prepared: PreparedResolution, way: ResolveWay, stashName: string | undefined): Promise<void> {
    const { git, merging, store, checkOut } = this.#deps;
    const { repository } = prepared.resolution;
    let resolution: Stored = { ...prepared.resolution, way };
    await store.set(resolution);
    try {
      if (stashName !== undefined) {
        resolution = { ...resolution, stash: await git.stash(repository, stashName) };
        await store.set(resolution);
      }
      const { failure } = await checkOut.switchTo(prepared.fetched, undefined);
      if (failure !== undefined) throw failure;
      const local = await git.branch(repository, resolution.branch);
      resolution = { ...resolution, start: local?.sha };
      await store.set(resolution);
      const { target, branch } = resolution;
      if (way === 'rebase') await merging.rebase(repository, target.sha);
      else await merging.merge(repository, target.sha, mergeMessage(target.branch, branch));
    } catch (error) {
      try {
        await this.abort(resolution);
      } catch (failure) {
        // The stored state allows trying it again.
        const output = error instanceof GitFailed ? error.output : String(error);
        throw resolution.stash === undefined ? error : new ChangesStashed(output, resolution.stash, failure);
      }
      throw error;
    }
  }

  async state(resolution: Stored): Promise<ResolutionState> {
    const { git, merging } = this.#deps;
    const { repository, way, branch, target } = resolution;
    const progress = await merging.progress(repository);
    if (progress.operation === way && progress.branch === branch)
      return { kind: progress.unmerged.length > 0 ? 'conflicts' : 'resolved', progress };
    const local = await git.branch(repository, branch);
    if (local === undefined || !(await git.isAncestor(repository, target.sha, local.sha)))
      return { kind: 'ended' };
    return { kind: 'ready', sha: local.sha };
  }

  /** Commits the merge or continues the rebase, after all files are resolved. */
  async proceed(resolution: Stored): Promise<ResolutionState> {
    const state = await this.state(resolution);
    if (state.kind !== 'resolved') return state;
    await this.#deps.merging.proceed(resolution.repository, resolution.way);
    return this.state(resolution);
  }

  /** Returns what would be pushed. */
  async toPush({ repository, way, source, target }: Stored, sha: string): Promise<ResolutionPush> {
    const { git } = this.#deps;
    const isForced = !(await git.isAncestor(repository, source.sha, sha));
    const base = way === 'rebase' ? target.sha : source.sha;
    return { sha, known: source.sha, isForced, commits: await git.commitsBetween(repository, base, sha) };
  }

  /** Pushes once. If git reports a failure, the commit on the server shows whether it was received. */
  async push({ repository, branch, source }: Stored, push: ResolutionPush): Promise<PushOutcome> {
    const { merging } = this.#deps;
    const what = { remote: source.remote, from: branch, to: source.branch };
    try {
      if (push.isForced) await merging.forcePush(repository, { ...what, known: push.known });
      else await merging.pushTo(repository, what);
      return 'pushed';
    } catch (error) {
      const there = await this.#onServer(repository, source);
      if (there === push.sha) return 'pushed';
      if (there === undefined) return 'unknown';
      if (there !== push.known) return 'rejected';
      throw error;
    }
  }

  /** Returns the user to what was checked out before, with the stashed changes. */
  async finish(resolution: Stored): Promise<Returned> {
    const { git, store } = this.#deps;
    const { repository, branch, from, stash } = resolution;
    try {
      if (from.branch === branch) return { branch, stash };
      await git.checkout(repository, from.branch ?? from.sha);
      if (stash !== undefined) await git.unstash(repository, stash.sha);
      return { branch: from.branch, stash: undefined };
    } catch {
      return { branch: await git.current(repository), stash };
    } finally {
      await store.set(undefined);
    }
  }

  /** Restores the branches, HEAD, the index, and the files as they were before. */
  async abort({ repository, branch, before, from, way, stash }: Stored): Promise<void> {
    const { git, merging, store } = this.#deps;
    const progress = await merging.progress(repository);
    if (progress.operation === way && progress.branch === branch) await merging.abort(repository, way);
    const current = await git.current(repository);
    const head = await git.resolve(repository, 'HEAD');
    if (current !== from.branch || (from.branch === undefined && head !== from.sha))
      await git.checkout(repository, from.branch ?? from.sha);
    const local = await git.branch(repository, branch);
    if (local !== undefined && before === undefined) await git.deleteBranch(repository, local);
    else if (local !== undefined && before !== undefined && local.sha !== before)
      await merging.moveBranch(repository, local, before);
    // A stash that is missing was applied or dropped by the user.
    if (stash !== undefined) await git.unstash(repository, stash.sha);
    await store.set(undefined);
  }

  async #onServer(repository: string, { remote, branch }: Stored['source']): Promise<string | undefined> {
    const { git } = this.#deps;
    const into = `refs/remotes/${remote}/${branch}`;
    try {
      await git.fetch(repository, remote, `refs/heads/${branch}`, into);
      return await git.resolve(repository, into);
    } catch {
      return undefined;
    }
  }
}
