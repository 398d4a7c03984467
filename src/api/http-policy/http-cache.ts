import { ByteLru } from '../../base/byte-lru';
import { mediaType } from '../read-json';
import type { Transport, WireRequest, WireResponse } from '../transport';
import type { TrafficCounters } from './counters';
import { requestKey } from './request-key';
import { watchBody } from './watch-body';

/** Response headers that are cached: those that readers of JSON need. */
const KEPT_HEADERS = [
  'content-type',
  'etag',
  'link',
  'x-next-page',
  'x-page',
  'x-per-page',
  'x-prev-page',
  'x-total',
  'x-total-pages',
] as const;

/** Maximum size of the HTTP cache; all JSON responses of all accounts share it. */
export const DEFAULT_CACHE_BYTES = 16 * 1024 * 1024;

/** Approximate size of an entry without its body, in bytes. */
const OVERHEAD = 500;

interface Entry {
  readonly etag: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

export interface HttpCacheOptions {
  /** The cached responses. The cache limits its size. */
  readonly entries: ByteLru<string, Entry>;
  readonly counters: TrafficCounters;
}

/** Creates a cache with a maximum size in bytes. */
export const cacheEntries = (bytes: number): ByteLru<string, Entry> => new ByteLru(bytes);

/**
 * Requests JSON with the ETag of the cached response, and returns the cached body if the server reports that
 * it is unchanged. Every read still sends a request. Texts, and requests with their own conditions or ranges,
 * bypass the cache. ETags aren't documented by the API, but the real service sends them.
 */
export function cacheTransport(transport: Transport, { entries, counters }: HttpCacheOptions): Transport {
  return {
    send: async (request) => {
      if (!isCacheable(request)) return transport.send(request);
      const key = requestKey(request);
      const entry = entries.get(key);
      const response = await transport.send(
        entry === undefined
          ? request
          : { ...request, headers: { ...request.headers, 'if-none-match': entry.etag } },
      );
      if (response.status === 304 && entry !== undefined) {
        counters.count(request, 'fromCache');
        await drain(response);
        return replay(entry, response);
      }
      // Responses other than server errors and 429 invalidate the cached one.
      if (response.status < 500 && response.status !== 429) entries.delete(key);
      return storing(response, entries, key);
    },
  };
}

function isCacheable({ method, headers, secret }: WireRequest): boolean {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return (
    method === 'GET' &&
    secret !== true &&
    headers['accept'] === 'application/json' &&
    !names.has('if-none-match') &&
    !names.has('range')
  );
}

/** The response, which is cached once it has been read completely. */
function storing(response: WireResponse, entries: ByteLru<string, Entry>, key: string): WireResponse {
  const etag = response.header('etag');
  const type = mediaType(response) ?? '';
  const kept =
    response.status === 200 &&
    etag !== undefined &&
    etag !== '' &&
    /\bjson$/.test(type) &&
    !/\bno-store\b/i.test(response.header('cache-control') ?? '');
  if (!kept) return response;

  // A response may take at most a quarter, so that it can't evict all others.
  const maxBodyLength = entries.limit / 4 - OVERHEAD;
  let chunks: Uint8Array[] = [];
  let length = 0;
  return watchBody(response, {
    chunk: (chunk) => {
      length += chunk.length;
      if (length <= maxBodyLength) chunks.push(chunk);
      else chunks = [];
    },
    end: (whole) => {
      if (!whole || length > maxBodyLength) return;
      const headers = new Map(
        KEPT_HEADERS.flatMap((name) => {
          const value = response.header(name);
          return value === undefined ? [] : [[name, value] as const];
        }),
      );
      const size = [...headers].reduce(
        (sum, [name, value]) => sum + 2 * (name.length + value.length),
        OVERHEAD,
      );
      entries.set(key, { etag, headers, body: Buffer.concat(chunks) }, size + length);
    },
  });
}

/** The cached body with the headers of the new response, because pagination may have changed. */
function replay({ headers, body }: Entry, fresh: WireResponse): WireResponse {
  return {
    status: 200,
    header: (name) => fresh.header(name) ?? headers.get(name.toLowerCase()),
    body: once(body),
    cancel: () => undefined,
  };
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
  if (body.length > 0) yield await Promise.resolve(body);
}

/** Frees the connection of a response without a body. */
async function drain(response: WireResponse): Promise<void> {
  try {
    for await (const chunk of response.body) if (chunk.length > 0) break;
  } catch {
    // The content isn't needed.
  }
  response.cancel();
}
