import { ignoreError } from '../../base/background';
import { mergeMessage } from '../../domain/git/conflicts';
import type { StoredResolution as Stored } from '../../schemas/stored/conflict-resolution';
import type { GitPort, LocalCommit } from '../shared/git-port';
import type { MergePort, MergeProgress, ResolveWay, Worktrees } from './merge-port';
import type { PreparedResolution } from './resolution-setup';
import type { ResolutionStore } from './resolution-store';

export interface ResolutionDeps {
  readonly git: GitPort;
  readonly merging: MergePort;
  readonly worktrees: Worktrees;
  readonly store: Pick<ResolutionStore, 'current' | 'set'>;
}

/**
 * The steps that are left. `interrupted`: the merge or rebase hasn't started, or no longer exists, and can be started again.
 * `ended`: it was aborted or undone in the checkout, outside of the extension, or another merge or rebase is under way there.
 */
export type ResolutionState =
  | { readonly kind: 'conflicts'; readonly progress: MergeProgress }
  | { readonly kind: 'resolved'; readonly progress: MergeProgress }
  | { readonly kind: 'ready'; readonly sha: string }
  | { readonly kind: 'interrupted' | 'ended' };

/** Content of a push. `isForced`: it replaces `known` on the server. */
export interface ResolutionPush {
  readonly sha: string;
  readonly known: string;
  readonly isForced: boolean;
  /** Newest first, at most 100. */
  readonly commits: readonly LocalCommit[];
}

/** The result of an abort. `left`: the branch isn't changed, because it has commits or an operation of the user. */
export type AbortOutcome = 'restored' | 'left';

/** `rejected`: the branch has another commit on the server. `unknown`: neither is known. */
export type PushOutcome = 'pushed' | 'rejected' | 'unknown';

/** Resolves the conflicts of a merge request by merging or rebasing, in a worktree of the extension or in the checkout. */
export class ConflictResolution {
  readonly #deps: ResolutionDeps;

  constructor(deps: ResolutionDeps) {
    this.#deps = deps;
  }

  /** Identifies the repository with the conflicts in calls of `MergePort` and `GitPort`. */
  repositoryOf({ repository, place }: Stored): string {
    return place.kind === 'worktree' ? this.#deps.worktrees.repositoryOf(place.id) : repository;
  }

  /** Starts the merge or rebase. If that fails, everything is restored. */
  async start({ resolution }: PreparedResolution, way: ResolveWay): Promise<void> {
    await this.restart({ ...resolution, way });
  }

  /** Starts the merge or rebase from the beginning. */
  async restart(resolution: Stored): Promise<void> {
    const { git, merging, store, worktrees } = this.#deps;
    const { repository, place, source, target, way, branch } = resolution;
    await store.set(resolution);
    try {
      if (place.kind === 'worktree')
        await worktrees.create(repository, place.id, { branch, sha: source.sha });
      // A local branch with further commits remains as it is.
      else if (!(await git.isAncestor(repository, source.sha, place.before)))
        await git.fastForward(repository, source.sha);
      const at = this.repositoryOf(resolution);
      if (way === 'rebase') await merging.rebase(at, target.sha);
      else await merging.merge(at, target.sha, mergeMessage(target.branch, source.branch, []));
    } catch (error) {
      await this.abort(resolution);
      throw error;
    }
    if (place.kind === 'worktree') await store.set({ ...resolution, place: { ...place, isStarted: true } });
  }

  async state(resolution: Stored): Promise<ResolutionState> {
    const { git, merging, worktrees } = this.#deps;
    const { branch, target, place } = resolution;
    if (place.kind === 'worktree' && !(place.isStarted && (await worktrees.exists(place.id))))
      return { kind: 'interrupted' };
    const at = this.repositoryOf(resolution);
    const progress = await merging.progress(at);
    if (isUnderWay(resolution, progress))
      return { kind: progress.unmerged.length > 0 ? 'conflicts' : 'resolved', progress };
    const isOther = place.kind === 'checkout' && isOtherOn(resolution, progress);
    const local = isOther ? undefined : await git.branch(at, branch);
    if (local !== undefined && (await git.isAncestor(at, target.sha, local.sha)))
      return { kind: 'ready', sha: local.sha };
    return { kind: place.kind === 'worktree' ? 'interrupted' : 'ended' };
  }

  /** Commits the merge or continues the rebase, after all files are resolved. */
  async proceed(resolution: Stored): Promise<ResolutionState> {
    const { merging } = this.#deps;
    const state = await this.state(resolution);
    if (state.kind !== 'resolved') return state;
    const { source, target, way } = resolution;
    const at = this.repositoryOf(resolution);
    const { resolved } = state.progress;
    if (way === 'rebase') await merging.continueRebase(at);
    else await merging.commitMerge(at, mergeMessage(target.branch, source.branch, resolved));
    return this.state(resolution);
  }

  /** Returns what would be pushed. */
  async toPush(resolution: Stored, sha: string): Promise<ResolutionPush> {
    const { git } = this.#deps;
    const { way, source, target } = resolution;
    const at = this.repositoryOf(resolution);
    const isForced = !(await git.isAncestor(at, source.sha, sha));
    const base = way === 'rebase' ? target.sha : source.sha;
    return { sha, known: source.sha, isForced, commits: await git.commitsBetween(at, base, sha) };
  }

  /**
   * Pushes once, from the clone, so that its remotes and credentials are used. If git reports a failure, the commit on
   * the server shows whether it was received.
   */
  async push({ repository, place, branch, source }: Stored, push: ResolutionPush): Promise<PushOutcome> {
    const { merging, worktrees } = this.#deps;
    const { sha, known } = push;
    const what = { remote: source.remote, sha, to: source.branch };
    if (place.kind === 'worktree') await worktrees.deliver(place.id, { branch, sha }, repository);
    try {
      if (push.isForced) await merging.forcePush(repository, { ...what, known });
      else await merging.pushTo(repository, what);
      return 'pushed';
    } catch (error) {
      const there = await this.#onServer(repository, source);
      if (there === sha) return 'pushed';
      if (there === undefined) return 'unknown';
      if (there !== known) return 'rejected';
      throw error;
    }
  }

  /** Ends resolving the conflicts after the push. */
  async finish({ place }: Stored): Promise<void> {
    const { store, worktrees } = this.#deps;
    await store.set(undefined);
    if (place.kind === 'worktree') await worktrees.remove(place.id);
  }

  /**
   * Restores the branch, HEAD, the index, and the files as they were before. Undoes only what the extension made: other
   * commits, and another merge or rebase, are left as they are.
   */
  async abort(resolution: Stored): Promise<AbortOutcome> {
    const { merging, store, worktrees } = this.#deps;
    const { repository, place, way } = resolution;
    let outcome: AbortOutcome = 'restored';
    if (place.kind === 'worktree') await worktrees.remove(place.id);
    else {
      const progress = await merging.progress(repository);
      if (isUnderWay(resolution, progress)) await merging.abort(repository, way);
      outcome = isOtherOn(resolution, progress) ? 'left' : await this.#moveBack(resolution, place.before);
    }
    await store.set(undefined);
    return outcome;
  }

  /** Stops following a resolution that was ended outside of the extension. Changes nothing in the checkout. */
  async forget(): Promise<void> {
    await this.#deps.store.set(undefined);
  }

  /** Returns the commits that an abort discards, newest first, at most 100. */
  async discarded(resolution: Stored): Promise<readonly LocalCommit[]> {
    const { git, merging } = this.#deps;
    const { repository, branch, place, target, way } = resolution;
    if (place.kind === 'worktree') return [];
    if (isUnderWay(resolution, await merging.progress(repository)))
      return way === 'rebase' ? git.commitsBetween(repository, target.sha, 'HEAD') : [];
    const local = await git.branch(repository, branch);
    const isMade = local !== undefined && (await this.#isMade(resolution, local.sha));
    return isMade ? git.commitsBetween(repository, place.before, local.sha) : [];
  }

  async #moveBack(resolution: Stored, before: string): Promise<AbortOutcome> {
    const { git, merging } = this.#deps;
    const { repository, branch } = resolution;
    const local = await git.branch(repository, branch);
    if (local === undefined || local.sha === before) return 'restored';
    if (!(await this.#isMade(resolution, local.sha))) return 'left';
    await merging.moveBranch(repository, local, before);
    return 'restored';
  }

  /** True if the extension has moved the checked-out branch to this commit, and nothing was added to it. */
  async #isMade(resolution: Stored, sha: string): Promise<boolean> {
    const { merging } = this.#deps;
    const { repository, branch, place, source, target, way } = resolution;
    if (place.kind !== 'checkout') return false;
    // The branch was fast-forwarded at the start.
    if (sha === source.sha) return true;
    if (way === 'rebase') return (await merging.lastRebasedOnto(repository, branch)) === target.sha;
    const [first = '', second, ...others] = await merging.parentsOf(repository, sha);
    return second === target.sha && others.length === 0 && [place.before, source.sha].includes(first);
  }

  async #onServer(
    repository: string,
    { remote, branch, into }: Stored['source'],
  ): Promise<string | undefined> {
    const { git } = this.#deps;
    try {
      await git.fetch(repository, remote, `refs/heads/${branch}`, into);
      return await git.resolve(repository, into);
    } catch (error) {
      ignoreError(error);
      return undefined;
    }
  }
}

/** True if git is running the merge or rebase of this resolution, and not another one. */
const isUnderWay = ({ way, branch, target }: Stored, progress: MergeProgress): boolean =>
  progress.operation === way && progress.branch === branch && progress.target === target.sha;

/** True if git is running something else on the branch, which the user started. */
const isOtherOn = (resolution: Stored, progress: MergeProgress): boolean =>
  progress.operation !== undefined &&
  progress.branch === resolution.branch &&
  !isUnderWay(resolution, progress);
