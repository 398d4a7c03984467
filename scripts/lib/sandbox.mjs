// Starts the sandbox as a child process and clones a workspace from it.
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run, start } from './processes.mjs';

/**
 * Starts the sandbox. Gives what it says of itself (`url`, `tokens`, `projects`, and `admin` where asked for with
 * `--admin`) as `info`, and `stop`.
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

/** Clones a project of the sandbox into a folder that did not exist or is replaced. */
export async function cloneProject({ url }, project, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  // Nothing of the machine's git settings may ask, sign or rewrite.
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

/** What the extension finds in its environment. */
export function environmentFor(info, signedIn) {
  if (signedIn === false) return {};
  const token = info.tokens[signedIn];
  if (token === undefined) {
    throw new Error(`The sandbox has no token "${signedIn}", only ${Object.keys(info.tokens).join(', ')}.`);
  }
  return { SWITCHYARD_HOST: info.url, SWITCHYARD_TOKEN: token };
}

/** The sandbox's hidden hand, there with `--admin`: `advance(ms)`, `requests()`, `clearRequests()`, `fault(rule)`, `clearFaults()`. */
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
    /** Lets its clock run on: jobs start, end, and write their logs. */
    advance: (ms) => ask('POST', 'advance', { ms }),
    /** What it was asked since the start or the last `clearRequests`. */
    requests: () => ask('GET', 'requests'),
    clearRequests: () => ask('DELETE', 'requests'),
    /** Lets requests go wrong by a rule of the fault plan, until it is cleared. */
    fault: (rule) => ask('POST', 'faults', rule),
    clearFaults: () => ask('DELETE', 'faults'),
  };
}
