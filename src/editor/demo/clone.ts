import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { abortReason } from '../../base/abort';
import { childEnvironment } from '../shared/own-environment';

/** Path of the demo project on its server. */
const PROJECT = 'acme/storefront';

/** Git isn't installed, or isn't on the PATH. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing';
}

/** Settings of the clone: it reaches its server without a proxy, and commits have an author. */
const SETTINGS = ['http.proxy=', 'user.name=Marek Novák', 'user.email=marek@acme.example'];

const urlOf = (server: string): string => `${server}/${PROJECT}.git`;

/** @throws GitMissing */
export async function checkGit(signal?: AbortSignal): Promise<void> {
  try {
    await git(['--version'], undefined, signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw new GitMissing('git --version failed', { cause: error });
  }
}

/** Clones the demo project into a folder that doesn't exist. */
export async function cloneDemo(server: string, folder: string, signal?: AbortSignal): Promise<void> {
  const settings = SETTINGS.flatMap((setting) => ['--config', setting]);
  await git(['clone', '--quiet', ...settings, urlOf(server), folder], undefined, signal);
}

/**
 * Connects the clone of an earlier start with the server that runs now. Commits of another day have other IDs: then the
 * main branch follows, unless it has commits or changes of the user.
 */
export async function reconnectDemo(server: string, folder: string): Promise<void> {
  const run = async (...args: readonly string[]): Promise<string> => (await git(args, folder)).trim();
  await run('remote', 'set-url', 'origin', urlOf(server));
  const [branch, own, known] = [
    await run('rev-parse', '--abbrev-ref', 'HEAD'),
    await run('rev-parse', 'HEAD'),
    await run('rev-parse', 'refs/remotes/origin/main'),
  ];
  await run('fetch', '--quiet', '--prune', 'origin');
  if (branch !== 'main' || own !== known) return;
  // Refuses to overwrite changed files.
  await run('reset', '--quiet', '--keep', 'refs/remotes/origin/main').catch(() => undefined);
}

/** Runs git without settings of the user, which could ask for a password, sign, or run programs. */
function git(args: readonly string[], folder?: string, signal?: AbortSignal): Promise<string> {
  const options = {
    env: gitEnvironment(process.env),
    windowsHide: true,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(signal === undefined ? {} : { signal }),
  };
  return new Promise((resolve, reject) => {
    execFile('git', [...args], options, (error, out, said) => {
      if (error === null) resolve(out);
      else if (signal?.aborted === true) reject(abortReason(signal));
      else reject(new Error(said.trim() || error.message, { cause: error }));
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
