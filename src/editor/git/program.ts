import { execFile } from 'node:child_process';
import { GitFailed, gitMessage } from '../../app/shared/git-port';
import { abortReason } from '../../base/abort';
import { childEnvironment } from '../shared/own-environment';

/** Enough for the list of files in a large diff. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Runs git and returns its output; undefined if the exit code is `no`. */
export type RunGit = {
  (args: readonly string[]): Promise<string>;
  (args: readonly string[], no: number): Promise<string | undefined>;
};

/** Runs git and returns its output as bytes. */
export type RunGitBytes = (args: readonly string[], signal?: AbortSignal, input?: string) => Promise<Buffer>;

const environment = (): NodeJS.ProcessEnv => ({
  ...childEnvironment(process.env),
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
});

/**
 * Like `gitProgram`, but for binary output. Doesn't fetch missing objects of partial clones; error messages
 * are in English.
 */
export function gitBytes(program: string, folder: string): RunGitBytes {
  return (args, signal, input) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd: folder,
        maxBuffer: MAX_BYTES,
        windowsHide: true,
        encoding: 'buffer' as const,
        env: { ...environment(), GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
        ...(signal === undefined ? {} : { signal }),
      };
      const child = execFile(program, [...args], options, (error, out, stderr) => {
        if (error === null) resolve(out);
        else if (signal?.aborted === true) reject(abortReason(signal));
        else reject(new GitFailed(gitMessage(stderr.toString()) || error.message, error));
      });
      if (input === undefined) return;
      // If git exits early, its error message is reported instead.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}

/** The result of git if its exit code is one of the expected ones. */
export interface GitOutcome {
  readonly code: number;
  readonly out: string;
  /** The reason of a failure. */
  readonly message: string;
}

/** Runs git and returns its exit code and output. */
export type RunGitOutcome = (args: readonly string[], signal?: AbortSignal) => Promise<GitOutcome>;

/** Like `gitProgram`, but resolves for all exit codes. Rejects if git can't be run. */
export function gitOutcome(program: string, folder: string): RunGitOutcome {
  return (args, signal) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd: folder,
        maxBuffer: MAX_BYTES,
        windowsHide: true,
        env: environment(),
        ...(signal === undefined ? {} : { signal }),
      };
      execFile(program, [...args], options, (error, out, stderr) => {
        const message = gitMessage(stderr) || gitMessage(out) || (error?.message ?? '');
        if (error === null) resolve({ code: 0, out, message });
        else if (typeof error.code === 'number') resolve({ code: error.code, out, message });
        else if (signal?.aborted === true) reject(abortReason(signal));
        else reject(new GitFailed(message, error));
      });
    });
}

/**
 * Runs git in a folder, for features that the Git extension's API doesn't have. Uses no shell, and never asks
 * for a password or opens an editor or pager.
 */
export function gitProgram(program: string, folder: string): RunGit {
  function run(args: readonly string[]): Promise<string>;
  function run(args: readonly string[], no: number): Promise<string | undefined>;
  function run(args: readonly string[], no?: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const options = {
        cwd: folder,
        maxBuffer: MAX_BYTES,
        windowsHide: true,
        env: environment(),
      };
      execFile(program, [...args], options, (error, out, stderr) => {
        if (error === null) resolve(out);
        else if (no !== undefined && error.code === no) resolve(undefined);
        else reject(new GitFailed(gitMessage(stderr) || gitMessage(out) || error.message, error));
      });
    });
  }
  return run;
}
