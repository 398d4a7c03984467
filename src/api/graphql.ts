import { isRecord } from '../base/record';
import type { CallOptions } from './client';
import { checkAll } from './encode-value';
import { endpoint, nothing } from './endpoint';
import { encoding, type Fail, failOf } from './prepare';
import type { Query } from './query';
import { readJson } from './read-json';
import type { Connection } from './runner';
import { serverMessage } from './server-message';
import { validate } from './validate';

/**
 * Runs a query.
 * @throws ApiError of kind `bad-request` if the server doesn't understand it (for example, an older version
 * lacks a field), of kind `schema` if the response doesn't match.
 */
export function ask(
  { base, run }: Connection,
  row: Query,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<unknown> {
  const queryEndpoint = endpoint({ method: 'POST', path: `/graphql#${row.name}`, response: nothing });
  const variables = encoding(failOf(queryEndpoint, base), () => checkAll(row.variables, args));
  return run({
    endpoint: queryEndpoint,
    url: `${base.base}/api/graphql`,
    isReadOnly: true,
    body: JSON.stringify({ query: row.text, variables, operationName: row.name }),
    headers: { accept: 'application/json' },
    signal: options.signal,
    priority: options.priority,
    read: async (response, fail) => dataOf(row, await readJson(response, fail), response.status, fail),
  });
}

function dataOf(row: Query, json: unknown, status: number, fail: Fail): unknown {
  const { data, errors } = isRecord(json) ? json : {};
  // A response with both data and errors is incomplete, so it counts as an error.
  if (Array.isArray(errors) && errors.length > 0) {
    throw fail({
      kind: 'bad-request',
      status,
      serverMessage: serverMessage(JSON.stringify({ errors: errors.map(messageOf) }), undefined),
    });
  }
  const result = validate(row.data, data);
  if (result.ok) return result.value;
  throw fail({ kind: 'schema', status, detail: result.problem });
}

/** The message of an error. Its other fields (`path`, `locations`, `extensions`) are for programs. */
const messageOf = (error: unknown): unknown => (isRecord(error) ? error['message'] : error);
