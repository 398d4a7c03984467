import type { CallOptions, TextOptions, TextResult, TextStream } from './client';
import type { Endpoint } from './endpoint';
import { type Fail, prepare } from './prepare';
import { mediaType } from './read-json';
import type { Connection } from './runner';
import { contentLengthOf, openStream, unchanged } from './text-stream';
import type { WireResponse } from './transport';

const DEFAULT_MAX_BYTES = 50_000_000;

/** A range response that doesn't continue the cached bytes: the whole text has to be requested. */
const WHOLE_NEEDED = 'whole-needed';

/** Reads a text to its end. An interrupted body is requested again from the start. */
export async function readText(
  connection: Connection,
  endpoint: Endpoint,
  args: unknown,
  options: TextOptions = {},
): Promise<TextResult> {
  return ask(connection, endpoint, args, { ...options, staysOpen: false, use: collect });
}

/**
 * Reads a text in chunks. Until the first byte, failures are retried as usual; afterwards, the caller knows
 * how far it got, and requests the rest with `offset`.
 */
export async function streamText(
  connection: Connection,
  endpoint: Endpoint,
  args: unknown,
  options: TextOptions = {},
): Promise<TextStream> {
  return ask(connection, endpoint, args, {
    ...options,
    staysOpen: true,
    use: (stream) => Promise.resolve(stream),
  });
}

/**
 * Returns the size of a text in bytes without reading it; undefined if the server doesn't send it. Asks for an
 * unencoded text, because the size of a compressed one is unknown.
 */
export async function lengthOfText(
  { base, run }: Connection,
  endpoint: Endpoint,
  args: unknown,
  { signal, priority }: CallOptions = {},
): Promise<number | undefined> {
  const { url } = prepare(endpoint, base, args);
  const headers = { accept: 'text/plain, */*;q=0.5', 'accept-encoding': 'identity' };
  const read = (response: WireResponse): Promise<number | undefined> =>
    Promise.resolve(mediaType(response) === 'text/html' ? undefined : contentLengthOf(response));
  return run({ endpoint, url, headers, signal, priority, headersOnly: true, read });
}

interface ReadOptions<T> extends TextOptions {
  readonly staysOpen: boolean;
  readonly use: (stream: TextStream) => Promise<T>;
}

/**
 * Reads a text such as a job log. With `etag` and `offset`, requests only new content. Ranges aren't
 * documented (server-behavior.md#parts-of-a-log), so a 200 with the whole text is accepted too. If a range
 * doesn't fit (another start, an encoded body, a text that became shorter), the whole text is read. `rest`
 * ends where text and rest together reach `maxBytes`.
 */
async function ask<T>(
  { base, run }: Connection,
  endpoint: Endpoint,
  args: unknown,
  options: ReadOptions<T>,
): Promise<T> {
  const { url } = prepare(endpoint, base, args);
  const { etag, signal, priority, offset = 0, maxBytes = DEFAULT_MAX_BYTES, staysOpen, use } = options;
  const from = (start: number, tag: string | undefined): Promise<T | typeof WHOLE_NEEDED> =>
    run({
      endpoint,
      url,
      headers: {
        accept: 'text/plain, */*;q=0.5',
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
        ...(start > 0 ? { range: `bytes=${start}-` } : {}),
      },
      signal,
      priority,
      staysOpen,
      endless: true,
      accepts: [...(tag === undefined ? [] : [304]), ...(start > 0 ? [416] : [])],
      read: async (response, fail) => {
        const stream = streamOf(response, start, maxBytes, fail);
        if (stream !== WHOLE_NEEDED) return use(stream);
        response.cancel();
        return stream;
      },
    });

  const first = await from(offset, etag);
  if (first !== WHOLE_NEEDED) return first;
  const second = await from(0, undefined);
  // Without a range, only the whole text is possible.
  return second === WHOLE_NEEDED ? use(unchanged(undefined)) : second;
}

function streamOf(
  response: WireResponse,
  offset: number,
  maxBytes: number,
  fail: Fail,
): TextStream | typeof WHOLE_NEEDED {
  const { status } = response;
  if (status === 304) return unchanged(response);
  if (status === 416) {
    const total = /\/(\d+)\s*$/.exec(response.header('content-range') ?? '')?.[1];
    return total !== undefined && Number(total) < offset ? WHOLE_NEEDED : unchanged(response);
  }
  // A sign-in page or a proxy's page, not a log. An HTML file is sent as an attachment.
  const type = mediaType(response);
  const isFile = /^\s*attachment\b/i.test(response.header('content-disposition') ?? '');
  if (type === 'text/html' && !isFile) throw fail({ kind: 'not-json', status, detail: type });

  if (status !== 206 || offset === 0) return openStream('whole', response, maxBytes);
  return continues(response, offset)
    ? openStream('rest', response, Math.max(0, maxBytes - offset))
    : WHOLE_NEEDED;
}

/** True if a 206 starts exactly at the offset and its bytes aren't encoded. */
function continues(response: WireResponse, offset: number): boolean {
  const start = /^\s*bytes\s+(\d+)-/i.exec(response.header('content-range') ?? '')?.[1];
  const coding = response.header('content-encoding') ?? 'identity';
  return start !== undefined && Number(start) === offset && coding === 'identity';
}

async function collect(stream: TextStream): Promise<TextResult> {
  const { kind, etag } = stream;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  if (kind === 'unchanged') return { kind };
  return { kind, bytes: Buffer.concat(chunks), etag, cut: stream.cut };
}
