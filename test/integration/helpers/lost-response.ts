import assert from 'node:assert/strict';
import { sandbox } from './harness';
import type { ScriptedPrompts } from './scripted-prompts';

/** A command that writes, as a person uses it. */
export interface Row {
  /** Brings about what the command needs, with a server that answers. */
  readonly given?: () => unknown;
  readonly act: () => unknown;
  /** Asserts that what was typed isn't lost. */
  readonly kept?: () => unknown;
  /** The last sentence of the message, behind the one that every message has. */
  readonly closing?: string;
  /** The buttons of the message, if they aren't the usual ones. */
  readonly buttons?: readonly string[];
}

/** How the response is lost here. `test/contract/lost-writes.test.ts` holds every endpoint against every other ending. */
const ENDINGS = [
  { kind: 'reset' },
  { kind: 'status', status: 502, form: 'html' },
] as const satisfies readonly object[];
/** What writes: requests to the API that aren't GET, and events to the collector. Questions to GraphQL are neither. */
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
  ['/api/v4/**', '**/collector/**'].map((path) => ({ method, path })),
);
const isWrite = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method !== 'GET' && !path.endsWith('/api/graphql');

/**
 * Uses the command once for each ending: one write reaches the server, the message says that its outcome is unknown and
 * offers to refresh, not to do it again, and what was typed is kept.
 */
async function losesResponse(
  script: () => ScriptedPrompts,
  { given, act, kept, closing, buttons = ['Refresh', 'Show Output'] }: Row,
): Promise<void> {
  await given?.();
  for (const ending of ENDINGS) {
    const { told } = script();
    const before = told.length;
    for (const rule of WRITES) await sandbox.fault({ ...ending, ...rule });
    await sandbox.clearRequests();
    try {
      await act();
    } finally {
      await sandbox.clearFaults();
    }
    const writes = (await sandbox.requests()).filter(isWrite);
    const messages = told
      .slice(before)
      .map(({ message: words, actions }) => [words, actions.map(({ title }) => title)]);
    const host = new URL(sandbox.info.url).host;
    const sentence = `${host} didn't confirm the request. It may have succeeded. Refresh to check.`;
    const message = closing === undefined ? sentence : `${sentence} ${closing}`;
    assert.deepEqual(
      [ending.kind, writes.length, messages],
      [ending.kind, 1, [[message, buttons]]],
      JSON.stringify(writes),
    );
    await kept?.();
  }
}

/** A test for each command. */
export function itEach(rows: Readonly<Record<string, Row>>, script: () => ScriptedPrompts): void {
  for (const [name, row] of Object.entries(rows)) {
    it(name, () => losesResponse(script, row)).timeout(60_000);
  }
}

/** Changes something on the server past the extension, as the person who is signed in. */
export async function change<T>(method: string, path: string, body: object = {}): Promise<T> {
  return JSON.parse(await send(method, path, JSON.stringify(body))) as T;
}

/** As above, where the answer is not read or nothing is sent along. */
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
