import { isRecord } from '../base/record';
import type { CallOptions } from './client';
import { checkAll } from './encode-value';
import { endpoint, nothing } from './endpoint';
import { encoding, type Fail, failOf } from './prepare';
import type { Mutation, Query } from './query';
import { readJson } from './read-json';
import type { Connection } from './runner';
import { serverMessage } from './server-message';
import { validate } from './validate';

/**
 * Runs a query, or a mutation, which counts as a write.
 * @throws ApiError of kind `bad-request` if the server doesn't understand it (for example, an older version
 * lacks a field) or a mutation is refused, of kind `schema` if the response doesn't match.
 */
export function ask(
  { base, run }: Connection,
  row: Query | Mutation,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<unknown> {
  const writes = 'writes' in row;
  const queryEndpoint = endpoint({ method: 'POST', path: `/graphql#${row.name}`, response: nothing });
  const variables = encoding(failOf(queryEndpoint, base), () => checkAll(row.variables, args));
  return run({
    endpoint: queryEndpoint,
    url: `${base.base}/api/graphql`,
    isReadOnly: !writes,
    body: JSON.stringify({ query: row.text, variables, operationName: row.name }),
    headers: { accept: 'application/json' },
    signal: options.signal,
    priority: options.priority,
    read: async (response, fail) => {
      const data = dataOf(row, await readJson(response, fail), response.status, fail);
      if (writes) throwRefusal(row, data, response.status, fail);
      return data;
    },
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

/** Throws the messages of a refused mutation. */
function throwRefusal(row: Query, data: unknown, status: number, fail: Fail): void {
  const result = isRecord(data) ? data[row.name] : undefined;
  const messages = isRecord(result) ? result['errors'] : undefined;
  if (Array.isArray(messages) && messages.length > 0)
    throw fail({
      kind: 'bad-request',
      status,
      serverMessage: serverMessage(JSON.stringify({ errors: messages }), undefined),
    });
  if (!isRecord(result)) throw fail({ kind: 'schema', status, detail: `${row.name}: no result` });
}

/** The message of an error. Its other fields (`path`, `locations`, `extensions`) are for programs. */
const messageOf = (error: unknown): unknown => (isRecord(error) ? error['message'] : error);
