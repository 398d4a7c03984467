import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import { isRecord } from '../base/record';
import type { BaseAddress } from './base-address';
import { listMergeRequests } from './endpoints/merge-requests';
import { getVersion } from './endpoints/server';
import { isApiError } from './errors';
import { readJson } from './read-json';
import { createRunner } from './runner';
import type { Transport } from './transport';
import { WriteNumbers } from './write-numbers';

export interface CheckDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Checks, without an account, whether the API is available at a URL, so that no token is sent to other kinds
 * of servers.
 * @throws ApiError if it isn't.
 */
export async function checkServer(base: BaseAddress, deps: CheckDeps, signal?: AbortSignal): Promise<void> {
  const run = createRunner({
    ...deps,
    base,
    credential: undefined,
    writes: new WriteNumbers(),
    random: Math.random,
    onFollowed: () => undefined,
  });
  const ask = (endpoint: typeof getVersion | typeof listMergeRequests, accepts: readonly number[]) =>
    run({
      endpoint,
      url: `${base.apiUrl}${endpoint.path}`,
      headers: {},
      accepts,
      signal,
      read: async (response, fail) => {
        const value = await readJson(response, fail);
        if (!Array.isArray(value) && !isApiResponse(value))
          throw fail({ kind: 'not-json', status: response.status, detail: 'other data' });
      },
    });
  try {
    await ask(getVersion, REFUSED);
  } catch (error) {
    // Some servers don't have this endpoint, but all have the other one.
    if (!isApiError(error, 'not-found')) throw error;
    await ask(listMergeRequests, REFUSED);
  }
}

/** Statuses with which the API rejects requests without an account. */
const REFUSED = [401, 403];

const isApiResponse = (value: unknown): boolean =>
  isRecord(value) && ['version', 'message', 'error'].some((name) => typeof value[name] === 'string');
