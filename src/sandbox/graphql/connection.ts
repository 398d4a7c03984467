import type { Args, GraphqlObject, Value } from './object';
import { QueryError } from './query-error';

const MAX_PER_PAGE = 100;

/** Returns a page of items, with cursors by their IDs. */
export function connection<T extends { readonly id: number }>(
  all: readonly T[],
  { first, after }: Args,
  { kind, objectOf }: { readonly kind: string; readonly objectOf: (item: T) => Value },
): GraphqlObject {
  const cursorOf = ({ id }: T): string => Buffer.from(`${kind}:${id}`).toString('base64');
  const behind = (after ?? '') === '' ? -1 : all.findIndex((item) => cursorOf(item) === after);
  if (behind === -1 && (after ?? '') !== '') throw new QueryError('Invalid cursor');
  const count = Math.max(0, Math.min(Number(first ?? MAX_PER_PAGE), MAX_PER_PAGE));
  const page = all.slice(behind + 1, behind + 1 + count);
  const end = page.at(-1);
  return {
    nodes: () => page.map(objectOf),
    pageInfo: () => ({
      hasNextPage: behind + 1 + count < all.length,
      endCursor: end === undefined ? null : cursorOf(end),
    }),
  };
}
