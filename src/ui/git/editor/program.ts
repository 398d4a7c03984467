import { GitFailedError } from '../../../app/shared/git-port';
import { type GitResult, type GitRun, runGit } from '../../shared/editor/git-runner';
import type { GitRunner } from './credential-git';

/** Runs git and returns its output; undefined if the exit code is `no`. */
export type RunGit = {
  (args: readonly string[]): Promise<string>;
  (args: readonly string[], no: number): Promise<string | undefined>;
};

/** Runs git and returns its output as bytes. */
export type RunGitBytes = (args: readonly string[], signal?: AbortSignal, input?: string) => Promise<Buffer>;

/** The result of git if its exit code is one of the expected ones. */
export interface GitOutcome {
  readonly code: number;
  readonly out: string;
  /** The reason of a failure. */
  readonly message: string;
}

/** Runs git and returns its exit code and output. */
export type RunGitOutcome = (args: readonly string[], signal?: AbortSignal) => Promise<GitOutcome>;

/** Ways to run git in a repository, for features that the Git extension's API doesn't have. */
export interface GitProgram {
  /** For commands that change nothing. */
  readonly read: RunGit;
  readonly change: RunGit;
  /**
   * Like `read`, but for binary output. Doesn't fetch missing objects of partial clones; error messages are in
   * English.
   */
  readonly bytes: RunGitBytes;
  /** Like `read`, but resolves for all exit codes. */
  readonly tryRead: RunGitOutcome;
  /** Like `change`, but resolves for all exit codes. */
  readonly tryChange: RunGitOutcome;
}

export function gitProgram(program: string, folder: string, run: GitRunner['run'] = runGit): GitProgram {
  const attempt =
    (purpose: GitRun['purpose']): RunGitOutcome =>
    async (args, signal) => {
      const { code, out, message } = await run({ program, folder, args, purpose, signal });
      return { code, out: out.toString(), message };
    };
  return {
    read: failing(attempt('read')),
    change: failing(attempt('change')),
    tryRead: attempt('read'),
    tryChange: attempt('change'),
    bytes: async (args, signal, input) => {
      const environment = { GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' };
      const result = await runGit({ program, folder, args, purpose: 'read', environment, signal, input });
      if (result.code !== 0) throw failureOf(result);
      return result.out;
    },
  };
}

/** Rejects for unexpected exit codes. */
function failing(attempt: RunGitOutcome): RunGit {
  function run(args: readonly string[]): Promise<string>;
  function run(args: readonly string[], no: number): Promise<string | undefined>;
  async function run(args: readonly string[], no?: number): Promise<string | undefined> {
    const { code, out, message } = await attempt(args);
    if (code === 0) return out;
    if (code === no) return undefined;
    throw failureOf({ code, message });
  }
  return run;
}

const failureOf = ({ code, message }: Pick<GitResult, 'code' | 'message'>): GitFailedError =>
  new GitFailedError(message || String(code));
