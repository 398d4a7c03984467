import type { ConflictingFile, UnmergedFile } from '../../domain/git/conflicts';
import type { BranchAt } from '../shared/git-port';

export {
  isSubmoduleMode,
  parseMergeTree,
  parseUnmerged,
  parseUnmergedIndex,
} from '../../domain/git/conflicts';
export type { ConflictingFile, UnmergedFile };

/** Ways to bring a source branch up to date with its target branch. */
export type ResolveWay = 'merge' | 'rebase';

/** The state of a merge or rebase in a clone, as git reports it. */
export interface MergeProgress {
  /** `other`: a cherry-pick, a revert, or applying patches. */
  readonly operation: ResolveWay | 'other' | undefined;
  /** The branch that is checked out or being rebased. */
  readonly branch: string | undefined;
  /** The commit that is being merged, or onto which the branch is being rebased. */
  readonly target: string | undefined;
  readonly unmerged: readonly UnmergedFile[];
  /** Paths whose conflicts were resolved since the operation stopped. */
  readonly resolved: readonly string[];
  /** The position of the current commit of a rebase. */
  readonly step: { readonly at: number; readonly of: number } | undefined;
}

/** A push of a commit to a branch of a remote, which is a name or URL. */
export interface CommitPush {
  readonly remote: string;
  readonly sha: string;
  readonly to: string;
}

/** `known`: the commit that the branch must have on the server to be replaced. */
export interface ForcedPush extends CommitPush {
  readonly known: string;
}

/** The side of a conflict. `ours` is that of HEAD: in a rebase, that of the target branch. */
export type ConflictSide = 'ours' | 'theirs';

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
  /**
   * Merges a commit into the checked-out branch without committing, and returns the files that conflict. Leaves the
   * merge in the worktree.
   */
  conflictsByMerging(repository: string, sha: string): Promise<readonly ConflictingFile[]>;
  /** True if the clone doesn't have the whole history. */
  isShallow(repository: string): Promise<boolean>;
  progress(repository: string): Promise<MergeProgress>;
  /** Merges a commit into the checked-out branch. Resolves if git stops because of conflicts. */
  merge(repository: string, sha: string, message: string): Promise<void>;
  /** Rebases the checked-out branch onto a commit. Resolves if git stops because of conflicts. */
  rebase(repository: string, onto: string): Promise<void>;
  /** Commits the merge. */
  commitMerge(repository: string, message: string): Promise<void>;
  /** Continues the rebase. Resolves if git stops because of further conflicts. */
  continueRebase(repository: string): Promise<void>;
  abort(repository: string, way: ResolveWay): Promise<void>;
  parentsOf(repository: string, sha: string): Promise<readonly string[]>;
  /** The commit onto which a branch was rebased, if that was its last change. */
  lastRebasedOnto(repository: string, branch: string): Promise<string | undefined>;
  /** Resets a branch to a commit. Keeps uncommitted changes, and fails if they prevent it. */
  moveBranch(repository: string, branch: BranchAt, to: string): Promise<void>;
  /** Stages files as they are in the working tree. */
  stage(repository: string, paths: readonly string[]): Promise<void>;
  /** Replaces a file that has conflicts with one of its versions, which may be that it is deleted. */
  take(repository: string, file: UnmergedFile, side: ConflictSide): Promise<void>;
  /** Stages a file as it is in the working tree, executable or not as on a side. */
  takeMode(repository: string, file: UnmergedFile, side: ConflictSide): Promise<void>;
  /** The paths with conflict markers, in the working tree or in the index. */
  withMarkers(
    repository: string,
    paths: readonly string[],
    where: 'files' | 'index',
  ): Promise<readonly string[]>;
  /** Tracked files that differ from the index, without those with conflicts. */
  unstaged(repository: string): Promise<readonly string[]>;
  isBinary(repository: string, file: UnmergedFile): Promise<boolean>;
  /** True if both sides are UTF-8. An editor would damage other text when it saves it. */
  isUtf8(repository: string, file: UnmergedFile): Promise<boolean>;
  /** Pushes a commit to a branch, which is only fast-forwarded. */
  pushTo(repository: string, push: CommitPush): Promise<void>;
  /** Replaces a branch on the server, only if it still has the known commit. */
  forcePush(repository: string, push: ForcedPush): Promise<void>;
}

/** A branch, and a commit that it is at. */
export interface WorktreeBranch {
  readonly branch: string;
  readonly sha: string;
}

/**
 * Which files are written to a worktree. `clone`: the same files as in the clone. `few`: only files at the root and
 * attributes, which is enough to merge; git adds files with conflicts.
 */
export type WorktreeFiles = 'clone' | 'few';

/**
 * Worktrees that only the extension knows, for resolving conflicts. They share the commits with a clone, but git can't
 * change the clone in them.
 */
export interface Worktrees {
  newId(): string;
  /** Identifies the worktree in calls of `MergePort` and `GitPort`, like `GitClone.repository`. */
  repositoryOf(id: string): string;
  exists(id: string): Promise<boolean>;
  /** Creates a worktree with a branch that is checked out. Replaces one with the same ID. */
  create(clone: string, id: string, branch: WorktreeBranch, files?: WorktreeFiles): Promise<void>;
  /** Copies the commits of a branch to the clone, without a branch there. */
  deliver(id: string, branch: WorktreeBranch, clone: string): Promise<void>;
  /** Deletes a worktree with everything in it. */
  remove(id: string): Promise<void>;
}
