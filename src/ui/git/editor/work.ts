import type { Uri } from 'vscode';
import {
  type BranchAt,
  type CommittedPath,
  type CommitTitle,
  type FileDifference,
  type GitClone,
  type GitFile,
  GitNotRunError,
  type GitPort,
  type GitRemote,
  isRemoteUrl,
  type LocalBranch,
  type LocalCommit,
  safeRef,
  safeRemote,
  safeSha,
  safeWritableRef,
  type Stash,
  type TitledCommit,
  type Upstream,
} from '../../../app/shared/git-port';
import { t } from '../../../base/localize';
import type { GitOperation } from '../../../domain/git/operation';
import { type GitRepository, remotesOf, toRepository } from './api';
import { deleteBranchAt } from './branches';
import { effectiveRemotes } from './effective-remotes';
import { blobIds, commitsWithTitle, committedFile, commitTitles } from './files';
import { operationIn } from './merge-state';
import {
  type GitTransfer,
  type OpenRepository,
  openRepository,
  type RepositoryAccess,
} from './open-repository';
import type { RunGit } from './program';
import {
  changedFiles,
  commitsBetween,
  currentBranch,
  ignoredPaths,
  isAncestor,
  isDirty,
  localBranch,
  resolveRef,
} from './reading';
import { createStash, findStash, popStash } from './stashes';

/** The parts of VS Code that `GitWork` needs. */
export interface GitWorkDeps extends RepositoryAccess {
  /** The file in the active editor. */
  readonly activeFile: () => Uri | undefined;
  /** Returns the text of a file below a folder; undefined if it doesn't exist. */
  readonly read: (folder: Uri, path: string) => Promise<string | undefined>;
  readonly list: (folder: Uri, path: string) => Promise<readonly string[]>;
}

const MAX_COMMITS = 100;

/**
 * Uses the built-in Git extension, which can ask for passwords and shows changes. Runs git directly only for features that
 * the extension's API doesn't have, and with the tokens of accounts.
 */
export class GitWork implements GitPort {
  readonly #deps: GitWorkDeps;

  constructor(deps: GitWorkDeps) {
    this.#deps = deps;
  }

  async clones(signal?: AbortSignal): Promise<readonly GitClone[]> {
    const api = await this.#deps.connect();
    signal?.throwIfAborted();
    if (api === undefined) return [];
    const file = this.#deps.activeFile();
    const active = file === undefined ? null : api.getRepository(file);
    return [...api.repositories]
      .sort((a, b) => Number(isSame(b, active)) - Number(isSame(a, active)))
      .map((repository) => {
        const { id, name, head } = toRepository(repository);
        const { rootUri, state } = repository;
        const remotes = remotesOf(repository);
        return { repository: id, name, folder: rootUri.fsPath, remotes, head, branch: state.HEAD?.name };
      });
  }

  effectiveRemotes(repository: string): Promise<readonly GitRemote[]> {
    return effectiveRemotes(this.#deps, repository);
  }

  isDirty(repository: string): Promise<boolean> {
    return this.#read(repository, isDirty);
  }

  async hasCommit(repository: string, sha: string): Promise<boolean> {
    return (await this.#read(repository, (git) => resolveRef(git, safeSha(sha)))) !== undefined;
  }

  resolve(repository: string, ref: string): Promise<string | undefined> {
    return this.#read(repository, (git) => resolveRef(git, ref));
  }

  subject(repository: string, sha: string): Promise<string> {
    return this.#extension(repository, async (git) => {
      const { message } = await git.getCommit(safeSha(sha));
      return message.split('\n', 1)[0] ?? '';
    });
  }

  async commitTitles(
    repository: string,
    shas: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, CommitTitle>> {
    const { bytes } = await this.#open(repository);
    return commitTitles(bytes, shas, signal);
  }

  async commitsWithTitle(
    repository: string,
    text: string,
    most: number,
    signal?: AbortSignal,
  ): Promise<readonly TitledCommit[]> {
    const { bytes } = await this.#open(repository);
    return commitsWithTitle(bytes, text, most, signal);
  }

  async operation(repository: string): Promise<GitOperation | undefined> {
    const { read, folder } = await this.#open(repository);
    return operationIn(read, folder);
  }

  isAncestor(repository: string, ancestor: string, of: string): Promise<boolean> {
    return this.#read(repository, (git) => isAncestor(git, ancestor, of));
  }

  current(repository: string): Promise<string | undefined> {
    return this.#read(repository, currentBranch);
  }

  branch(repository: string, name: string): Promise<LocalBranch | undefined> {
    return this.#read(repository, (git) => localBranch(git, name));
  }

  async fetch(repository: string, remote: string, ref: string, into?: string): Promise<void> {
    const what = into === undefined ? safeRef(ref) : `+${safeRef(ref)}:${safeWritableRef(into)}`;
    const from = { remote: safeRemote(remote), ref: what };
    await this.#transfer(repository, {
      remote,
      command: ['fetch'],
      refs: what,
      extension: (git) => git.fetch(from),
    });
  }

  addRemote(repository: string, { name, url }: GitRemote): Promise<void> {
    if (!isRemoteUrl(url)) throw new GitNotRunError(t("The URL of the fork isn't a valid repository URL."));
    return this.#extension(repository, (git) => git.addRemote(safeRef(name), url));
  }

  removeRemote(repository: string, name: string): Promise<void> {
    return this.#extension(repository, (git) => git.removeRemote(safeRef(name)));
  }

  checkout(repository: string, branch: string): Promise<void> {
    return this.#extension(repository, (git) => git.checkout(safeRef(branch)));
  }

  createBranch(repository: string, name: string, at: string): Promise<void> {
    return this.#extension(repository, (git) => git.createBranch(safeRef(name), false, safeRef(at)));
  }

  setUpstream(repository: string, branch: string, { remote, ref }: Upstream): Promise<void> {
    return this.#extension(repository, async (git) => {
      await git.setConfig(`branch.${safeRef(branch)}.remote`, safeRef(remote));
      await git.setConfig(`branch.${branch}.merge`, safeRef(ref));
    });
  }

  deleteBranch(repository: string, branch: BranchAt): Promise<boolean> {
    return this.#refreshing(repository, (git) => deleteBranchAt(git, branch));
  }

  push(repository: string, remote: string, branch: string, setUpstream: boolean): Promise<void> {
    const [to, what] = [safeRef(remote), safeRef(branch)];
    return this.#transfer(repository, {
      remote: to,
      command: ['push', ...(setUpstream ? ['--set-upstream'] : [])],
      refs: what,
      extension: (git) => git.push(to, what, setUpstream),
    });
  }

  fastForward(repository: string, to: string, worktree?: string): Promise<void> {
    const where = worktree === undefined ? [] : ['-C', worktree];
    return this.#change(repository, [...where, 'merge', '--ff-only', '--quiet', safeRef(to)]);
  }

  stash(repository: string, name: string): Promise<Stash | undefined> {
    return this.#refreshing(repository, (git) => createStash(git, name));
  }

  findStash(repository: string, name: string): Promise<Stash | undefined> {
    return this.#read(repository, (read) => findStash({ read }, name));
  }

  unstash(repository: string, sha: string): Promise<boolean> {
    return this.#refreshing(repository, (git) => popStash(git, safeSha(sha)));
  }

  addWorktree(repository: string, folder: string, branch: string): Promise<void> {
    return this.#change(repository, ['worktree', 'add', '--quiet', '--', folder, safeRef(branch)]);
  }

  commitsBetween(
    repository: string,
    base: string,
    head: string,
    most = MAX_COMMITS,
  ): Promise<readonly LocalCommit[]> {
    return this.#read(repository, (git) => commitsBetween(git, base, head, most));
  }

  changedFiles(repository: string, from: string, to: string): Promise<readonly FileDifference[]> {
    return this.#read(repository, (git) => changedFiles(git, from, to));
  }

  async committedFile(
    repository: string,
    file: CommittedPath,
    most: number,
    signal?: AbortSignal,
  ): Promise<GitFile | 'none' | undefined> {
    const { bytes } = await this.#open(repository);
    return committedFile(bytes, file, most, signal);
  }

  async blobIds(
    repository: string,
    files: readonly CommittedPath[],
  ): Promise<readonly (string | undefined)[]> {
    const { bytes } = await this.#open(repository);
    return blobIds(bytes, files);
  }

  async fileAt(repository: string, path: string): Promise<string | undefined> {
    const root = await this.#extension(repository, ({ rootUri }) => Promise.resolve(rootUri));
    return this.#deps.read(root, path);
  }

  ignored(repository: string, paths: readonly string[]): Promise<readonly string[]> {
    return this.#read(repository, (git) => ignoredPaths(git, paths));
  }

  async filesIn(repository: string, folder: string): Promise<readonly string[]> {
    const root = await this.#extension(repository, ({ rootUri }) => Promise.resolve(rootUri));
    return this.#deps.list(root, folder);
  }

  #open(repository: string): Promise<OpenRepository> {
    return openRepository(this.#deps, repository);
  }

  async #transfer(repository: string, transfer: GitTransfer): Promise<void> {
    await (await this.#open(repository)).transfer(transfer);
  }

  async #extension<T>(repository: string, work: (git: GitRepository) => Promise<T>): Promise<T> {
    const { extension } = await this.#open(repository);
    return extension(work);
  }

  async #read<T>(repository: string, work: (run: RunGit) => Promise<T>): Promise<T> {
    const { read } = await this.#open(repository);
    return work(read);
  }

  #change(repository: string, args: readonly string[]): Promise<void> {
    return this.#refreshing(repository, async ({ change }) => {
      await change(args);
    });
  }

  /** Runs git to make changes, then refreshes the Git extension, also after a failure. */
  async #refreshing<T>(repository: string, work: (git: OpenRepository) => Promise<T>): Promise<T> {
    const open = await this.#open(repository);
    try {
      return await work(open);
    } finally {
      await open.refresh();
    }
  }
}

const isSame = (repository: GitRepository, other: GitRepository | null): boolean =>
  repository.rootUri.toString() === other?.rootUri.toString();
