import assert from 'node:assert/strict';
import { sampleOf } from '../../fuzz-runs';
import { sandbox } from './harness';
import type { ScriptedPrompts } from './scripted-prompts';

/** A command that writes. */
export interface Row {
  /** Prepares what the command needs, before the fault is set. */
  readonly given?: () => unknown;
  readonly act: () => unknown;
  /** Asserts that the typed text isn't lost. */
  readonly kept?: () => unknown;
  /** The message after the host, if it isn't the common one. */
  readonly unconfirmed?: string;
  /** The last sentence of the message, after the common one. */
  readonly closing?: string;
  /** The buttons of the message, if they aren't the default ones. */
  readonly buttons?: readonly string[];
  /** The path of the write, if it is a GraphQL mutation. */
  readonly path?: '/api/graphql';
}

const UNCONFIRMED = "didn't confirm the request. It may have succeeded. Refresh to check.";

/**
 * How the response is lost here. `test/contract/lost-writes.test.ts` tests every endpoint with all other
 * faults.
 */
const ENDINGS = [
  { kind: 'reset' },
  { kind: 'status', status: 502, form: 'html' },
] as const satisfies readonly object[];
/** Writes: API requests other than GET, and events sent to the collector. GraphQL queries aren't writes. */
const RULES = ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
  ['/api/v4/**', '**/collector/**'].map((path) => ({ method, path })),
);
const isWrite = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method !== 'GET' && !path.endsWith('/api/graphql');

/**
 * Runs the command once for one of the endings, or for each in `npm run test:full`. Asserts that one write reaches the server, that the message states that the
 * outcome is unknown and offers to refresh rather than to retry, and that the typed text is kept.
 */
async function losesResponse(
  name: string,
  script: () => ScriptedPrompts,
  { given, act, kept, unconfirmed = UNCONFIRMED, closing, path, buttons = ['Refresh', 'Show Output'] }: Row,
): Promise<void> {
  await given?.();
  for (const ending of sampleOf(ENDINGS, 1, `endings of ${name}`)) {
    const { messages } = script();
    const before = messages.length;
    for (const rule of path === undefined ? RULES : [{ method: 'POST', path }])
      await sandbox.fault({ ...ending, ...rule });
    await sandbox.clearRequests();
    try {
      await act();
    } finally {
      await sandbox.clearFaults();
    }
    const writes = (await sandbox.requests()).filter(
      path === undefined ? isWrite : (request) => request.path.endsWith(path),
    );
    const shown = messages
      .slice(before)
      .map(({ message: words, actions }) => [words, actions.map(({ title }) => title)]);
    const host = new URL(sandbox.info.url).host;
    const sentence = `${host} ${unconfirmed}`;
    const message = closing === undefined ? sentence : `${sentence} ${closing}`;
    assert.deepEqual(
      [ending.kind, writes.length, shown],
      [ending.kind, 1, [[message, buttons]]],
      JSON.stringify(writes),
    );
    await kept?.();
  }
}

/** Defines a test for each command. */
export function itEach(rows: Readonly<Record<string, Row>>, script: () => ScriptedPrompts): void {
  for (const [name, row] of Object.entries(rows)) {
    it(name, () => losesResponse(name, script, row)).timeout(180_000);
  }
}

/** Changes something on the server as the signed-in user, without the extension. Returns the response. */
export async function change<T>(method: string, path: string, body: object = {}): Promise<T> {
  return JSON.parse(await send(method, path, JSON.stringify(body))) as T;
}

/** The same without parsing the response. The body is optional. */
export async function send(method: string, path: string, body?: string): Promise<string> {
  const { url, tokens } = sandbox.info;
  const response = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { 'private-token': tokens['maintainer'] ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text;
}
