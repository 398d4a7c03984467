import { GitFailed, gitMessage } from '../../../app/shared/git-port';

/** The extension's errors contain git's output. */
export function gitFailureOf(error: unknown): Error {
  if (!(error instanceof Error) || error.name === 'UnsafeGitName' || error instanceof GitFailed) {
    return error instanceof Error ? error : new GitFailed(String(error));
  }
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  return new GitFailed(gitMessage(stderr) || error.message, error);
}
