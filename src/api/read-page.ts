import { parseUrl } from '../base/parse-url';
import type { BaseAddress } from './base-address';
import type { CallOptions, Page, PageOptions, PagesOptions } from './client';
import type { Values } from './encode';
import type { Endpoint, ResponseSpec } from './endpoint';
import { nextLink } from './link-header';
import { encoding, failOf, prepare } from './prepare';
import { readJson } from './read-json';
import { withoutSecrets } from './redirect';
import type { Connection } from './runner';
import { splitArgs } from './split-query';
import type { WireResponse } from './transport';
import { validateList } from './validate';

export type ListEndpoint = Endpoint & { readonly response: Extract<ResponseSpec, { kind: 'list' }> };

/**
 * One page of a list (server-behavior.md#pagination): the first one by the arguments, any other by the server's
 * address, unchanged. A missing or unreadable total is no error. Where the `iids` make the query too long, several
 * requests give one page with all that was asked for.
 * @throws ApiError of kind `moved` for a next page on another origin: the token never goes there. The page before
 * it was read all the same.
 */
export async function readPage(
  connection: Connection,
  endpoint: ListEndpoint,
  args: unknown,
  options: PageOptions = {},
): Promise<Page<unknown>> {
  const { base } = connection;
  if (options.next !== undefined) {
    refuseForeign(options.next, base, endpoint);
    return readUrl(connection, endpoint, options.next, options);
  }
  const parts = partsOf(base, endpoint, args);
  if (parts === undefined) return readUrl(connection, endpoint, prepare(endpoint, base, args).url, options);
  const pages: Page<unknown>[] = [];
  for await (const page of readParts(connection, endpoint, parts, options)) pages.push(page);
  return mergePages(pages);
}

/** Pages of one list that are read at most; a list that says how long it is ends a little after that. */
const MAX_PAGES = 300;
const MARGIN_PAGES = 10;

/**
 * All pages, one after the other. Addresses that lead back to a page already read end the list, and so does a server that
 * gives page after page without end: then the last page still has a next one.
 */
export async function* readPages(
  connection: Connection,
  endpoint: ListEndpoint,
  args: unknown,
  options: PagesOptions = {},
): AsyncGenerator<Page<unknown>> {
  const { base } = connection;
  const parts = partsOf(base, endpoint, args);
  if (parts === undefined) yield* readFrom(connection, endpoint, prepare(endpoint, base, args).url, options);
  else yield* readParts(connection, endpoint, parts, options);
}

/** A page that was asked for. `next` is known once its headers are here. */
interface Asked {
  readonly url: string;
  readonly page: Promise<Page<unknown>>;
  next: string | undefined;
}

async function* readFrom(
  connection: Connection,
  endpoint: ListEndpoint,
  first: string,
  { ahead = false, ...options }: PagesOptions,
): AsyncGenerator<Page<unknown>> {
  const { base } = connection;
  const seen = new Set<string>([first]);
  const given = new AbortController();
  const signal =
    options.signal === undefined ? given.signal : AbortSignal.any([options.signal, given.signal]);
  const start = (url: string): Asked => {
    const onNext = (next: string): void => {
      asked.next = next;
      askAhead(asked);
    };
    const page = readUrl(connection, endpoint, url, { ...options, signal, onNext });
    // Nobody may come to wait for a page that was asked for ahead of time.
    page.catch(() => undefined);
    const asked: Asked = { url, page, next: undefined };
    return asked;
  };
  let current: Asked | undefined;
  let following: Asked | undefined;
  /** Never more than one page before the one that is being read. */
  const askAhead = (asked: Asked): void => {
    const { next } = asked;
    if (!ahead || asked !== current || following !== undefined || next === undefined) return;
    if (!seen.has(next) && !isForeign(next, base)) following = start(next);
  };
  try {
    let most = MAX_PAGES;
    for (let asked = start(first), count = 1; ; count += 1) {
      current = asked;
      askAhead(asked);
      const page = await asked.page;
      yield page;
      const url = page.next;
      if (count === 1 && page.total !== undefined) {
        most = Math.min(most, Math.ceil(page.total / Math.max(1, page.items.length)) + MARGIN_PAGES);
      }
      if (url === undefined || seen.has(url) || count >= most) return;
      seen.add(url);
      refuseForeign(url, base, endpoint);
      asked = following?.url === url ? following : start(url);
      following = undefined;
    }
  } finally {
    given.abort();
  }
}

/** Pages of parts of one list, one part after the other. What a part says of itself is not true of the whole. */
async function* readParts(
  connection: Connection,
  endpoint: ListEndpoint,
  parts: readonly Values[],
  options: PagesOptions,
): AsyncGenerator<Page<unknown>> {
  for (const part of parts) {
    const { url } = prepare(endpoint, connection.base, part);
    for await (const page of readFrom(connection, endpoint, url, options)) {
      yield { ...page, next: undefined, total: undefined };
    }
  }
}

function partsOf(base: BaseAddress, endpoint: ListEndpoint, args: unknown): readonly Values[] | undefined {
  return encoding(failOf(endpoint, base), () => splitArgs(endpoint, args));
}

/** Several pages as one. Problems are told by the index in the whole. */
function mergePages(pages: readonly Page<unknown>[]): Page<unknown> {
  let before = 0;
  const problems = pages.flatMap((page) => {
    const start = before;
    before += page.items.length + page.problems.length;
    return page.problems.map(({ index, problem }) => ({ index: start + index, problem }));
  });
  const items = pages.flatMap((page) => page.items);
  return { items, problems, next: undefined, total: before };
}

interface UrlOptions extends CallOptions {
  /** Told of the address of the next page as soon as it is known. */
  readonly onNext?: (next: string) => void;
}

function readUrl(
  { base, run }: Connection,
  endpoint: ListEndpoint,
  url: string,
  options: UrlOptions,
): Promise<Page<unknown>> {
  return run({
    endpoint,
    url,
    headers: { accept: 'application/json' },
    signal: options.signal,
    priority: options.priority,
    read: async (response, fail) => {
      const next = nextOf(response, url, base);
      if (next !== undefined) options.onNext?.(next);
      const json = await readJson(response, fail);
      if (!Array.isArray(json)) {
        throw fail({ kind: 'schema', status: response.status, detail: '$: expected array' });
      }
      return {
        ...validateList(endpoint.response.item, json),
        next,
        total: totalOf(response),
      };
    },
  });
}

function refuseForeign(next: string, base: BaseAddress, endpoint: Endpoint): void {
  if (!isForeign(next, base)) return;
  const url = parseUrl(next);
  throw failOf(
    endpoint,
    base,
  )({
    kind: 'moved',
    location: url === undefined ? undefined : withoutSecrets(url),
    detail: 'the next page is on another origin',
  });
}

function isForeign(next: string, base: BaseAddress): boolean {
  const url = parseUrl(next);
  return url?.origin !== base.origin || url.username !== '' || url.password !== '';
}

/** The server's own address of the next page; a page that names itself as its next is the last. */
function nextOf(response: WireResponse, url: string, base: BaseAddress): string | undefined {
  const header = response.header('link') ?? '';
  const link = header === '' ? numbered(response, url) : nextLink(header);
  const whole = link === undefined ? undefined : wholeAddress(link, url);
  const next = whole !== undefined && isForeign(whole, base) ? atHome(whole, response, url) : whole;
  return next === undefined || new URL(next).href === new URL(url).href ? undefined : next;
}

/**
 * A server that is reached by another name than its own configuration says names that one in its links
 * (server-behavior.md#next-page): the same list at the address that was asked, with the query of the link, else at the
 * page that `x-next-page` names. What is neither stays as it is, and is refused when it is followed: the token goes to
 * no other origin.
 */
function atHome(foreign: string, response: WireResponse, url: string): string {
  const link = new URL(foreign);
  if (!/^https?:$/.test(link.protocol) || link.username !== '' || link.password !== '') return foreign;
  if (link.search.length < 2) return numbered(response, url) ?? foreign;
  const next = new URL(url);
  next.search = link.search;
  return next.href;
}

/**
 * The same list, at the page that `x-next-page` names (server-behavior.md#next-page). No address is built where the
 * server gives one; but where a server, or a proxy on the way, leaves the Link header out, the rest of the list would
 * be lost without a word.
 */
function numbered(response: WireResponse, url: string): string | undefined {
  const number = response.header('x-next-page')?.trim() ?? '';
  if (!/^[1-9]\d{0,14}$/.test(number)) return undefined;
  const next = new URL(url);
  next.searchParams.set('page', number);
  return next.href;
}

/**
 * A whole address as it was written. RFC 8288 allows a relative one too: below the path of the page it could lead
 * deeper and deeper without end, so it has to start at the root or lead to the same path.
 */
function wholeAddress(link: string, url: string): string | undefined {
  if (parseUrl(link) !== undefined) return link;
  const whole = parseUrl(link, url);
  if (whole === undefined) return undefined;
  return link.startsWith('/') || whole.pathname === new URL(url).pathname ? whole.href : undefined;
}

function totalOf(response: WireResponse): number | undefined {
  const text = response.header('x-total')?.trim();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
