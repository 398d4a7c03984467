import assert from 'node:assert/strict';
import type { Credential } from '../../src/api/auth';
import { parseBaseAddress } from '../../src/api/base-address';
import type { Client } from '../../src/api/client';
import { createClient } from '../../src/api/create-client';
import { nodeTransport, type WireRequest } from '../../src/api/transport';
import { systemClock } from '../../src/base/clock';
import type { Disposable } from '../../src/base/disposable';
import { silentLog } from '../../src/base/log';

/** A request and its response. */
export interface Exchanged {
  readonly method: string;
  /** Path below `/api/v4`, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

export interface Witness extends Disposable {
  readonly client: Client;
  /** Returns the exchanges since the last call. */
  taken(): readonly Exchanged[];
}

/**
 * Creates the real client with the real transport and records its requests. `headers` are added to each
 * request, like those of a proxy.
 */
export function witness(
  url: string,
  credential: Credential | undefined,
  headers: Readonly<Record<string, string>> = {},
): Witness {
  const parsed = parseBaseAddress(url);
  assert.ok(parsed.ok);
  const base = parsed.address;
  const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  let seen: Exchanged[] = [];
  const transport = {
    send: async (request: WireRequest) => {
      const response = await wire.send({ ...request, headers: { ...request.headers, ...headers } });
      const { href, searchParams } = new URL(request.url);
      const path = href.slice(base.apiUrl.length).replace(/\?.*$/, '');
      seen.push({
        method: request.method,
        path,
        query: searchParams,
        status: response.status,
        header: (name) => response.header(name),
      });
      return response;
    },
  };
  const client = createClient({ base, credential, transport, clock: systemClock, log: silentLog });
  return {
    client,
    taken: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    dispose: () => {
      wire.dispose();
    },
  };
}
