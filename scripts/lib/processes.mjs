// Long-running child processes. Each runs in a separate process group. When the script ends, for any reason, all processes
// that it started are stopped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.mjs';

const PROCESS_GROUP = fileURLToPath(new URL('process-group.mjs', import.meta.url));
const KEPT_LINES = 40;
const running = new Set();

/**
 * Starts a command that runs until `stop`. `onLine(line)` is called with its output. `waitFor(match,
 * {timeout, what})` resolves with the first result of `match(line)` that isn't undefined; `match` can throw.
 */
export function start(command, args, { cwd, env, onLine = () => {} } = {}) {
  endWithScript();
  const child = spawn(process.execPath, [PROCESS_GROUP, command, ...args], {
    cwd,
    env: env ?? process.env,
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child);
    // While the script ends, the exit of its processes isn't reported.
    return ending ? new Promise(() => {}) : code;
  });
  // The pipe fails if the process group exits first. This is handled like any other exit.
  child.stdin.on('error', () => {});

  const kept = [];
  const listeners = new Set([onLine]);
  for (const name of ['stdout', 'stderr']) {
    createInterface({ input: child[name] }).on('line', (line) => {
      kept.push(line);
      if (kept.length > KEPT_LINES) kept.shift();
      for (const listener of listeners) listener(line);
    });
  }

  return {
    exited,
    /** Returns the last lines of the output. */
    printed: () => kept.join('\n'),
    async stop() {
      child.stdin.end();
      await exited;
    },
    async waitFor(match, { timeout = 90_000, what }) {
      let listener;
      let timer;
      const found = new Promise((resolve, reject) => {
        listener = (line) => {
          try {
            const result = match(line);
            if (result !== undefined) resolve(result);
          } catch (error) {
            reject(error);
          }
        };
        listeners.add(listener);
        for (const line of kept) listener(line);
      });
      const gone = exited.then((code) => {
        throw new Problem(`${what} didn't start (exit code ${code}):\n${kept.join('\n')}`);
      });
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => {
          reject(new Problem(`${what} didn't start within ${timeout / 1000} s:\n${kept.join('\n')}`));
        }, timeout);
      });
      gone.catch(() => {});
      try {
        return await Promise.race([found, gone, late]);
      } finally {
        clearTimeout(timer);
        listeners.delete(listener);
      }
    },
  };
}

/** Runs a command and returns its output. Throws a `Problem` with the output if the command fails. */
export async function run(command, args, { cwd, env, timeout, inherit = false, what = command } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    timeout,
    // On Windows, npm is a shell script.
    shell: process.platform === 'win32',
    stdio: ['ignore', inherit ? 'inherit' : 'pipe', inherit ? 'inherit' : 'pipe'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(127);
    });
    child.on('close', resolve);
  });
  if (code !== 0)
    throw new Problem(
      `${what} failed (${code === null ? 'timeout' : `exit code ${code}`}):\n${output.trimEnd()}`,
    );
  return output;
}

let guarded = false;
let ending = false;
function endWithScript() {
  if (guarded) return;
  guarded = true;
  process.on('exit', () => {
    for (const child of running) child.kill('SIGTERM');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      void stopAll().finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}

async function stopAll() {
  ending = true;
  await Promise.all(
    [...running].map(async (child) => {
      child.stdin.end();
      await once(child, 'close');
    }),
  );
}
