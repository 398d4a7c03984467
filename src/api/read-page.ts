import { ignoreFailure } from '../base/background';
import { parseUrl } from '../base/parse-url';
import type { BaseAddress } from './base-address';
import type { CallOptions, Page, PageOptions, PagesOptions } from './client';
import type { Values } from './encode';
import type { Endpoint, ResponseSpec } from './endpoint';
import { nextLink } from './link-header';
import { encoding, failOf, prepare } from './prepare';
import { readJsonList } from './read-json';
import { withoutSecrets } from './redirect';
import type { Connection } from './runner';
import { splitArgs } from './split-query';
import type { WireResponse } from './transport';
import { validateList } from './validate';

export type ListEndpoint = Endpoint & { readonly response: Extract<ResponseSpec, { kind: 'list' }> };

/**
 * Returns a page of a list (server-behavior.md#pagination): the first one by the arguments, others by the
 * server's URL, unchanged. A missing or invalid total isn't an error. If the `iids` make the query too long,
 * several requests together return one page with all items.
 * @throws ApiError of kind `moved` for a next page on another origin, which never gets the token. The page
 * before it has already been returned.
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

/** Maximum number of pages that are read; if the total is known, the limit is slightly above it. */
const MAX_PAGES = 300;
const MARGIN_PAGES = 10;

/**
 * Yields all pages in order. Stops before a URL that was already read, and after the maximum number of pages;
 * the last page then still has a `next`.
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

/** A requested page. `next` is known when its headers have arrived. */
interface PageRequest {
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
  const start = (url: string): PageRequest => {
    const onNext = (next: string): void => {
      request.next = next;
      askAhead(request);
    };
    const page = readUrl(connection, endpoint, url, { ...options, signal, onNext });
    // A prefetched page may never be awaited.
    ignoreFailure(page);
    const request: PageRequest = { url, page, next: undefined };
    return request;
  };
  let current: PageRequest | undefined;
  let following: PageRequest | undefined;
  /** At most one page ahead of the one that is being read. */
  const askAhead = (request: PageRequest): void => {
    const { next } = request;
    if (!ahead || request !== current || following !== undefined || next === undefined) return;
    if (!seen.has(next) && !isForeign(next, base)) following = start(next);
  };
  try {
    let most = MAX_PAGES;
    for (let request = start(first), count = 1; ; count += 1) {
      current = request;
      askAhead(request);
      const page = await request.page;
      yield page;
      const url = page.next;
      if (count === 1 && page.total !== undefined) {
        most = Math.min(most, Math.ceil(page.total / Math.max(1, page.items.length)) + MARGIN_PAGES);
      }
      if (url === undefined || seen.has(url) || count >= most) return;
      seen.add(url);
      refuseForeign(url, base, endpoint);
      request = following?.url === url ? following : start(url);
      following = undefined;
    }
  } finally {
    given.abort();
  }
}

/** Pages of the parts of a list, in order. Totals of a part don't apply to the whole. */
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

/** Combines several pages. Problems get their index in the whole. */
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
  /** Called with the URL of the next page as soon as it is known. */
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
      const elements = await readJsonList(response, fail, options.signal);
      return {
        ...validateList(endpoint.response.item, elements),
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

/** The server's URL of the next page; a page that links to itself is the last one. */
function nextOf(response: WireResponse, url: string, base: BaseAddress): string | undefined {
  const header = response.header('link') ?? '';
  const link = header === '' ? numbered(response, url) : nextLink(header);
  const whole = link === undefined ? undefined : wholeAddress(link, url);
  const next = whole !== undefined && isForeign(whole, base) ? atHome(whole, response, url) : whole;
  return next === undefined || new URL(next).href === new URL(url).href ? undefined : next;
}

/**
 * A server that is reached under another name than the configured one uses the configured name in its links
 * (server-behavior.md#next-page). Then the same list is requested at the original URL, with the query of the
 * link, or else the page that `x-next-page` names. Other URLs stay unchanged and are rejected when they are
 * followed, because no other origin gets the token.
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
 * The same list, at the page that `x-next-page` names (server-behavior.md#next-page). The server's URL is
 * preferred, but if the server or a proxy omits the Link header, the rest of the list would be lost silently.
 */
function numbered(response: WireResponse, url: string): string | undefined {
  const number = response.header('x-next-page')?.trim() ?? '';
  if (!/^[1-9]\d{0,14}$/.test(number)) return undefined;
  const next = new URL(url);
  next.searchParams.set('page', number);
  return next.href;
}

/**
 * The absolute URL of a link. RFC 8288 also allows relative ones: relative to the page's path, they could get
 * longer and longer, so they must start at the root or have the same path.
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
