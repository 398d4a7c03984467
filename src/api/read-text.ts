import type { TextAnswer, TextOptions, TextStream } from './client';
import type { Endpoint } from './endpoint';
import { type Fail, prepare } from './prepare';
import { mediaType } from './read-json';
import type { Connection } from './runner';
import { openStream, unchanged } from './text-stream';
import type { WireResponse } from './transport';

const DEFAULT_MAX_BYTES = 50_000_000;

/** A range answer that does not continue what is here: the whole text has to be asked for. */
const WHOLE_NEEDED = 'whole-needed';

/** A text read to its end. A body that breaks off is asked for again as a whole. */
export async function readText(
  connection: Connection,
  endpoint: Endpoint,
  args: unknown,
  options: TextOptions = {},
): Promise<TextAnswer> {
  return ask(connection, endpoint, args, { ...options, staysOpen: false, use: collect });
}

/**
 * A text as its bytes come. Until the first byte a failure is tried again like any other; after it the caller knows how
 * far the text came, and asks for the rest with `offset`.
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

interface ReadOptions<T> extends TextOptions {
  readonly staysOpen: boolean;
  readonly use: (stream: TextStream) => Promise<T>;
}

/**
 * A text such as a job log. With `etag` and `offset` it asks only for what is new; no range is documented
 * (server-behavior.md#parts-of-a-log), so a server that answers 200 with everything is as good. A range that does not
 * fit what is here (another start, an encoded body, a text that became shorter) is answered by reading the whole text.
 * `rest` ends where text and rest together reach `maxBytes`.
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
  // Without a range nothing but a whole text can come.
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
  // A sign-in page or a proxy's page, not a log.
  const type = mediaType(response);
  if (type === 'text/html') throw fail({ kind: 'not-json', status, detail: type });

  if (status !== 206 || offset === 0) return openStream('whole', response, maxBytes);
  return continues(response, offset)
    ? openStream('rest', response, Math.max(0, maxBytes - offset))
    : WHOLE_NEEDED;
}

/** True where a 206 starts exactly at the offset and its bytes are those of the text itself, not of its encoding. */
function continues(response: WireResponse, offset: number): boolean {
  const start = /^\s*bytes\s+(\d+)-/i.exec(response.header('content-range') ?? '')?.[1];
  const coding = response.header('content-encoding') ?? 'identity';
  return start !== undefined && Number(start) === offset && coding === 'identity';
}

async function collect(stream: TextStream): Promise<TextAnswer> {
  const { kind, etag } = stream;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  if (kind === 'unchanged') return { kind };
  return { kind, bytes: Buffer.concat(chunks), etag, cut: stream.cut };
}
