import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { applyFault } from '../faults/inject';
import type { FaultPlan } from '../faults/plan';
import type { Throttle } from '../faults/throttle';
import type { Viewer } from '../http/call';
import { type Exchange, exchangeOf, headersTooLarge, send, uriTooLong } from '../http/exchange';
import { FOREIGN_HOST, namesLoopback } from '../http/host';
import { hasEndpoint, type Release } from '../http/releases';
import { json, RefusalError, refuse, type Reply } from '../http/reply';
import { Router } from '../http/route';
import { handlePage } from '../pages/pages';
import { ROUTES } from '../routes';
import type { World } from '../world/world';
import { API, handleApi } from './api';
import { handleCollector, isCollectorPath } from './collector';
import { preflight, readable } from './cors';
import { handleGit, isGitPath } from './git';
import { GRAPHQL, handleGraphql } from './graphql';
import type { Identity } from './identity';
import type { Journal } from './journal';

/** Not documented (server-behavior.md#long-queries); this is the usual limit of proxies. */
const MAX_QUERY_LENGTH = 8 * 1024;
/** The corresponding limit for all headers together. */
const MAX_HEADERS_LENGTH = 32 * 1024;

const headerSize = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((size, text) => size + text.length, 0);

/** Longer than clients keep idle connections, so that none is closed while a request is being sent. */
export const KEEP_ALIVE_MS = 75_000;

export interface Service {
  readonly world: World;
  readonly identity: Identity;
  readonly journal: Journal;
  /** Starts with a slash, or is empty. */
  readonly basePath: string;
  readonly faults: FaultPlan;
  /** Undefined: no rate limit. */
  readonly throttle: Throttle | undefined;
  /** Behaves like the hosted service: lists have no total counts (server-behavior.md#pagination-headers). */
  readonly hosted: boolean;
  readonly release: Release;
  /** Pages of any origin can send requests and read responses, as on the real service. */
  readonly cors: boolean;
  /** Called with unexpected errors of the sandbox, which contain no secrets. */
  readonly report: (error: unknown) => void;
}

/** Creates the HTTP server of the sandbox. The caller starts it. Each request uses the service that is current when it begins. */
export function createService(current: () => Service): Server {
  const { release } = current();
  const router = new Router(ROUTES.filter(({ endpoint }) => hasEndpoint(release, endpoint)));
  const server = createServer({ maxHeaderSize: 48 * 1024 }, (request, response) => {
    const service = current();
    handle(service, router, request, response).catch((error: unknown) => {
      service.report(error);
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(500, { 'Content-Type': 'text/plain', Connection: 'close' })
          .end('Internal error\n');
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // An invalid HTTP request only closes its own connection.
  server.on('clientError', (error: ParseError, socket) => {
    if (socket.writable) socket.end(`HTTP/1.1 ${statusOf(error)}\r\nConnection: close\r\n\r\n`);
  });
  return server;
}

interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Returns 414 if the headers are too large because of a long request line, otherwise 431. */
function statusOf({ code, rawPacket }: ParseError): string {
  if (code !== 'HPE_HEADER_OVERFLOW') return '400 Bad Request';
  const [line = ''] = (rawPacket?.toString('latin1') ?? '').split('\r\n', 1);
  const isAddress = /^[A-Z]{3,7} /.test(line) && line.length > MAX_QUERY_LENGTH;
  return isAddress ? '414 URI Too Long' : '431 Request Header Fields Too Large';
}

async function handle(
  service: Service,
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world, journal, identity } = service;
  const url = request.url ?? '';
  if (!namesLoopback(request)) {
    response.writeHead(403, { 'Content-Type': 'text/plain', Connection: 'close' }).end(FOREIGN_HOST);
    journal.add(request.method ?? '', url, 403, undefined);
    return;
  }
  const exchange = exchangeOf(request, response, service.basePath);
  if (exchange === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 Not Found\n');
    journal.add(request.method ?? '', url, 404, undefined);
    return;
  }
  world.move();
  let viewer: Viewer | undefined;
  const isGit = isGitPath(exchange.path);
  const maybeReadable = (reply: Reply): Reply => (service.cors ? readable(exchange, reply) : reply);
  const real = async (): Promise<Reply> =>
    (service.cors ? preflight(exchange) : undefined) ??
    maybeReadable(await throttledReply(service, router, exchange, (seen) => (viewer = seen)));
  const fault = service.faults.take(exchange.method, exchange.path);
  const faultStatus =
    fault === undefined ? undefined : await applyFault(fault, exchange, isGit ? undefined : real);
  const status =
    faultStatus ?? (isGit ? await handleGit(exchange, world, identity) : send(exchange, await real()));
  journal.add(exchange.method, url, status, viewer);
}

/** Applies the rate limit to API requests. */
async function throttledReply(
  service: Service,
  router: Router,
  exchange: Exchange,
  seen: (viewer: Viewer) => void,
): Promise<Reply> {
  const isApi = /^\/api\/(?:v4|graphql)(?:\/|$)/.test(exchange.path) && !isCollectorPath(exchange.path);
  const counted = isApi ? service.throttle?.count(exchange.request.headers) : undefined;
  if (counted === undefined) return replyTo(service, router, exchange, seen);
  if ('refused' in counted) return counted.refused;
  const reply = await replyTo(service, router, exchange, seen);
  return { ...reply, headers: { ...reply.headers, ...counted.headers } };
}

async function replyTo(
  service: Service,
  router: Router,
  exchange: Exchange,
  seen: (viewer: Viewer) => void,
): Promise<Reply> {
  const { path, query } = exchange;
  try {
    if (query.length > MAX_QUERY_LENGTH) return uriTooLong;
    if (headerSize(exchange.request) > MAX_HEADERS_LENGTH) return headersTooLarge;
    if (/^\/api\/v3(\/|$)/.test(path)) throw refuse.gone();
    if (isCollectorPath(path)) return await handleCollector(exchange, service.world);
    if (path === GRAPHQL) return await handleGraphql(exchange, service.world, service.identity, seen);
    if (path === API || path.startsWith(`${API}/`)) {
      return await handleApi(exchange, service, router, seen);
    }
    // There are no other API versions (server-behavior.md#api-version).
    if (/^\/api(\/|$)/.test(path)) throw refuse.noRoute();
    return handlePage(exchange, service.world);
  } catch (error) {
    if (error instanceof RefusalError) return error.reply;
    service.report(error);
    return json(500, { message: '500 Internal Server Error' });
  }
}
