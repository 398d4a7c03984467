import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { readBytes } from '../http/body';
import type { Exchange } from '../http/exchange';
import { pairsOf } from '../http/form';
import { json, refuse, type Reply } from '../http/reply';
import { readHeader } from '../world/errors/envelope';
import { receiveEnvelope, receiveStore } from '../world/errors/receive';
import type { Project } from '../world/model';
import type { World } from '../world/world';

/**
 * In the public SDK protocol, events for the DSN `…/PATH/ID` are sent to `…/PATH/api/ID/envelope/` and
 * `…/store/`. Newer servers have another path in their DSNs, which is also accepted.
 */
const PATH =
  /^\/(?:api\/v4\/error_tracking\/collector|errortracking\/api\/v1\/projects)\/api\/(\d{1,15})\/(envelope|store)\/?$/;

export const isCollectorPath = (path: string): boolean => PATH.test(path);

const MAX_SENT_SIZE = 20 * 1024 * 1024;
const MAX_SIZE = 100 * 1024 * 1024;

const refusal = (status: number, detail: string): Reply =>
  json(status, { detail, causes: [] }, { 'X-Sentry-Error': detail });

/** Handles requests from error tracking SDKs (server-behavior.md#ingestion). */
export async function handleCollector(exchange: Exchange, world: World): Promise<Reply> {
  const { method, path, request } = exchange;
  if (method !== 'POST') throw refuse.noMethod('POST');
  const [, id = '', kind] = PATH.exec(path) ?? [];
  const project = world.projects.find((each) => String(each.id) === id);
  const sent = await readBytes(request, MAX_SENT_SIZE);
  if (project === undefined || !world.errors.collects(project)) throw refuse.missing('Project');
  // The key is checked first, so that bodies without a valid key aren't decompressed completely.
  const refused = checkKey(world, project, exchange, kind === 'envelope' ? sent : undefined);
  if (refused !== undefined) return refused;
  const bytes = decompressed(sent, request.headers['content-encoding'] ?? '');
  if (bytes === 'too-large') return refusal(413, 'the body is too large');
  if (bytes === undefined) return refusal(400, 'the body could not be decompressed');
  const body = kind === 'store' ? unwrapped(bytes) : bytes;
  const received = (kind === 'store' ? receiveStore : receiveEnvelope)(world, project, body);
  if (received.kind === 'malformed')
    return refusal(400, `the body is no ${kind === 'store' ? 'event' : 'envelope'}`);
  if (received.kind === 'too-large') return refusal(413, 'the event is too large');
  return json(200, received.id === undefined ? {} : { id: received.id });
}

/** Returns an error response if the key is missing (401) or isn't one of the project's keys (403). */
function checkKey(
  world: World,
  project: Project,
  exchange: Exchange,
  sent: Buffer | undefined,
): Reply | undefined {
  const encoding = exchange.request.headers['content-encoding'] ?? '';
  const key = keyIn(exchange) ?? (sent === undefined ? undefined : keyOfDsn(beginningOf(sent, encoding)));
  if (key === undefined) return refusal(401, 'missing authorization information');
  return world.errors.keyOf(project, key) === undefined
    ? refusal(403, 'event submission rejected: unknown client key')
    : undefined;
}

function keyIn({ request: { headers }, query }: Exchange): string | undefined {
  const header = headers['x-sentry-auth'] ?? headers.authorization;
  const given = /^Sentry\s.*?\bsentry_key\s*=\s*([^\s,]+)/i.exec(String(header ?? ''))?.[1];
  const inQuery = pairsOf(query).find(([name]) => name === 'sentry_key')?.[1];
  return given ?? (inQuery === '' ? undefined : inQuery);
}

/**
 * Reads the key from the DSN in the header of an envelope, which is used by clients that send through a
 * tunnel.
 */
function keyOfDsn(beginning: Buffer): string | undefined {
  const dsn = readHeader(beginning)?.['dsn'];
  return typeof dsn === 'string' ? /^https?:\/\/([^:@/]+)[:@]/.exec(dsn)?.[1] : undefined;
}

interface Limit {
  readonly maxOutputLength: number;
  /** How to handle input that may be truncated. */
  readonly finishFlush?: number;
}

const READERS: Readonly<Record<string, (bytes: Buffer, limit: Limit) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  // Some clients omit the zlib header that this encoding requires.
  deflate: (bytes, limit) => {
    try {
      return inflateSync(bytes, limit);
    } catch (error) {
      if (isTooLarge(error)) throw error;
      return inflateRawSync(bytes, limit);
    }
  },
};

/**
 * Number of bytes that contain the header of an envelope, and the maximum size of these bytes after
 * decompression.
 */
const BEGINNING = 8 * 1024;
const MAX_OF_BEGINNING = 10 * 1024 * 1024;

/** Decompresses the first bytes of a body. Returns an empty buffer if they are invalid. */
function beginningOf(sent: Buffer, encoding: string): Buffer {
  const finishFlush =
    encoding.trim().toLowerCase() === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  const limit = { maxOutputLength: MAX_OF_BEGINNING, finishFlush };
  const read = decompressed(sent.subarray(0, BEGINNING), encoding, limit);
  return Buffer.isBuffer(read) ? read : Buffer.alloc(0);
}

function decompressed(
  bytes: Buffer,
  encoding: string,
  limit: Limit = { maxOutputLength: MAX_SIZE },
): Buffer | 'too-large' | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  try {
    return read?.(bytes, limit);
  } catch (error) {
    return isTooLarge(error) ? 'too-large' : undefined;
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** Older SDKs send events to the store endpoint as base64-encoded, compressed JSON. */
function unwrapped(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').trim();
  if (text.startsWith('{') || !/^[\w+/=\s]+$/.test(text)) return bytes;
  const inner = Buffer.from(text, 'base64');
  const plain = decompressed(inner, 'deflate');
  return Buffer.isBuffer(plain) ? plain : inner;
}
