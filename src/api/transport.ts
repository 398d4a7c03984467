import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Response } from 'node-fetch';
import { background } from '../base/background';
import type { Clock } from '../base/clock';
import { type Disposable, onDispose } from '../base/disposable';
import { type IdleTimeout, idleTimeout } from '../base/idle-timeout';
import type { RequestBody } from './encode';
import type { Method } from './endpoint';
import { ApiError, type ApiErrorFacts } from './errors';

/** Whether a user action needs the response, or it is polled in the background. */
export type Priority = 'foreground' | 'background';

export interface WireRequest {
  /** `HEAD` requests only the headers of the response to `GET`. */
  readonly method: Method | 'HEAD';
  /** Absolute URL. Its query can contain a secret: never logged, never part of an error. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Method and path pattern, for example `GET /projects/:id/jobs`, which errors contain instead of the URL.
   */
  readonly label: string;
  /** Default `foreground`. Used by transports that queue requests. */
  readonly priority?: Priority | undefined;
  /** The server's write number. A response is shared only among requests with the same number. */
  readonly writeNumber?: number | undefined;
  /** The response contains secrets and must not be cached. */
  readonly secret?: boolean | undefined;
  /** Timeout from the start to the last byte of the response, in milliseconds; no timeout if absent. */
  readonly totalMs?: number | undefined;
}

export interface WireResponse {
  readonly status: number;
  /**
   * Returns a header's value; names are case-insensitive, and several headers of one name are joined by `, `.
   */
  header(name: string): string | undefined;
  /**
   * The body without its content encoding; can be read once. Fails with an `ApiError` of kind network,
   * timeout, or aborted.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Cancels a body that wasn't read, and closes its connection. Does nothing if it was read completely. */
  cancel(): void;
}

/** Sends one request and returns its response, regardless of the status. Redirects aren't followed. */
export interface Transport {
  /** @throws ApiError of kind `network` (detail: the system's code), `timeout` or `aborted`. */
  send(request: WireRequest): Promise<WireResponse>;
}

export interface NodeTransportOptions {
  /** Value of the `User-Agent` header, for example `switchyard/1.2.3`. */
  readonly userAgent: string;
  readonly clock: Clock;
  /** Timeout without data, before the first byte and between chunks, in milliseconds. Default 30,000. */
  readonly silenceMs?: number | undefined;
}

/**
 * The transport based on Node's `http` and `https`. Dispose it to close the connections that are kept open.
 */
export function nodeTransport(options: NodeTransportOptions): Transport & Disposable {
  const kept = connections(true);
  // A server may close a kept connection while a request is being sent. A lost read can be repeated, but the
  // outcome of a lost write is unknown: each write gets a new connection.
  const fresh = connections(false);

  const send = async (request: WireRequest): Promise<WireResponse> => {
    // Loaded with the first request.
    const { default: fetch, FetchError, File, FormData } = await import('node-fetch');
    // node-fetch would destroy the stream of the body, which would report an uncaught error.
    if (request.signal?.aborted === true) throw failureOf(request, { kind: 'aborted', sent: false });
    // A server answers a file only when it has received it, which `totalMs` limits.
    const silenceMs = typeof request.body === 'object' ? request.totalMs : options.silenceMs;
    const watched = new Watched(request, options.clock, silenceMs ?? 30_000);
    const encoded = (body: RequestBody): string | InstanceType<typeof FormData> => {
      if (typeof body === 'string') return body;
      const form = new FormData();
      form.set(body.field, new File([body.file.bytes], body.file.name));
      return form;
    };
    const { agent, header } = READS.has(request.method) ? kept : fresh;
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: {
          accept: 'application/json',
          ...request.headers,
          'user-agent': options.userAgent,
          connection: header,
        },
        ...(request.body === undefined ? {} : { body: encoded(request.body) }),
        // By default, node-fetch turns a redirected POST into a GET and sends PRIVATE-TOKEN to other hosts.
        redirect: 'manual',
        signal: watched.signal,
        agent,
      });
      return watched.response(response);
    } catch (error) {
      throw watched.failure(error, error instanceof FetchError);
    }
  };

  const closing = onDispose(() => {
    kept.destroy();
    fresh.destroy();
  });
  return {
    send,
    dispose: () => {
      closing.dispose();
    },
  };
}

const READS: ReadonlySet<WireRequest['method']> = new Set(['GET', 'HEAD']);

function connections(keepAlive: boolean) {
  const http = new HttpAgent({ keepAlive });
  const https = new HttpsAgent({ keepAlive });
  return {
    agent: (url: URL): HttpAgent => (url.protocol === 'https:' ? https : http),
    // VS Code patches http and ignores such agents; the header controls whether connections are kept there
    // too.
    header: keepAlive ? 'keep-alive' : 'close',
    destroy: () => {
      http.destroy();
      https.destroy();
    },
  };
}

type Chunks = AsyncIterable<string | Uint8Array> | readonly Uint8Array[];

/** One exchange from its start to the last byte of its body: aborts it on cancellation and timeout. */
class Watched {
  readonly #request: WireRequest;
  readonly #stop = new AbortController();
  readonly #watch: IdleTimeout;
  #why: 'aborted' | 'timeout' | undefined;
  readonly #over = new AbortController();
  #finished = false;

  constructor(request: WireRequest, clock: Clock, silenceMs: number) {
    this.#request = request;
    this.#watch = idleTimeout(clock, silenceMs, () => {
      this.#end('timeout');
    });
    if (request.totalMs !== undefined) background(this.#endAfter(clock, request.totalMs));
    request.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * The idle timeout doesn't apply to a server that sends a byte now and then, so the total time is limited
   * too.
   */
  async #endAfter(clock: Clock, ms: number): Promise<void> {
    try {
      await clock.wait(ms, this.#over.signal);
      this.#end('timeout');
    } catch {
      // The response ended in time.
    }
  }

  response(response: Response): WireResponse {
    const stream = response.body;
    // A stream that is destroyed while it isn't being read must not crash the process by an unhandled error.
    stream?.on('error', () => undefined);
    this.#watch.pause();
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: this.#chunks(stream ?? []),
      cancel: () => {
        this.#end('aborted');
      },
    };
  }

  /**
   * Describes the failure without node-fetch's message, which contains the URL. `attempted` is false if
   * node-fetch or Node refused to send the request.
   */
  failure(error: unknown, attempted: boolean): ApiError {
    const kind = this.#why ?? 'network';
    this.#end(kind === 'timeout' ? 'timeout' : 'aborted');
    return failureOf(this.#request, {
      kind,
      detail: kind === 'network' ? systemCode(error) : undefined,
      sent: kind !== 'network' || (attempted && wasSent(error)),
    });
  }

  async *#chunks(stream: Chunks): AsyncGenerator<Uint8Array> {
    try {
      this.#watch.restart();
      for await (const chunk of stream) {
        // While the reader processes a chunk, the server isn't idle.
        this.#watch.pause();
        yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        this.#watch.restart();
      }
      this.#release();
    } catch (error) {
      // An interrupted body belongs to a request that was sent.
      throw this.failure(error, true);
    } finally {
      this.#end('aborted');
    }
  }

  readonly #onAbort = (): void => {
    this.#end('aborted');
  };

  #end(why: 'aborted' | 'timeout'): void {
    if (this.#finished) return;
    this.#why ??= why;
    this.#release();
    this.#stop.abort();
  }

  #release(): void {
    this.#finished = true;
    this.#watch.end();
    this.#over.abort();
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
  }
}

function failureOf(
  { label, url }: Pick<WireRequest, 'label' | 'url'>,
  facts: Pick<ApiErrorFacts, 'kind' | 'detail' | 'sent'>,
): ApiError {
  return new ApiError({ ...facts, endpoint: label, host: new URL(url).host });
}

/** Returns false if the request is known to have failed before a connection was established. */
function wasSent(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  // node-fetch reports both, but its types only include one.
  const code = 'code' in error ? error.code : undefined;
  const systemCall = 'erroredSysCall' in error ? error.erroredSysCall : undefined;
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return !neverConnected(textOf(code), textOf(systemCall));
}

/** The error code of Node or the system, for example ECONNREFUSED; other texts could contain a URL. */
function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

/** System calls that happen before anything can be sent. */
const BEFORE_SENDING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'bind']);

/** Error codes of connections that were never established. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EPROTO',
]);

/** Certificates or handshakes that weren't accepted, by the names of OpenSSL and Node. */
const NO_TLS = /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^CRL_|^HOSTNAME_MISMATCH$/;

/** True if a network failure happened before the request could be sent. */
export function neverConnected(code: string | undefined, systemCall: string | undefined): boolean {
  if (systemCall !== undefined && BEFORE_SENDING.has(systemCall)) return true;
  return code !== undefined && (NO_CONNECTION.has(code) || NO_TLS.test(code));
}
