import { ByteLru } from '../../base/byte-lru';
import { mediaType } from '../read-json';
import type { Transport, WireRequest, WireResponse } from '../transport';
import type { TrafficCounters } from './counters';
import { requestKey } from './request-key';
import { watchBody } from './watch-body';

/** What readers of a JSON answer ask for; nothing else of its headers is kept. */
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

/** What an entry takes besides its body, in bytes: key and objects, roughly. */
const OVERHEAD = 500;

interface Entry {
  readonly etag: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

export interface HttpCacheOptions {
  /** Bounded by its own limit. */
  readonly entries: ByteLru<string, Entry>;
  readonly counters: TrafficCounters;
}

/** An empty cache of at most so many bytes. */
export const cacheEntries = (bytes: number): ByteLru<string, Entry> => new ByteLru(bytes);

/**
 * Asks for JSON that was read before with its ETag, and gives what was read again when the server says that it is
 * the same. Every answer is still the server's: nothing is given without asking. Texts, and requests with a condition
 * or a range of their own, pass as they are. ETags are not stated by the API: the real service sends them.
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
      // Only a failure of the server itself leaves what was known before.
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

/** The answer, which is kept once it was read whole. */
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

  // One answer takes a quarter at most, so that it cannot drive out all others.
  const room = entries.limit / 4 - OVERHEAD;
  let chunks: Uint8Array[] = [];
  let length = 0;
  return watchBody(response, {
    chunk: (chunk) => {
      length += chunk.length;
      if (length <= room) chunks.push(chunk);
      else chunks = [];
    },
    end: (whole) => {
      if (!whole || length > room) return;
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

/** What was kept, under the headers of the answer that said it still holds: pages can have moved around it. */
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

/** Lets the connection of an answer without a body be used again. */
async function drain(response: WireResponse): Promise<void> {
  try {
    for await (const chunk of response.body) if (chunk.length > 0) break;
  } catch {
    // There is nothing in it that was wanted.
  }
  response.cancel();
}
