import { isRecord } from '../base/record';
import { type QueryPair, queryPairs, queryText, type Values } from './encode';
import type { Endpoint } from './endpoint';

/**
 * Maximum length of a query, in bytes. The limit isn't documented (server-behavior.md#long-queries); some
 * servers and proxies reject URLs from 8 KB on.
 */
export const MAX_QUERY_BYTES = 6 * 1024;

/**
 * Page size if the caller doesn't set one: the maximum that servers return
 * (server-behavior.md#page-parameters).
 */
const MAX_PER_PAGE = 100;

/**
 * The parameter whose values can be split among several requests, because each value selects its own item
 * (server-behavior.md#list-filters).
 */
const SPLITTABLE = 'iids';

/** The longest parameter of a query that is too long; undefined if the query is short enough. */
export function longestParameterIfTooLong(pairs: readonly QueryPair[]): string | undefined {
  if (queryText(pairs).length <= MAX_QUERY_BYTES) return undefined;
  const sizes = new Map<string, number>();
  for (const { parameter, text } of pairs) {
    sizes.set(parameter, (sizes.get(parameter) ?? 0) + text.length + 1);
  }
  return [...sizes].reduce((longest, each) => (each[1] > longest[1] ? each : longest), ['', 0])[0];
}

/**
 * Splits a request whose query is too long because of its `iids` into the arguments of several requests, in
 * order and without duplicates; undefined if one request is enough or splitting wouldn't help. No part
 * requests more than a page, so none has a second page.
 * @throws EncodeError
 */
export function splitArgs(endpoint: Endpoint, args: unknown): readonly Values[] | undefined {
  const values = isRecord(args) ? args : {};
  const iids: unknown = values[SPLITTABLE];
  if (endpoint.query[SPLITTABLE]?.kind !== 'integers' || !Array.isArray(iids)) return undefined;
  // A page of the whole doesn't correspond to a page of any part.
  if (typeof values['page'] === 'number' && values['page'] !== 1) return undefined;
  if (longestParameterIfTooLong(queryPairs(endpoint.query, values)) === undefined) return undefined;

  const perPage = typeof values['per_page'] === 'number' ? values['per_page'] : MAX_PER_PAGE;
  const rest = { ...values, per_page: perPage, [SPLITTABLE]: undefined };
  const available = MAX_QUERY_BYTES - queryText(queryPairs(endpoint.query, rest)).length;
  const unique: unknown[] = [...new Set<unknown>(iids)];
  const parts: unknown[][] = [];
  let left = 0;
  for (const iid of unique) {
    const size = queryText(queryPairs(endpoint.query, { [SPLITTABLE]: [iid] })).length + 1;
    // The other parameters leave no room: then they are too long.
    if (size > available) return undefined;
    const last = parts.at(-1);
    if (last === undefined || last.length >= Math.min(Math.max(1, perPage), MAX_PER_PAGE) || size > left) {
      parts.push([iid]);
      left = available - size;
    } else {
      last.push(iid);
      left -= size;
    }
  }
  return parts.map((part) => ({ ...rest, [SPLITTABLE]: part }));
}
