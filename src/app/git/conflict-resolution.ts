import { mergeMessage } from '../../domain/git/conflicts';
import type { StoredResolution as Stored } from '../../schemas/stored/conflict-resolution';
import { GitFailed, type GitPort, type LocalCommit } from '../shared/git-port';
import type { MergePort, MergeProgress, ResolveWay } from './merge-port';
import type { PreparedResolution } from './resolution-setup';
import type { ResolutionStore } from './resolution-store';

export interface ResolutionDeps {
  readonly git: GitPort;
  readonly merging: MergePort;
  readonly store: Pick<ResolutionStore, 'current' | 'set'>;
  /** Checks out a fetched branch and fast-forwards it. */
  readonly checkOut: { switchTo(fetched: PreparedResolution['fetched'], stash: undefined): Promise<string> };
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

/** Where the user is after the end. `stash`: the stash that couldn't be applied. */
export interface Returned {
  readonly branch: string | undefined;
  readonly stash: string | undefined;
}

/** Resolves the conflicts of a merge request by merging or rebasing in a clone. */
export class ConflictResolution {
  readonly #deps: ResolutionDeps;

  constructor(deps: ResolutionDeps) {
    this.#deps = deps;
  }

  /** Checks out the branch and starts the merge or rebase. If that fails, everything is restored. */
  async start(prepared: PreparedResolution, way: ResolveWay, stashName: string | undefined): Promise<void> {
    const { git, merging, store, checkOut } = this.#deps;
    const { repository } = prepared.resolution;
    let resolution: Stored = { ...prepared.resolution, way };
    await store.set(resolution);
    try {
      if (stashName !== undefined) {
        await git.stash(repository, stashName);
        const sha = await git.resolve(repository, 'refs/stash');
        if (sha === undefined) throw new GitFailed(stashName);
        resolution = { ...resolution, stash: { sha, name: stashName } };
        await store.set(resolution);
      }
      await checkOut.switchTo(prepared.fetched, undefined);
      const local = await git.branch(repository, resolution.branch);
      resolution = { ...resolution, start: local?.sha };
      await store.set(resolution);
      const { target, branch } = resolution;
      if (way === 'rebase') await merging.rebase(repository, target.sha);
      else await merging.merge(repository, target.sha, mergeMessage(target.branch, branch));
    } catch (error) {
      // If that fails too, the stored state allows trying it again.
      await this.abort(resolution).catch(() => undefined);
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
    const { git, merging, store } = this.#deps;
    const { repository, branch, from, stash } = resolution;
    await store.set(undefined);
    const here = { branch, stash: stash?.name };
    if (from.branch === branch) return here;
    try {
      await git.checkout(repository, from.branch ?? from.sha);
      if (stash !== undefined) await merging.restoreStash(repository, stash.sha);
      return { branch: from.branch, stash: undefined };
    } catch {
      return { branch: await git.current(repository), stash: stash?.name };
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
    if (local !== undefined && before === undefined) await git.deleteBranch(repository, branch);
    else if (local !== undefined && before !== undefined && local.sha !== before)
      await merging.moveBranch(repository, local, before);
    if (stash !== undefined) await merging.restoreStash(repository, stash.sha);
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
