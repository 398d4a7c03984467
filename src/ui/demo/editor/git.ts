import { GitFailedError } from '../../../app/shared/git-port';
import { type GitResult, type GitRun, runGit } from '../../shared/editor/git-runner';

type DemoGitRun = Omit<GitRun, 'program' | 'settings' | 'environment'>;

/**
 * Runs git without settings of the user, which could ask for a password, sign, or run programs. Resolves for all exit
 * codes.
 */
export const tryDemoGit = (run: DemoGitRun): Promise<GitResult> =>
  runGit({ ...run, program: 'git', settings: 'repository' });

/** Like `tryDemoGit`, but returns the output and rejects if git fails. */
export async function demoGit(run: DemoGitRun): Promise<string> {
  const { code, out, message } = await tryDemoGit(run);
  if (code !== 0) throw new GitFailedError(message);
  return out.toString();
}
