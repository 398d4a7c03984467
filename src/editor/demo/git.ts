import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { abortReason } from '../../base/abort';
import { childEnvironment } from '../shared/own-environment';

/** Runs git without settings of the user, which could ask for a password, sign, or run programs. */
export function runGit(args: readonly string[], folder?: string, signal?: AbortSignal): Promise<string> {
  const options = {
    env: gitEnvironment(process.env),
    windowsHide: true,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(signal === undefined ? {} : { signal }),
  };
  return new Promise((resolve, reject) => {
    execFile('git', [...args], options, (error, out, stderr) => {
      if (error === null) resolve(out);
      else if (signal?.aborted === true) reject(abortReason(signal));
      else reject(new Error(stderr.trim() || error.message, { cause: error }));
    });
  });
}

const gitEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(childEnvironment(environment)).filter(([name]) => !/^GIT_/i.test(name)),
  ),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
});
