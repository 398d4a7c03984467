import { GitNotRun } from '../../app/shared/git-port';
import { t } from '../../base/localize';
import { requireRepository } from '../shared/git-runner';
import type { GitApi, GitRepository } from './api';
import type { GitRunner } from './credential-git';
import { gitFailureOf } from './failure';
import { type GitProgram, gitProgram } from './program';

/** A repository that is open in the window. */
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
  /** Path of the working tree's root. */
  readonly folder: string;
}

/** A fetch from a remote, or a push to it. */
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
}

/** Returns an open repository. Rejects with `GitNotRun` if it was closed, or its `.git` was deleted. */
export async function openRepository(
  { connect, runner }: RepositoryAccess,
  repository: string,
): Promise<OpenRepository> {
  const api = await connect();
  const git = api?.repositories.find(({ rootUri }) => rootUri.toString() === repository);
  if (api === undefined || git === undefined)
    throw new GitNotRun(t('The repository is no longer open in this window.'));
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
  const transfer = async ({ remote, command, refs, extension: otherwise }: GitTransfer): Promise<void> => {
    // The URL that git uses: settings such as `insteadOf` can replace it.
    const options = command[0] === 'push' ? ['--push'] : [];
    const url = runner && (await programs.read(['remote', 'get-url', ...options, '--', remote])).trim();
    if (url === undefined || runner?.serves(url) !== true) return extension(otherwise);
    try {
      await programs.change([...command, '--quiet', '--', remote, refs]);
    } finally {
      await extension((open) => open.status());
    }
  };
  return { folder, extension, transfer, ...programs };
}
