import { type Exchange, send } from '../http/exchange';
import { html, json, plainText, type Reply } from '../http/reply';
import { rateHeaders } from './rate-headers';
import type { FaultRule } from './rules';

/** Status in the journal for requests without a response. */
const NO_STATUS = 0;

/**
 * Applies a fault to a request. Returns the status that was sent, or undefined if the request is to be
 * handled as usual. `real` creates the regular response; git requests have none that could be modified.
 */
export async function applyFault(
  rule: FaultRule,
  exchange: Exchange,
  real: (() => Promise<Reply>) | undefined,
): Promise<number | undefined> {
  const { request, response } = exchange;
  switch (rule.kind) {
    case 'reset':
      request.socket.resetAndDestroy();
      return NO_STATUS;
    case 'ignore':
      exchange.ignored = rule.fields ?? [];
      return undefined;
    case 'slow':
      return (await isStillThere(exchange, rule.ms ?? 1_000)) ? undefined : NO_STATUS;
    case 'throttle':
      return send(exchange, throttled(rule));
    case 'status':
      return send(exchange, failed(rule));
    case 'html':
      return send(exchange, html(rule.status ?? 200, SIGN_IN));
    case 'wrong-json': {
      const reply = await real?.();
      return reply === undefined
        ? undefined
        : send(exchange, { ...reply, status: rule.status ?? reply.status, body: firstHalf(reply) });
    }
    case 'cut': {
      const reply = await real?.();
      if (reply === undefined) return undefined;
      const { type, headers } = reply;
      const status = rule.status ?? reply.status;
      const promised = String(Math.max(2, Buffer.byteLength(reply.body)));
      response.writeHead(status, { 'Content-Type': type, ...headers, 'Content-Length': promised });
      response.write(firstHalf(reply), () => response.destroy());
      return status;
    }
  }
}

/**
 * Waits; returns false if the client disconnects in the meantime. Doesn't keep the process running after
 * that.
 */
function isStillThere({ response }: Exchange, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(true);
    }, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/** Returns at least one byte, but never the complete body. */
function firstHalf({ body }: Reply): Buffer {
  const bytes = Buffer.from(body);
  return bytes.length < 2 ? Buffer.from('{') : bytes.subarray(0, Math.ceil(bytes.length / 2));
}

/**
 * Returns a 429 response in the format of the throttle or of the application rate limiter
 * (server-behavior.md#throttling).
 */
function throttled({ form = 'text', retryAfter = 1 }: FaultRule): Reply {
  const wait = retryAfter ?? undefined;
  if (form === 'json') {
    const error = 'This endpoint has been requested too many times. Try again later.';
    return json(429, { message: { error } }, wait === undefined ? {} : { 'Retry-After': String(wait) });
  }
  const headers = wait === undefined ? {} : rateHeaders({ limit: 60, observed: 61, wait, now: Date.now() });
  return { ...plainText('Retry later\n', headers), status: 429 };
}

function failed({ status = 500, form = 'json', message: customMessage }: FaultRule): Reply {
  const message = customMessage ?? STATUS_MESSAGES[status] ?? 'Error';
  if (form === 'html') return html(status, `<html><body><h1>${status} ${message}</h1></body></html>\n`);
  if (form === 'text') return { ...plainText(`${message}\n`), status };
  if (customMessage !== undefined) return json(status, { message: customMessage });
  // The message of a database timeout is nested one level deeper (server-behavior.md#error-bodies).
  return json(status, { message: status === 408 ? { error: message } : `${status} ${message}` });
}

const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  408: 'Request timed out',
  409: 'Conflict: Resource lock',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const SIGN_IN =
  '<!DOCTYPE html>\n<html><head><title>Sign in · GitLab</title></head><body><form action="/users/sign_in"></form></body></html>\n';
