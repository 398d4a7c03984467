import type { Stash } from '../../domain/git/failure';
import type { GitOperation } from '../../domain/git/operation';
import type { GitRemote, Head } from './stores';

export {
  ChangesStashedError,
  GitFailedError,
  gitMessage,
  GitNotRunError,
  NotFetchedError,
  type Stash,
  UnsafeGitNameError,
} from '../../domain/git/failure';
export { isRemoteUrl, safeWritableRef, safePath, safeRef, safeRemote, safeSha } from '../../domain/git/names';
export type { GitRemote } from './stores';
export { isWorkingPath } from '../../domain/git/working-path';

/** An open clone. */
export interface GitClone {
  /** Identifies it in all other calls, like `Repository.id`; a URI as text. */
  readonly repository: string;
  /** Name of its folder, for display. */
  readonly name: string;
  /** Path of its folder in the file system. */
  readonly folder: string;
  readonly remotes: readonly GitRemote[];
  readonly head: Head | undefined;
  /** The local name of the checked-out branch; undefined if the head is detached. */
  readonly branch: string | undefined;
}

/** The upstream of a local branch: `{remote: 'origin', ref: 'refs/heads/main'}`. */
export interface Upstream {
  readonly remote: string;
  readonly ref: string;
}

/** A branch with the commit that it is at. */
export interface BranchAt {
  readonly name: string;
  readonly sha: string;
}

export interface LocalBranch {
  readonly name: string;
  readonly sha: string;
  readonly upstream: Upstream | undefined;
  /** Folder of the worktree in which it is checked out. */
  readonly worktree: string | undefined;
}

/** A commit with the paths that it changed. */
export interface LocalCommit {
  readonly sha: string;
  readonly subject: string;
  /** Without the subject; can be empty. */
  readonly body: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: readonly string[];
}

/** A commit with the first line of its message. */
export interface TitledCommit {
  readonly sha: string;
  readonly title: string;
}

/** The first line of a commit message, and the author of the commit. */
export interface CommitTitle {
  readonly title: string;
  readonly author: string;
}

/** A file that differs between two commits. `from` is its previous path if it was renamed. */
export interface FileDifference {
  readonly kind: 'added' | 'deleted' | 'changed';
  readonly path: string;
  readonly from: string;
}

/** The location of a file: a commit, and a path below the root. */
export interface CommittedPath {
  readonly sha: string;
  readonly path: string;
}

/** A file in a commit. */
export interface GitFile {
  /**
   * `100644`, `100755`, `120000` (symbolic link), `160000` (submodule: `id` is its commit, it has no bytes).
   */
  readonly mode: string;
  readonly id: string;
  readonly size: number;
  /** Undefined for a submodule, and for files above the size limit. */
  readonly bytes: Uint8Array | undefined;
}

/**
 * The git operations of the extension. Names from a server are validated before they are passed to git
 * (`UnsafeGitNameError`). Rejects with `GitFailedError` if git fails or the repository was closed.
 */
export interface GitPort {
  /** Open clones, that of the active editor first. Empty if git isn't supported. */
  clones(signal?: AbortSignal): Promise<readonly GitClone[]>;
  /** The remotes of a repository as git uses them: with settings such as `insteadOf`, and with included files. */
  effectiveRemotes(repository: string): Promise<readonly GitRemote[]>;
  /** True if tracked files have uncommitted changes. */
  isDirty(repository: string): Promise<boolean>;
  operation(repository: string): Promise<GitOperation | undefined>;
  hasCommit(repository: string, sha: string): Promise<boolean>;
  /** The commit that a ref or `<sha>^1` refers to; undefined if it doesn't exist. */
  resolve(repository: string, ref: string): Promise<string | undefined>;
  /** The first line of a commit message. */
  subject(repository: string, sha: string): Promise<string>;
  /** Titles and authors of commits, by SHA, with one git process. Omits commits that aren't in the clone. */
  commitTitles(
    repository: string,
    shas: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, CommitTitle>>;
  /** The newest commits of all branches whose title contains a text, ignoring case. */
  commitsWithTitle(
    repository: string,
    text: string,
    most: number,
    signal?: AbortSignal,
  ): Promise<readonly TitledCommit[]>;
  isAncestor(repository: string, ancestor: string, of: string): Promise<boolean>;
  /** The local name of the currently checked-out branch; undefined if the head is detached. */
  current(repository: string): Promise<string | undefined>;
  branch(repository: string, name: string): Promise<LocalBranch | undefined>;

  /** Fetches a ref into another one, which is overwritten, or only its commits. */
  fetch(repository: string, remote: string, ref: string, into?: string): Promise<void>;
  addRemote(repository: string, remote: GitRemote): Promise<void>;
  removeRemote(repository: string, name: string): Promise<void>;
  checkout(repository: string, branch: string): Promise<void>;
  /** Creates a branch at a commit without checking it out. */
  createBranch(repository: string, name: string, at: string): Promise<void>;
  setUpstream(repository: string, branch: string, upstream: Upstream): Promise<void>;
  /**
   * Deletes a branch even if it isn't merged. The caller must check that. Returns false, and deletes nothing, if the
   * branch is at another commit or is checked out.
   */
  deleteBranch(repository: string, branch: BranchAt): Promise<boolean>;
  /**
   * Fast-forwards the checked-out branch to a commit; fails if that isn't possible. `worktree`: the folder of another
   * worktree of the repository, whose branch is meant.
   */
  fastForward(repository: string, to: string, worktree?: string): Promise<void>;
  /**
   * Stashes uncommitted changes of tracked files. Rejects, and changes nothing, if git would delete untracked files in
   * place of tracked ones. Undefined if git stashed nothing. Rejects with `ChangesStashedError` if
   * git fails after that.
   */
  stash(repository: string, name: string): Promise<Stash | undefined>;
  /** Returns the stash with a name that only one stash has; undefined if the list doesn't contain it. */
  findStash(repository: string, name: string): Promise<Stash | undefined>;
  /**
   * Applies the stash with this commit, and removes it from the list of stashes. Returns false, and applies nothing, if
   * the list no longer contains it. If it can't be applied, it remains in the list.
   */
  unstash(repository: string, sha: string): Promise<boolean>;
  push(repository: string, remote: string, branch: string, setUpstream: boolean): Promise<void>;
  addWorktree(repository: string, folder: string, branch: string): Promise<void>;

  /** Commits of `head` that `base` doesn't have, newest first, at most `most` (100). */
  commitsBetween(
    repository: string,
    base: string,
    head: string,
    most?: number,
  ): Promise<readonly LocalCommit[]>;
  changedFiles(repository: string, from: string, to: string): Promise<readonly FileDifference[]>;
  /**
   * A file of a commit, with its bytes if it has at most `most`. Undefined if the commit isn't in the clone,
   * `none` if it doesn't have the file. Fetches nothing.
   */
  committedFile(
    repository: string,
    file: CommittedPath,
    most: number,
    signal?: AbortSignal,
  ): Promise<GitFile | 'none' | undefined>;
  /**
   * Blob IDs of files in commits, with one git process. Undefined for paths that aren't files, and for
   * commits that aren't in the clone. Fetches nothing.
   */
  blobIds(repository: string, files: readonly CommittedPath[]): Promise<readonly (string | undefined)[]>;
  /** Text of a file in the working tree, by its path below the root; undefined if it doesn't exist. */
  fileAt(repository: string, path: string): Promise<string | undefined>;
  /** The paths below the root that git ignores; never those of tracked files. */
  ignored(repository: string, paths: readonly string[]): Promise<readonly string[]>;
  /** Names of the files in a folder of the working tree; empty if it doesn't exist. */
  filesIn(repository: string, folder: string): Promise<readonly string[]>;
}

/** Git features that the editor shows. */
export interface GitShow {
  /** Opens the differences of two commits in one editor. Returns the number of shown and of all files. */
  changes(
    repository: string,
    title: string,
    from: string,
    to: string,
  ): Promise<{ readonly shown: number; readonly all: number }>;
  /** Opens a terminal at the root and enters a command without running it. */
  terminal(repository: string, name: string, command: string): Promise<void>;
  /** True if the path is a file or a folder that isn't empty. */
  isOccupied(path: string): Promise<boolean>;
  /** Opens a folder in a new window. */
  folder(path: string): Promise<void>;
}
