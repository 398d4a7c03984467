import { execFile } from 'node:child_process';
import { GitFailed, gitMessage } from '../../app/shared/git-port';
import { abortReason } from '../../base/abort';
import { childEnvironment } from '../shared/own-environment';

/** A list of all files of a large difference. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Runs git and gives what it writes; `undefined` where it ended with one of the codes that mean "no". */
export type RunGit = {
  (args: readonly string[]): Promise<string>;
  (args: readonly string[], no: number): Promise<string | undefined>;
};

/** Runs git and gives the bytes that it writes. */
export type RunGitBytes = (args: readonly string[], signal?: AbortSignal, input?: string) => Promise<Buffer>;

const environment = (): NodeJS.ProcessEnv => ({
  ...childEnvironment(process.env),
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
});

/** As below, for what is no text. It fetches nothing that a partial clone lacks, and says in English why it failed. */
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
      const child = execFile(program, [...args], options, (error, out, said) => {
        if (error === null) resolve(out);
        else if (signal?.aborted === true) reject(abortReason(signal));
        else reject(new GitFailed(gitMessage(said.toString()) || error.message, error));
      });
      if (input === undefined) return;
      // Where git ends early, it says why itself.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}

/**
 * Git's own program in a folder, for what the git extension's interface lacks. No shell; it never asks for a password
 * and waits for no lock of an editor.
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
      execFile(program, [...args], options, (error, out, said) => {
        if (error === null) resolve(out);
        else if (no !== undefined && error.code === no) resolve(undefined);
        else reject(new GitFailed(gitMessage(said) || gitMessage(out) || error.message, error));
      });
    });
  }
  return run;
}
