import assert from 'node:assert/strict';
import type { Credential } from '../../../src/api/auth';
import { type BaseAddress, parseBaseAddress } from '../../../src/api/base-address';
import type { Client } from '../../../src/api/client';
import { createClient } from '../../../src/api/create-client';
import { ApiError, type ErrorKind } from '../../../src/api/errors';
import { createPolicyTransport } from '../../../src/api/http-policy/policy-transport';
import type { Moved } from '../../../src/api/moved';
import { nodeTransport } from '../../../src/api/transport';
import { type Clock, systemClock } from '../../../src/base/clock';
import type { Disposable } from '../../../src/base/disposable';
import type { Log } from '../../../src/base/log';
import { PassingClock } from './clocks';
import { closeServers } from './loopback';

/** A token that must never appear in any text that Switchyard produces. */
export const CANARY = 'glpat-c4n4ry-c4n4ry-c4n4ry';

const open: Disposable[] = [];

export function address(url: string): BaseAddress {
  const result = parseBaseAddress(url);
  assert.ok(result.ok);
  return result.address;
}

export interface TestClient {
  readonly client: Client;
  readonly clock: PassingClock;
  /** Every line of the log. */
  readonly lines: string[];
}

export interface TestClientOptions {
  readonly credential?: Credential | undefined;
  readonly wireClock?: Clock;
  readonly clock?: PassingClock;
  readonly random?: () => number;
  readonly onMoved?: (moved: Moved) => void;
  /** Adds the HTTP policy (limits, coalescing, cache) between the client and the wire. */
  readonly policy?: boolean;
}

/** Returns a real client with the real transport. Waits between attempts end immediately. */
export function clientOf(url: string, options: TestClientOptions = {}): TestClient {
  const lines: string[] = [];
  const write = (message: string): void => {
    lines.push(message);
  };
  const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
  const clock = options.clock ?? new PassingClock();
  const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: options.wireClock ?? systemClock });
  const transport = options.policy === true ? createPolicyTransport(wire, { clock }) : wire;
  open.push(wire, transport);
  const personal: Credential = { kind: 'personal', token: () => Promise.resolve(CANARY) };
  const client = createClient({
    base: address(url),
    credential: 'credential' in options ? options.credential : personal,
    transport,
    clock,
    random: options.random ?? (() => 0.5),
    log,
    onMoved: options.onMoved,
  });
  return { client, clock, lines };
}

/** Closes every server and transport that the test opened. */
export async function closeAll(): Promise<void> {
  for (const transport of open.splice(0)) transport.dispose();
  await closeServers();
}

/**
 * Returns the `ApiError` with which a call fails, and asserts that it doesn't contain the token. Throws other
 * errors.
 */
export async function errorOf(call: Promise<unknown>, kind?: ErrorKind): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('the call ended in data'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  if (kind !== undefined) assert.equal(error.kind, kind, error.message);
  assert.ok(!textOf(error).includes(CANARY), 'the token is in the error');
  return error;
}

/** Returns all text of an error, including its stack trace, fields, and cause. */
function textOf(error: ApiError): string {
  return `${error.message} ${error.stack ?? ''} ${JSON.stringify(error)} ${String(error.cause)}`;
}
