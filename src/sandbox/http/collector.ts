import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Project } from '../world/model';
import { readEnvelope } from '../world/errors/envelope';
import { receiveEnvelope, receiveStore } from '../world/errors/receive';
import type { World } from '../world/world';
import { readBytes } from './body';
import type { Exchange } from './exchange';
import { pairsOf } from './form';
import { json, refuse, type Reply } from './reply';

/** What a DSN names before the number of the project. */
export const COLLECTOR = '/api/v4/error_tracking/collector';

/**
 * By the public SDK protocol, a DSN `…/PATH/ID` posts to `…/PATH/api/ID/envelope/` and `…/store/`. Newer servers name
 * another path in their DSNs; programs that were set up for one are taken too.
 */
const PATH =
  /^\/(?:api\/v4\/error_tracking\/collector|errortracking\/api\/v1\/projects)\/api\/(\d{1,15})\/(envelope|store)\/?$/;

export const isCollectorPath = (path: string): boolean => PATH.test(path);

const LARGEST_SENT = 20 * 1024 * 1024;
const LARGEST = 100 * 1024 * 1024;

const refusal = (status: number, detail: string): Reply =>
  json(status, { detail, causes: [] }, { 'X-Sentry-Error': detail });

/** Answers what SDKs of error tracking send (doc 2 §2, item types). */
export async function answerCollector(exchange: Exchange, world: World): Promise<Reply> {
  const { method, path, request } = exchange;
  if (method !== 'POST') throw refuse.noMethod('POST');
  const [, id = '', kind] = PATH.exec(path) ?? [];
  const project = world.projects.find((each) => String(each.id) === id);
  const sent = await readBytes(request, LARGEST_SENT);
  if (project === undefined || !world.errors.collects(project)) throw refuse.missing('Project');
  const bytes = decompressed(sent, request.headers['content-encoding'] ?? '');
  if (bytes === 'too-large') return refusal(413, 'the body is too large');
  if (bytes === undefined) return refusal(400, 'the body could not be decompressed');
  const body = kind === 'store' ? unwrapped(bytes) : bytes;
  const refused = checkKey(world, project, exchange, kind === 'envelope' ? body : undefined);
  if (refused !== undefined) return refused;
  const received = (kind === 'store' ? receiveStore : receiveEnvelope)(world, project, body);
  if (received.kind === 'malformed')
    return refusal(400, `the body is no ${kind === 'store' ? 'event' : 'envelope'}`);
  if (received.kind === 'too-large') return refusal(413, 'the event is too large');
  return json(200, received.id === undefined ? {} : { id: received.id });
}

/** The answer to a key that is missing (401) or not one of the project (403). */
function checkKey(
  world: World,
  project: Project,
  exchange: Exchange,
  envelope: Buffer | undefined,
): Reply | undefined {
  const key = keyIn(exchange) ?? keyOfDsn(envelope);
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

/** An envelope may name its own DSN, as those do that come by way of a tunnel. */
function keyOfDsn(envelope: Buffer | undefined): string | undefined {
  const dsn = envelope === undefined ? undefined : readEnvelope(envelope)?.header['dsn'];
  return typeof dsn === 'string' ? /^https?:\/\/([^:@/]+)[:@]/.exec(dsn)?.[1] : undefined;
}

const READERS: Readonly<Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  // Some senders leave out the zlib header that the name of this encoding promises.
  deflate: (bytes, limit) => {
    try {
      return inflateSync(bytes, limit);
    } catch (error) {
      if (isTooLarge(error)) throw error;
      return inflateRawSync(bytes, limit);
    }
  },
};

function decompressed(bytes: Buffer, encoding: string): Buffer | 'too-large' | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  try {
    return read?.(bytes, { maxOutputLength: LARGEST });
  } catch (error) {
    return isTooLarge(error) ? 'too-large' : undefined;
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** Older SDKs post an event to the store endpoint as base64 of its compressed JSON. */
function unwrapped(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').trim();
  if (text.startsWith('{') || !/^[\w+/=\s]+$/.test(text)) return bytes;
  const inner = Buffer.from(text, 'base64');
  const plain = decompressed(inner, 'deflate');
  return Buffer.isBuffer(plain) ? plain : inner;
}
