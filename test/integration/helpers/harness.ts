import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const EXTENSION_ID = 'switchyard.switchyard';

/** The sandbox's description of itself. */
export interface SandboxInfo {
  readonly url: string;
  readonly admin: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly projects: readonly unknown[];
}

/** A request that the sandbox received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/**
 * Activates the extension. Returns its exports, which are its test interface because SWITCHYARD_TEST is set.
 */
export async function activated<T>(): Promise<T> {
  const extension = vscode.extensions.getExtension<T>(EXTENSION_ID);
  assert.ok(extension, `${EXTENSION_ID} is not installed in the host`);
  return extension.activate();
}

/** The sandbox of this run. */
export const sandbox = {
  get info(): SandboxInfo {
    const text = process.env['SWITCHYARD_TEST_SANDBOX'];
    assert.ok(
      text !== undefined,
      'SWITCHYARD_TEST_SANDBOX is not set: start the tests with npm run test:integration',
    );
    return JSON.parse(text) as SandboxInfo;
  },

  /** Advances the sandbox's clock: jobs start, end, and write their logs. */
  async advance(ms: number): Promise<void> {
    await ask('POST', 'advance', { ms });
  },

  /**
   * Restores the state after the start of the sandbox, with the current time: a comment whose response was lost isn't
   * recognized if the clocks differ by minutes. Its URLs and tokens don't change.
   */
  async reset(): Promise<void> {
    await ask('POST', 'reset', { at: Date.now() });
  },

  async requests(): Promise<readonly SeenRequest[]> {
    return (await ask('GET', 'requests')) as readonly SeenRequest[];
  },

  async clearRequests(): Promise<void> {
    await ask('DELETE', 'requests');
  },

  /** A token that only allows reading. */
  async readOnlyToken(): Promise<string> {
    const { token } = (await ask('GET', 'read-only-token')) as { readonly token: string };
    return token;
  },

  /** Adds a rule to the fault plan, until it is cleared. */
  async fault(rule: Readonly<Record<string, unknown>>): Promise<void> {
    await ask('POST', 'faults', rule);
  },

  /** Returns the token of a running job. */
  async jobToken(job: number): Promise<string> {
    const { token } = (await ask('GET', `job-token?job_id=${job}`)) as { readonly token: string };
    return token;
  },

  /** Changes how a project merges. */
  async mergeSettings(project: number, settings: Readonly<Record<string, unknown>>): Promise<void> {
    await ask('POST', 'merge-settings', { project_id: project, ...settings });
  },

  async clearFaults(): Promise<void> {
    await ask('DELETE', 'faults');
  },
};

async function ask(method: string, what: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${sandbox.info.admin}/${what}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${what}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** The shortest delay after which the host can run other work. Grows during a wait, because conditions can be expensive. */
const MIN_DELAY_MS = 10;
const MAX_DELAY_MS = 50;

interface Patience {
  readonly timeout?: number;
  /** A function is called after the timeout. */
  readonly description?: string | (() => string);
}

/**
 * Waits until a condition returns a value other than undefined or false, and returns it. Throws after the
 * timeout. Use it only for changes without an event.
 */
export async function until<T>(
  condition: () => T | undefined | false | PromiseLike<T | undefined | false>,
  { timeout = 30_000, description = condition.toString() }: Patience = {},
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const result = await condition();
    if (result !== undefined && result !== false) return result;
    const waited = performance.now() - start;
    if (waited > timeout) {
      const what = typeof description === 'string' ? description : description();
      throw new Error(`Waited ${timeout} ms in vain until: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(MIN_DELAY_MS + waited / 50, MAX_DELAY_MS)));
  }
}

/** Write requests: POST requests except GraphQL queries. */
export const posts = async () =>
  (await sandbox.requests()).filter(({ method, path }) => method === 'POST' && path !== '/api/graphql');
