import type { ConflictingFile, UnmergedFile } from '../../domain/git/conflicts';
import type { BranchAt } from '../shared/git-port';

export { parseMergeTree, parseUnmerged } from '../../domain/git/conflicts';
export type { ConflictingFile, UnmergedFile };

/** Ways to bring a source branch up to date with its target branch. */
export type ResolveWay = 'merge' | 'rebase';

/** The state of a merge or rebase in a clone, as git reports it. */
export interface MergeProgress {
  /** `other`: a cherry-pick, a revert, or applying patches. */
  readonly operation: ResolveWay | 'other' | undefined;
  /** The branch that is checked out or being rebased. */
  readonly branch: string | undefined;
  readonly unmerged: readonly UnmergedFile[];
  /** Paths whose conflicts were resolved since the operation stopped. */
  readonly resolved: readonly string[];
  /** The position of the current commit of a rebase. */
  readonly step: { readonly at: number; readonly of: number } | undefined;
}

/** What to push where. `known`: the commit that the branch must have on the server to be replaced. */
export interface ForcedPush {
  readonly remote: string;
  readonly from: string;
  readonly to: string;
  readonly known: string;
}

/**
 * The git operations for merging and rebasing. Like `GitPort`, it validates names and commits before passing
 * them to git.
 */
export interface MergePort {
  /**
   * The files that conflict if two commits are merged, without changing the clone; `unsupported` by Git before
   * 2.38. The order determines the reasons.
   */
  conflictsBetween(
    repository: string,
    source: string,
    target: string,
    signal?: AbortSignal,
  ): Promise<readonly ConflictingFile[] | 'unsupported'>;
  progress(repository: string): Promise<MergeProgress>;
  /** Local branches and their commits. */
  branches(repository: string): Promise<ReadonlyMap<string, string>>;
  /** Merges a commit into the checked-out branch. Resolves if git stops because of conflicts. */
  merge(repository: string, sha: string, message: string): Promise<void>;
  /** Rebases the checked-out branch onto a commit. Resolves if git stops because of conflicts. */
  rebase(repository: string, onto: string): Promise<void>;
  /** Commits the merge, or continues the rebase. Resolves if git stops because of further conflicts. */
  proceed(repository: string, way: ResolveWay): Promise<void>;
  abort(repository: string, way: ResolveWay): Promise<void>;
  /** Resets a branch to a commit. Keeps uncommitted changes, and fails if they prevent it. */
  moveBranch(repository: string, branch: BranchAt, to: string): Promise<void>;
  /** Stages files as they are in the working tree. */
  stage(repository: string, paths: readonly string[]): Promise<void>;
  /** Replaces a file that has conflicts with one of its versions, which may be that it is deleted. */
  take(repository: string, file: UnmergedFile, side: 'ours' | 'theirs'): Promise<void>;
  /** The paths with conflict markers, in the working tree or in the index. */
  withMarkers(
    repository: string,
    paths: readonly string[],
    where: 'files' | 'index',
  ): Promise<readonly string[]>;
  /** Tracked files that differ from the index, without those with conflicts. */
  unstaged(repository: string): Promise<readonly string[]>;
  isBinary(repository: string, file: UnmergedFile): Promise<boolean>;
  /** Pushes a branch to a branch with another name or of another remote. */
  pushTo(repository: string, push: Omit<ForcedPush, 'known'>): Promise<void>;
  /** Replaces a branch on the server, only if it still has the known commit. */
  forcePush(repository: string, push: ForcedPush): Promise<void>;
}
