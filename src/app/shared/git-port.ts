import type { Head } from './stores';

export { GitFailed, gitMessage, UnsafeGitName } from '../../domain/git/failure';
export { safeGoal, safePath, safeRef, safeSha } from '../../domain/git/names';
export { isWorkingPath } from '../../domain/git/working-path';

export interface GitRemote {
  readonly name: string;
  readonly url: string;
}

/** A clone that is open in the editor. */
export interface GitClone {
  /** Names it in every other call, as `Repository.id` does; an address as text. */
  readonly repository: string;
  /** Name of its folder, to show. */
  readonly name: string;
  /** Path of its folder on the disk. */
  readonly folder: string;
  readonly remotes: readonly GitRemote[];
  readonly head: Head | undefined;
  /** The local name of the checked out branch; undefined where the head is detached. */
  readonly branch: string | undefined;
}

/** What a local branch follows: `{remote: 'origin', ref: 'refs/heads/main'}`. */
export interface Upstream {
  readonly remote: string;
  readonly ref: string;
}

export interface LocalBranch {
  readonly name: string;
  readonly sha: string;
  readonly upstream: Upstream | undefined;
  /** Folder of the worktree in which it is checked out, this one or another. */
  readonly worktree: string | undefined;
}

/** A commit with the paths that it changed. */
export interface LocalCommit {
  readonly sha: string;
  readonly subject: string;
  /** Without the subject; empty for none. */
  readonly body: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: readonly string[];
}

/** The first line of a commit's message, and who wrote the commit. */
export interface CommitTitle {
  readonly title: string;
  readonly author: string;
}

/** One file that differs between two commits; `from` is its path before where it was renamed. */
export interface FileDifference {
  readonly kind: 'added' | 'deleted' | 'changed';
  readonly path: string;
  readonly from: string;
}

/** Where a file is: in a commit, at a path below its root. */
export interface CommittedPath {
  readonly sha: string;
  readonly path: string;
}

/** A file as a commit holds it. */
export interface GitFile {
  /** `100644`, `100755`, `120000` (a link), `160000` (a submodule: `id` is its commit, there are no bytes). */
  readonly mode: string;
  readonly id: string;
  readonly size: number;
  /** Undefined for a submodule, and where there are more than was asked for. */
  readonly bytes: Uint8Array | undefined;
}

/**
 * What the extension asks of git. Every name from a server is checked before git sees it (`UnsafeGitName`); what git
 * refuses ends in `GitFailed`. A repository that was closed meanwhile ends in `GitFailed` too.
 */
export interface GitPort {
  /** Clones that are open, the one of the active editor first. Empty where there is no git support. */
  clones(signal?: AbortSignal): Promise<readonly GitClone[]>;
  /** True where tracked files hold changes that are not committed. */
  isDirty(repository: string): Promise<boolean>;
  hasCommit(repository: string, sha: string): Promise<boolean>;
  /** The commit that a ref or `<sha>^1` names; undefined for none. */
  resolve(repository: string, ref: string): Promise<string | undefined>;
  /** The first line of a commit's message. */
  subject(repository: string, sha: string): Promise<string>;
  /** Title and author of commits, by SHA, with one run of git; nothing for commits that aren't in the clone. */
  commitTitles(
    repository: string,
    shas: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, CommitTitle>>;
  isAncestor(repository: string, ancestor: string, of: string): Promise<boolean>;
  /** What is checked out at this moment, by its local name; undefined where the head is detached. */
  current(repository: string): Promise<string | undefined>;
  branch(repository: string, name: string): Promise<LocalBranch | undefined>;

  /** Fetches a ref into another one (which is moved there whatever it was), or only its commits. */
  fetch(repository: string, remote: string, ref: string, into?: string): Promise<void>;
  addRemote(repository: string, remote: GitRemote): Promise<void>;
  removeRemote(repository: string, name: string): Promise<void>;
  checkout(repository: string, branch: string): Promise<void>;
  /** Makes a branch at a commit, without switching to it. */
  createBranch(repository: string, name: string, at: string): Promise<void>;
  setUpstream(repository: string, branch: string, upstream: Upstream): Promise<void>;
  /** Deletes a branch, merged or not: the caller has looked. */
  deleteBranch(repository: string, name: string): Promise<void>;
  /** Moves the checked out branch forward to a commit; fails where that is no step forward. */
  fastForward(repository: string, to: string): Promise<void>;
  stash(repository: string, message: string): Promise<void>;
  unstash(repository: string): Promise<void>;
  push(repository: string, remote: string, branch: string, setUpstream: boolean): Promise<void>;
  addWorktree(repository: string, folder: string, branch: string): Promise<void>;

  /** Commits that `head` has and `base` has not, the newest first, at most `most` (100). */
  commitsBetween(
    repository: string,
    base: string,
    head: string,
    most?: number,
  ): Promise<readonly LocalCommit[]>;
  changedFiles(repository: string, from: string, to: string): Promise<readonly FileDifference[]>;
  /**
   * A file of a commit, of at most so many bytes. Undefined where the commit is not here, `none` where it has no such
   * file. Nothing is fetched for it.
   */
  committedFile(
    repository: string,
    file: CommittedPath,
    most: number,
    signal?: AbortSignal,
  ): Promise<GitFile | 'none' | undefined>;
  /**
   * Names of what files at commits hold, with one run of git; undefined for what is no file there, or a commit that is
   * not here. Nothing is fetched for it.
   */
  blobIds(repository: string, files: readonly CommittedPath[]): Promise<readonly (string | undefined)[]>;
  /** Text of a file of the working tree by its path below the root; undefined where there is none. */
  fileAt(repository: string, path: string): Promise<string | undefined>;
  /** Those of some paths below the root that git ignores: never a file that it tracks. */
  ignored(repository: string, paths: readonly string[]): Promise<readonly string[]>;
  /** Names of the files in a folder of the working tree; empty where there is none. */
  filesIn(repository: string, folder: string): Promise<readonly string[]>;
}

/** What of git is shown in the editor. */
export interface GitShow {
  /** Opens the differences of two commits as one editor. Gives how many files it shows, and of how many. */
  changes(
    repository: string,
    title: string,
    from: string,
    to: string,
  ): Promise<{ readonly shown: number; readonly all: number }>;
  /** Opens a terminal at the root with a command typed, but not run. */
  terminal(repository: string, name: string, command: string): Promise<void>;
  /** True where a file, or a folder that is not empty, is there already. */
  isTaken(path: string): Promise<boolean>;
  /** Opens a folder in a new window. */
  folder(path: string): Promise<void>;
}
