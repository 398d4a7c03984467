import { GitNotRun } from '../../app/shared/git-port';
import { t } from '../../base/localize';
import { requireRepository } from '../shared/git-runner';
import type { GitApi, GitRepository } from './api';
import { gitFailureOf } from './failure';
import { type GitProgram, gitProgram } from './program';

/** A repository that is open in the window. */
export interface OpenRepository extends GitProgram {
  /**
   * Uses the Git extension, which can ask for passwords. Checks the repository first, because the extension's git
   * searches for one above the folder.
   */
  readonly extension: <T>(work: (git: GitRepository) => Promise<T>) => Promise<T>;
  /** Path of the working tree's root. */
  readonly folder: string;
}

/** Returns an open repository. Rejects with `GitNotRun` if it was closed, or its `.git` was deleted. */
export async function openRepository(
  connect: () => Promise<GitApi | undefined>,
  repository: string,
): Promise<OpenRepository> {
  const api = await connect();
  const git = api?.repositories.find(({ rootUri }) => rootUri.toString() === repository);
  if (api === undefined || git === undefined)
    throw new GitNotRun(t('The repository is no longer open in this window.'));
  const folder = git.rootUri.fsPath;
  await requireRepository(folder);
  const programs = gitProgram(api.git.path, folder);
  const extension: OpenRepository['extension'] = async (work) => {
    await programs.read(['rev-parse', '--git-dir']);
    try {
      return await work(git);
    } catch (error) {
      throw gitFailureOf(error);
    }
  };
  return { folder, extension, ...programs };
}
