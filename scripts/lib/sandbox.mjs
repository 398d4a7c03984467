// Starts the sandbox as a child process and clones a workspace from it.
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run, start } from './processes.mjs';

/**
 * Starts the sandbox. Returns `stop` and the sandbox's output as `info` (`url`, `tokens`, `projects`, and
 * with `--admin` also `admin`).
 */
export async function startSandbox(flags = [], { onLine } = {}) {
  const file = path.join(ROOT, 'dist/sandbox.js');
  if (!existsSync(file)) throw new Problem("dist/sandbox.js doesn't exist. Run npm run build.");
  const child = start(process.execPath, [file, ...flags], { onLine });
  const info = await child.waitFor((line) => (line.startsWith('{"') ? JSON.parse(line) : undefined), {
    what: 'The sandbox',
  });
  return { ...child, info };
}

/** Clones a project of the sandbox. Replaces an existing folder. */
export async function cloneProject({ url }, project, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  // Ignores the user's and the system's git settings, which could prompt, sign commits, or rewrite URLs.
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  await run('git', ['clone', '--quiet', `${url}/${project}.git`, folder], {
    env,
    what: `Cloning ${project}`,
  });
  for (const [name, value] of [
    ['user.name', 'Demo Person'],
    ['user.email', 'demo@example.com'],
  ]) {
    await run('git', ['-C', folder, 'config', name, value], { env });
  }
}

/** Returns the environment variables that the extension reads. */
export function environmentFor(info, signedIn) {
  if (signedIn === false) return {};
  const token = info.tokens[signedIn];
  if (token === undefined) {
    throw new Error(`The sandbox has no token "${signedIn}", only ${Object.keys(info.tokens).join(', ')}.`);
  }
  return { SWITCHYARD_HOST: info.url, SWITCHYARD_TOKEN: token };
}

/** Returns a client for the sandbox's admin server, which requires `--admin`. */
export function adminOf({ admin }) {
  const ask = async (method, what, body) => {
    if (admin === undefined) throw new Error('The sandbox was started without --admin.');
    const response = await fetch(`${admin}/${what}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${what}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    /** Advances the sandbox's clock, so that jobs start, finish, and write their logs. */
    advance: (ms) => ask('POST', 'advance', { ms }),
    /**
     * Restores the state after the start of the sandbox. Its URLs and tokens don't change. `at`: the time of a stopped clock;
     * by default, the time of the start.
     */
    reset: ({ at } = {}) => ask('POST', 'reset', at === undefined ? undefined : { at }),
    /** Returns the requests since the start or the last `clearRequests`. */
    requests: () => ask('GET', 'requests'),
    clearRequests: () => ask('DELETE', 'requests'),
    /** Adds a rule to the fault plan, until the faults are cleared. */
    fault: (rule) => ask('POST', 'faults', rule),
    clearFaults: () => ask('DELETE', 'faults'),
  };
}
