import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

/**
 * Settings for speed. Git doesn't have to sync to disk, because the repositories are temporary. Imported
 * objects stay in one pack, because writing a few hundred separate files would be the slowest part of the
 * start.
 */
const QUICK = {
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsync',
  GIT_CONFIG_VALUE_0: 'none',
  GIT_CONFIG_KEY_1: 'fastimport.unpackLimit',
  GIT_CONFIG_VALUE_1: '1',
};

/** Returns an environment in which git ignores the user's and system's settings and never prompts. */
export function gitEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    ...QUICK,
    ...extra,
  };
}

/** Runs git with `input` as standard input. */
export function git(args: readonly string[], input: string | Buffer = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { env: gitEnvironment(), stdio: ['pipe', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (error) => {
      reject(new Error(`Couldn't run git, which the sandbox requires: ${error.message}`));
    });
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`git ${args[0] ?? ''} exited with code ${String(code)}: ${stderr.trim()}`));
    });
    // If git exits early, its exit code is reported instead.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
