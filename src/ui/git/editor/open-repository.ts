import { GitFailedError, gitMessage, GitNotRunError, isRemoteUrl } from '../../../app/shared/git-port';
import { t } from '../../../base/localize';
import { requireRepository } from '../../shared/editor/git-runner';
import type { GitApi, GitRepository } from './api';
import type { GitRunner } from './credential-git';
import { type GitProgram, gitProgram } from './program';

/** The extension's errors contain git's output. */
function gitFailureOf(error: unknown): Error {
  if (!(error instanceof Error) || error.name === 'UnsafeGitNameError' || error instanceof GitFailedError) {
    return error instanceof Error ? error : new GitFailedError(String(error));
  }
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  return new GitFailedError(gitMessage(stderr) || error.message, error);
}

/** A repository that is open in the window, or the one of a worktree for resolving conflicts. */
export interface OpenRepository extends GitProgram {
  /**
   * Uses the Git extension, which can ask for passwords. Checks the repository first, because the extension's git
   * searches for one above the folder.
   */
  readonly extension: <T>(work: (git: GitRepository) => Promise<T>) => Promise<T>;
  /**
   * Runs `git fetch` or `git push` with the token of an account if one is for the server of the remote; otherwise, uses
   * the Git extension.
   */
  readonly transfer: (transfer: GitTransfer) => Promise<void>;
  /** Updates what is displayed of the repository after git was run. */
  readonly refresh: () => Promise<void>;
  /** The executable of git. */
  readonly program: string;
  /** Path of the working tree's root. For a worktree for resolving conflicts, the folder that contains `.git`. */
  readonly folder: string;
}

/** A fetch from a remote, or a push to it. `remote`: its name or URL. */
export interface GitTransfer {
  readonly remote: string;
  /** The command for git, without the remote and the refs. */
  readonly command: readonly ['fetch' | 'push', ...(readonly string[])];
  readonly refs: string;
  readonly extension: (git: GitRepository) => Promise<void>;
}

/** How repositories are opened. */
export interface RepositoryAccess {
  /** Undefined if the Git extension isn't available. */
  readonly connect: () => Promise<GitApi | undefined>;
  /** Undefined: git gets no tokens of accounts. */
  readonly runner?: GitRunner | undefined;
  /** Runs a push or fetch. Reads of the API that began before it may be outdated. */
  readonly aroundTransfer?: <T>(transfer: () => Promise<T>) => Promise<T>;
  /** Worktrees for resolving conflicts, which the Git extension doesn't know. */
  readonly worktrees?: ListedWorktrees | undefined;
}

/** Finds worktrees for resolving conflicts by their repository, a URI as text like `Repository.id`. */
export interface ListedWorktrees {
  /** The folder that contains `.git`; undefined for other repositories. */
  folderOf(repository: string): string | undefined;
  /** Reports that git was run. */
  changed(repository: string): void;
}

/** Returns an open repository. Rejects with `GitNotRunError` if it was closed, or its `.git` was deleted. */
export async function openRepository(access: RepositoryAccess, repository: string): Promise<OpenRepository> {
  const { aroundTransfer = (work) => work(), connect, runner, worktrees } = access;
  const api = await connect();
  const hidden = worktrees?.folderOf(repository);
  if (api !== undefined && worktrees !== undefined && hidden !== undefined) {
    await requireRepository(hidden);
    return {
      folder: hidden,
      program: api.git.path,
      extension: () => Promise.reject(notOpen()),
      transfer: () => Promise.reject(notOpen()),
      refresh: () => {
        worktrees.changed(repository);
        return Promise.resolve();
      },
      ...gitProgram(api.git.path, hidden, runner?.run),
    };
  }
  const git = api?.repositories.find(({ rootUri }) => rootUri.toString() === repository);
  if (api === undefined || git === undefined) throw notOpen();
  const folder = git.rootUri.fsPath;
  await requireRepository(folder);
  const programs = gitProgram(api.git.path, folder, runner?.run);
  const extension: OpenRepository['extension'] = async (work) => {
    await programs.read(['rev-parse', '--git-dir']);
    try {
      return await work(git);
    } catch (error) {
      throw gitFailureOf(error);
    }
  };
  const refresh = (): Promise<void> => extension((open) => open.status());
  const transferNow = async ({ remote, command, refs, extension: otherwise }: GitTransfer): Promise<void> => {
    const url = runner && (isRemoteUrl(remote) ? remote : await urlOf(programs, remote, command[0]));
    if (url === undefined || runner?.serves(url) !== true) return extension(otherwise);
    try {
      await programs.change([...command, '--quiet', '--', remote, refs]);
    } finally {
      await refresh();
    }
  };
  const transfer = (what: GitTransfer): Promise<void> => aroundTransfer(() => transferNow(what));
  return { folder, program: api.git.path, extension, transfer, refresh, ...programs };
}

const notOpen = (): GitNotRunError =>
  new GitNotRunError(t('The repository is no longer open in this window.'));

/** Returns the URL that git uses: settings such as `insteadOf` can replace it. */
async function urlOf({ read }: GitProgram, remote: string, command: 'fetch' | 'push'): Promise<string> {
  const options = command === 'push' ? ['--push'] : [];
  return (await read(['remote', 'get-url', ...options, '--', remote])).trim();
}
