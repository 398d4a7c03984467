import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

/**
 * Repositories of the demo world live no longer than the sandbox: git need not wait for the disk. What is imported stays
 * in one pack: writing each of a few hundred objects into a file takes longer than all else at the start.
 */
const QUICK = {
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsync',
  GIT_CONFIG_VALUE_0: 'none',
  GIT_CONFIG_KEY_1: 'fastimport.unpackLimit',
  GIT_CONFIG_VALUE_1: '1',
};

/** Environment in which git obeys nobody's settings and never asks. */
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

/** Runs git to its end, feeding it `input`. */
export function git(args: readonly string[], input: string | Buffer = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { env: gitEnvironment(), stdio: ['pipe', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.on('error', (error) => {
      reject(new Error(`Couldn't run git, which the sandbox requires: ${error.message}`));
    });
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`git ${args[0] ?? ''} exited with code ${String(code)}: ${said.trim()}`));
    });
    // When git ends early, its exit code says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
