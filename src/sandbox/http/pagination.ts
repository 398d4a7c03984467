import type { Call } from './call';
import { json, refuse, type Reply } from './reply';

interface PageArgs {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

/**
 * Limits (server-behavior.md#page-parameters). The offset limit (server-behavior.md#offset-limit) applies
 * only to lists that support keyset pagination.
 */
const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 100;
const MAX_COUNTED = 10_000;
const MAX_OFFSET = 50_000;

function perPageOf({ per_page: requested = DEFAULT_PER_PAGE }: PageArgs): number {
  if (requested === 0) throw refuse.invalid('per_page has a value not allowed');
  return requested < 0 ? DEFAULT_PER_PAGE : Math.min(requested, MAX_PER_PAGE);
}

const pageNumberOf = ({ page = 1 }: PageArgs): number => Math.max(1, page);

/** Throws if a page exceeds the offset limit of lists that support keyset pagination. */
export function checkOffset(args: PageArgs): void {
  if (perPageOf(args) * pageNumberOf(args) > MAX_OFFSET) {
    throw refuse.notAllowed(
      `Offset pagination has a maximum allowed offset of ${MAX_OFFSET} for requests that return objects of type Ci::Build. Remaining records can be retrieved using keyset pagination.`,
    );
  }
}

/** Returns a page for offset pagination, with all headers (server-behavior.md#pagination-headers). */
export function offsetPage<T>(
  call: Call,
  args: PageArgs,
  items: readonly T[],
  render: (item: T) => unknown,
): Reply {
  const perPage = perPageOf(args);
  const page = pageNumberOf(args);
  const counted = !call.hosted && items.length <= MAX_COUNTED;
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const next = page < last ? page + 1 : undefined;
  // After the end of the list, the previous page is the last page with items.
  const previous = page > 1 ? Math.min(page - 1, last) : undefined;
  const link = (number: number | undefined, rel: string): string[] =>
    number === undefined ? [] : [`<${pageAddress(call, { page: number, per_page: perPage })}>; rel="${rel}"`];
  return json(200, items.slice((page - 1) * perPage, page * perPage).map(render), {
    Link: [
      ...link(previous, 'prev'),
      ...link(next, 'next'),
      ...link(1, 'first'),
      ...(counted ? link(last, 'last') : []),
    ].join(', '),
    'X-Page': String(page),
    'X-Per-Page': String(perPage),
    'X-Next-Page': String(next ?? ''),
    'X-Prev-Page': String(previous ?? ''),
    ...(counted ? { 'X-Total': String(items.length), 'X-Total-Pages': String(last) } : {}),
  });
}

/** A list sorted by ID (server-behavior.md#keyset-pagination). */
interface KeysetList<T> {
  readonly items: Iterable<T>;
  /** True if the list can also be sorted in ascending order. Most lists only support descending order. */
  readonly upwards?: boolean;
}

/**
 * Returns the items after the cursor. The only paging header is a Link to the next page; after the end, the
 * response is an empty array without this header (server-behavior.md#keyset-pagination).
 */
export function keysetPage<T extends { readonly id: number }>(
  call: Call,
  args: PageArgs & {
    readonly order_by?: string | undefined;
    readonly sort?: string | undefined;
  },
  { items, upwards = false }: KeysetList<T>,
  render: (item: T) => unknown,
): Reply {
  const missing = (['order_by', 'sort'] as const).filter((name) => args[name] === undefined);
  if (missing.length > 0) throw refuse.invalid(missing.map((name) => `${name} is missing`).join(', '));
  if (args.sort !== 'desc' && !upwards) {
    throw refuse.notAllowed('Keyset pagination is not yet available for this type of request');
  }
  const perPage = perPageOf(args);
  const up = args.sort === 'asc';
  const after = readCursor(call.query.findLast(([name]) => name === 'cursor')?.[1]);
  const page: T[] = [];
  for (const item of items) {
    if (after !== undefined && (up ? item.id <= after : item.id >= after)) continue;
    page.push(item);
    if (page.length === perPage) break;
  }
  const last = page.at(-1);
  if (last === undefined) return json(200, []);
  const address = pageAddress(call, { per_page: perPage, cursor: cursorOf(last.id) });
  return json(200, page.map(render), { Link: `<${address}>; rel="next"` });
}

const cursorOf = (id: number): string =>
  Buffer.from(JSON.stringify({ id: String(id), _kd: 'n' })).toString('base64url');

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const id = /^\{"id":"(\d{1,15})",/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1];
  if (id === undefined) throw refuse.invalid('cursor is invalid');
  return Number(id);
}

/** Links don't contain tokens, because clients send them with each request. */
const SECRETS = ['job_token', 'private_token', 'access_token'];

/** Returns the URL of another page. Like on the real service, its query repeats the path parameters. */
function pageAddress(
  { base, path, query, pathValues }: Call,
  changed: Readonly<Record<string, string | number>>,
): string {
  const fixed = { ...pathValues, ...changed };
  const kept = query.filter(([name]) => !Object.hasOwn(fixed, name) && !SECRETS.includes(name));
  const pairs = [...Object.entries(pathValues), ...kept, ...Object.entries(changed)];
  return `${base}${path}?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
