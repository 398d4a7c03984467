import { isRecord } from '../base/record';
import type { BaseAddress } from './base-address';
import { encodeBody, encodePath, queryPairs, queryText, type RequestBody, type Values } from './encode';
import { EncodeError, isGiven } from './encode-error';
import type { Endpoint } from './endpoint';
import { ApiError, type ApiErrorFacts } from './errors';
import { longestParameterIfTooLong, MAX_QUERY_BYTES } from './split-query';

/** Creates an error of one call that already contains the operation and the host. */
export type Fail = (facts: Omit<ApiErrorFacts, 'endpoint' | 'host' | 'base'>) => ApiError;

/** Method and path pattern, as used in logs and errors. */
export function labelOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

export function failOf(endpoint: Endpoint, base: BaseAddress): Fail {
  const about = { endpoint: labelOf(endpoint), host: base.host, base: base.base };
  return (facts) => new ApiError({ ...facts, ...about });
}

export interface Prepared {
  readonly url: string;
  /** Undefined if there is no body. */
  readonly body: RequestBody | undefined;
}

/**
 * Returns the URL and body of a call for its arguments.
 * @throws ApiError without status: of kind `bad-request` if a value can't be encoded, of kind `uri-too-long`
 * if the query is too long; detail names the parameter.
 */
export function prepare(endpoint: Endpoint, base: BaseAddress, args: unknown): Prepared {
  const values = isRecord(args) ? args : {};
  const fail = failOf(endpoint, base);
  return encoding(fail, () => {
    refuseTogether(endpoint, values);
    const path = encodePath(endpoint.path, values);
    const pairs = queryPairs(endpoint.query, values);
    const longest = longestParameterIfTooLong(pairs);
    if (longest !== undefined) {
      throw fail({
        kind: 'uri-too-long',
        detail: `${longest} takes most of a query over ${MAX_QUERY_BYTES} bytes`,
      });
    }
    const query = queryText(pairs);
    const body = encodeBody(endpoint.body, values);
    if (endpoint.atLeastOne && body === undefined)
      throw new EncodeError('body', 'must have at least one value');
    return { url: `${base.apiUrl}${path}${query === '' ? '' : `?${query}`}`, body };
  });
}

/** Converts an EncodeError to an ApiError. */
export function encoding<T>(fail: Fail, encode: () => T): T {
  try {
    return encode();
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    throw fail({ kind: 'bad-request', detail: error.message });
  }
}

/** Some pairs of parameters are mutually exclusive (server-behavior.md#list-filters). */
function refuseTogether(endpoint: Endpoint, values: Values): void {
  for (const [one, other] of endpoint.exclusive) {
    if (isGiven(values[one]) && isGiven(values[other])) {
      throw new EncodeError(one, `can't be combined with ${other}`);
    }
  }
}
