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
 * Asks a question.
 * @throws ApiError of kind `bad-request` where the server does not understand it (an older version lacks a field, for
 * one), of kind `schema` where the answer has another shape.
 */
export function ask(
  { base, run }: Connection,
  row: Query,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<unknown> {
  const asked = endpoint({ method: 'POST', path: `/graphql#${row.name}`, response: nothing });
  const variables = encoding(failOf(asked, base), () => checkAll(row.variables, args));
  return run({
    endpoint: asked,
    url: `${base.base}/api/graphql`,
    asks: true,
    body: JSON.stringify({ query: row.text, variables, operationName: row.name }),
    headers: { accept: 'application/json' },
    signal: options.signal,
    priority: options.priority,
    read: async (response, fail) => dataOf(row, await readJson(response, fail), response.status, fail),
  });
}

function dataOf(row: Query, json: unknown, status: number, fail: Fail): unknown {
  const { data, errors } = isRecord(json) ? json : {};
  // An answer with both holds what could be found beside what could not: half an answer is none.
  if (Array.isArray(errors) && errors.length > 0) {
    throw fail({
      kind: 'bad-request',
      status,
      serverMessage: serverMessage(JSON.stringify({ errors }), undefined),
    });
  }
  const result = validate(row.data, data);
  if (result.ok) return result.value;
  throw fail({ kind: 'schema', status, detail: result.problem });
}
