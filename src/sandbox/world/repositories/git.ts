import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';

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

type Variables = Readonly<Record<string, string>>;

/** Variables with which git ignores the user's and system's settings and never prompts. */
const OWN_SETTINGS = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
  ...QUICK,
};

/** The inherited variables. Read once, because reading all variables takes a noticeable part of the time of a command. */
let inherited: Variables | undefined;

function gitEnvironment(extra: Variables = {}): Variables {
  inherited ??= Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('GIT_') ? [] : [[name, value]],
    ),
  );
  return { ...inherited, ...OWN_SETTINGS, ...extra };
}

/** Maximum output size of git in bytes. */
const MAX = 256 * 1024 * 1024;

interface GitInput {
  readonly input?: string | Buffer;
  readonly extra?: Variables;
}

interface GitOutput {
  readonly code: number;
  readonly out: Buffer;
}

/** Runs git in a bare repository, and waits for it. */
export function gitIn(
  folder: string,
  args: readonly string[],
  { input = '', extra }: GitInput = {},
): GitOutput {
  const { error, status, stdout } = waitFor(['--git-dir', folder, ...args], input, extra);
  if (error !== undefined) throw error;
  return { code: status ?? 128, out: stdout };
}

/** Runs `git http-backend` for the repository that the variables name, and waits for it. */
export const httpBackend = (extra: Variables, input: Buffer): Buffer =>
  waitFor(['http-backend'], input, extra).stdout;

/** Starts `git http-backend` for the repository that the variables name. */
export const startHttpBackend = (extra: Variables): ChildProcessByStdio<Writable, Readable, null> =>
  spawn('git', ['http-backend'], { env: gitEnvironment(extra), stdio: ['pipe', 'pipe', 'ignore'] });

const waitFor = (args: readonly string[], input: string | Buffer, extra: Variables | undefined) =>
  spawnSync('git', args, { env: gitEnvironment(extra), input, maxBuffer: MAX, windowsHide: true });

/** Runs git in a bare repository in the background, with `input` as standard input. */
export function git(folder: string, args: readonly string[], input: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--git-dir', folder, ...args], {
      env: gitEnvironment(),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
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
