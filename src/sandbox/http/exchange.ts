import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { targetOf } from './host';
import { plainText, type Reply } from './reply';

/** A request, taken apart once. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Path below the base path, raw: percent escapes are as they were sent. */
  readonly path: string;
  readonly query: string;
  /** Where the sandbox is for whoever asked. */
  readonly base: string;
}

/** Takes a request apart; undefined where it is not meant for `basePath`. */
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

/** The name by which the client knows this server; the socket's own address where it gives none that fits. */
function hostOf(host: string, { socket }: IncomingMessage): string {
  return /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i.test(host)
    ? host
    : `127.0.0.1:${String(socket.localPort)}`;
}

/** Writes the answer; a body that the client has already is not sent again (weak ETag). */
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

/** An empty body is no JSON, and clients that are told that it is fail on it. */
const isEmpty = ({ type, body }: Reply): boolean => type === 'application/json' && body.length === 0;

/** In milliseconds: so long an answered client may go on sending. */
const LINGER = 5_000;

/**
 * Ends an answer whose bytes are written. Where the client is still sending, its bytes are taken in and thrown away
 * for a while: a connection that is closed on somebody who writes loses the answer too (RFC 9112, section 9.6).
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

/** If-None-Match compares weakly: with or without `W/`. */
function isKnown(asked: string | undefined, etag: string): boolean {
  return (asked ?? '').split(',').some((one) => one.trim() === '*' || bare(one) === bare(etag));
}
const bare = (etag: string): string => etag.trim().replace(/^W\//, '');

/** What a proxy in front of the real service says to a query that is too long (server-behavior.md#long-queries). */
export const uriTooLong: Reply = { ...plainText('Request-URI Too Large\n'), status: 414 };

export const headersTooLarge: Reply = { ...plainText('Request Header Fields Too Large\n'), status: 431 };
