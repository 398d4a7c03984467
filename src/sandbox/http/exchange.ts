import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { targetOf } from './host';
import { plainText, type Reply } from './reply';

/** A parsed request. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Path below the base path, without decoding percent escapes. */
  readonly path: string;
  readonly query: string;
  /** URL of the sandbox as used by the client. */
  readonly base: string;
  /** Names of parameters that are ignored. */
  ignored?: readonly string[];
}

/** Parses a request. Returns undefined if its path isn't below `basePath`. */
export function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  basePath: string,
): Exchange | undefined {
  const { host, target: url } = targetOf(request);
  const mark = url.indexOf('?');
  const whole = mark < 0 ? url : url.slice(0, mark);
  if (!whole.startsWith(`${basePath}/`) && whole !== basePath) return undefined;
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: whole.slice(basePath.length) || '/',
    query: mark < 0 ? '' : url.slice(mark + 1),
    base: `http://${hostOf(host, request)}${basePath}`,
  };
}

/** Returns the host as named by the client, or the socket's address if the name is missing or invalid. */
function hostOf(host: string, { socket }: IncomingMessage): string {
  return /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i.test(host)
    ? host
    : `127.0.0.1:${String(socket.localPort)}`;
}

/**
 * Sends a response and returns its status. Responds with 304 if the client has already received the same body
 * (weak ETag).
 */
export function send({ request, response, method }: Exchange, reply: Reply): number {
  const headers: Record<string, string> = {
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': reply.type,
    ...reply.headers,
  };
  let { status } = reply;
  if (status === 200 && (method === 'GET' || method === 'HEAD')) {
    const etag = `W/"${createHash('md5').update(reply.body).digest('hex')}"`;
    headers['ETag'] = etag;
    headers['Cache-Control'] = 'max-age=0, private, must-revalidate';
    if (isKnown(request.headers['if-none-match'], etag)) status = 304;
  }
  if (status === 304) {
    delete headers['Content-Type'];
    response.writeHead(status, headers).end();
    return status;
  }
  if (isEmpty(reply)) delete headers['Content-Type'];
  if (status !== 204) headers['Content-Length'] = String(Buffer.byteLength(reply.body));
  response.writeHead(status, headers);
  if (method !== 'HEAD') response.write(reply.body);
  endOnceRead(request, response);
  return status;
}

/** An empty body isn't valid JSON, so clients would fail to parse it. */
const isEmpty = ({ type, body }: Reply): boolean => type === 'application/json' && body.length === 0;

/** Maximum time in milliseconds for which the rest of a request is read after the response. */
const LINGER = 5_000;

/**
 * Ends a response after its body was written. If the client is still sending, the rest of the request is read
 * and discarded for a while: closing a connection while the client is writing can lose the response (RFC
 * 9112, section 9.6).
 */
export function endOnceRead(request: IncomingMessage, response: ServerResponse): void {
  if (request.readableEnded || request.complete) {
    response.end();
    return;
  }
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER);
  request.once('end', end).once('close', end).resume();
}

/** If-None-Match uses weak comparison, with or without `W/`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || opaqueTagOf(one) === opaqueTagOf(etag));
}
const opaqueTagOf = (etag: string): string => etag.trim().replace(/^W\//, '');

/**
 * The response of a proxy in front of the real service to a query that is too long
 * (server-behavior.md#long-queries).
 */
export const uriTooLong: Reply = { ...plainText('Request-URI Too Large\n'), status: 414 };

export const headersTooLarge: Reply = { ...plainText('Request Header Fields Too Large\n'), status: 431 };
