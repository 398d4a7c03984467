import type { Client, TextStream } from '../../api/client';
import { getJobTrace } from '../../api/endpoints/jobs';
import { isApiError, isCanceled } from '../../api/errors';
import { type LogOverlap, OVERLAP_BYTES } from './overlap';

interface TraceArgs {
  readonly id: number | string;
  readonly job_id: number;
}

interface AskOptions {
  readonly signal: AbortSignal;
  readonly etag: string | undefined;
  /** Number of raw bytes already read. */
  readonly offset: number;
  readonly overlap: Pick<LogOverlap, 'first' | 'last'>;
}

/** The log from a byte on. */
export interface LogPart {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Offset of its first byte in the raw log. */
  readonly from: number;
  /** Number of first bytes that are already known. */
  readonly skip: number;
  /** In bytes; undefined if the server doesn't send it. */
  readonly length: number | undefined;
  readonly etag: string | undefined;
  /** Closes the connection of a part that isn't read. */
  cancel(): void;
}

/** How servers send only a part, as far as their responses have shown. */
const partsBy = new WeakMap<Client, 'byte-offset' | 'range'>();

/**
 * Reads the rest of a log. Servers have three ways (server-behavior.md#parts-of-a-log): the parameter `byte_offset`,
 * `Range`, or only the whole log. The first response to an offset shows whether the server supports the parameter.
 *
 * Undefined if the job has no log: 404 or an empty 200 (server-behavior.md#log-of-a-job). `replaced`: the server has
 * another log than the one that was read.
 */
export async function requestLog(
  client: Client,
  args: TraceArgs,
  options: AskOptions,
): Promise<LogPart | 'replaced' | undefined> {
  try {
    return offersOffset(client, options)
      ? await askFromOffset(client, args, options)
      : await askByRange(client, args, options);
  } catch (error) {
    if (isApiError(error, 'not-found')) return undefined;
    throw error;
  }
}

/** Returns the size of a log in bytes; undefined if the server doesn't send it, or doesn't respond to `HEAD`. */
export async function requestLogSize(
  client: Client,
  args: TraceArgs,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return await client.textLength(getJobTrace, args, { signal });
  } catch (error) {
    if (isCanceled(error)) throw error;
    return undefined;
  }
}

/** True if a part can be distinguished from the whole log, or the server is known to support `byte_offset`. */
function offersOffset(client: Client, { offset, overlap: { first, last } }: AskOptions): boolean {
  if (offset < OVERLAP_BYTES || partsBy.get(client) === 'range') return false;
  return partsBy.get(client) === 'byte-offset' || (first.length > 0 && !isEqual(first, last));
}

/** `Range` is also sent until it is known which one the server supports. */
async function askFromOffset(
  client: Client,
  args: TraceArgs,
  options: AskOptions,
  withRange = partsBy.get(client) === undefined,
): Promise<LogPart | 'replaced'> {
  const { signal, offset, overlap } = options;
  const { first, last } = overlap;
  const from = offset - last.length;
  const range = withRange ? { offset: from } : {};
  const limits = { signal, maxBytes: Number.MAX_SAFE_INTEGER, ...range };
  let stream: TextStream;
  try {
    stream = await client.stream(getJobTrace, { ...args, byte_offset: from }, limits);
  } catch (error) {
    // A server that refuses the parameter gets requests without it.
    if (!isApiError(error, 'bad-request')) throw error;
    partsBy.set(client, 'range');
    return askByRange(client, args, options);
  }
  const { kind, length } = stream;
  const cancel = (): void => {
    stream.cancel();
  };
  const { start, all } = await startOf(stream, last.length > 0 ? last.length : first.length, cancel);
  // Without known bytes before the offset, the response must not be the whole log.
  const isRest =
    last.length > 0 ? isEqual(start, last) : kind === 'rest' || !isEqual(start, first) || start.length === 0;
  if (isRest) {
    if (start.length > 0) partsBy.set(client, kind === 'rest' ? 'range' : 'byte-offset');
    return { stream: all, from, skip: last.length, length, etag: undefined, cancel };
  }
  if (kind === 'whole' && isEqual(start, first)) {
    partsBy.set(client, 'range');
    return { stream: all, from: 0, skip: offset, length, etag: stream.etag, cancel };
  }
  stream.cancel();
  // The server may have applied both, one to the result of the other.
  return kind === 'rest' ? askFromOffset(client, args, options, false) : 'replaced';
}

async function askByRange(
  client: Client,
  args: TraceArgs,
  { signal, etag, offset, overlap: { last } }: AskOptions,
): Promise<LogPart | 'replaced'> {
  const from = offset - last.length;
  const asked = { signal, etag, offset: from, maxBytes: Number.MAX_SAFE_INTEGER };
  const stream = await client.stream(getJobTrace, args, asked);
  const { kind, length } = stream;
  const cancel = (): void => {
    stream.cancel();
  };
  if (last.length === 0 || kind === 'unchanged') {
    const known = kind === 'whole' ? offset : 0;
    return { stream, from: offset - known, skip: known, length, etag: stream.etag, cancel };
  }
  // The whole log has the known bytes, too.
  const before = kind === 'whole' ? from : 0;
  const rest = before === 0 ? stream : after(stream, before);
  const { start, all } = await startOf(rest, last.length, cancel);
  if (!isEqual(start, last)) {
    cancel();
    return 'replaced';
  }
  return {
    stream: all,
    from,
    skip: last.length,
    etag: stream.etag,
    cancel,
    length: length === undefined ? undefined : length - before,
  };
}

/** Returns a stream without its first bytes. */
async function* after(stream: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let missing = length;
  for await (const chunk of stream) {
    const known = Math.min(missing, chunk.length);
    missing -= known;
    if (known < chunk.length) yield chunk.subarray(known);
  }
}

/** Reads the first bytes of a stream. `all` contains them, too, and calls `end` when it ends. */
async function startOf(
  stream: AsyncIterable<Uint8Array>,
  length: number,
  end: () => void,
): Promise<{ readonly start: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const chunks = stream[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let missing = length;
  while (missing > 0) {
    const next = await chunks.next();
    if (next.done === true) break;
    read.push(next.value);
    missing -= next.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* read;
      for (;;) {
        const next = await chunks.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      end();
    }
  }
  return { start: Buffer.concat(read).subarray(0, length), all: all() };
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
