import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Response } from 'node-fetch';
import { background } from '../base/background';
import type { Clock } from '../base/clock';
import { type Disposable, onDispose } from '../base/disposable';
import { type IdleTimeout, idleTimeout } from '../base/idle-timeout';
import type { Method } from './endpoint';
import { ApiError } from './errors';
import { neverConnected } from './never-connected';

/** Whether somebody waits for an answer, or it is only polled. */
export type Priority = 'foreground' | 'background';

export interface WireRequest {
  readonly method: Method;
  /** Absolute address. It can hold a secret in its query: never logged, never part of an error. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Method and path pattern, such as `GET /projects/:id/jobs`: what an error says instead of the address. */
  readonly label: string;
  /** Default `foreground`. It means something to those who queue requests. */
  readonly priority?: Priority | undefined;
  /** The answer holds secrets: nobody may keep it. */
  readonly secret?: boolean | undefined;
  /** How long it may take from its start to the last byte of its answer, in milliseconds; as long as it likes where absent. */
  readonly totalMs?: number | undefined;
}

export interface WireResponse {
  readonly status: number;
  /** A header's value by its name in any case; several headers of one name are joined by `, `. */
  header(name: string): string | undefined;
  /** The body without its content encoding; can be read once. Ends in an `ApiError` of network, timeout or aborted. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up a body that was not read, and its connection. Nothing happens where it was read whole. */
  cancel(): void;
}

/** One request over the wire and its answer, whatever the status. Redirects are answers like others. */
export interface Transport {
  /** @throws ApiError of kind `network` (detail: the system's code), `timeout` or `aborted`. */
  send(request: WireRequest): Promise<WireResponse>;
}

export interface NodeTransportOptions {
  /** Value of the `User-Agent` header, such as `switchyard/1.2.3`. */
  readonly userAgent: string;
  readonly clock: Clock;
  /** How long the server may be silent before the first byte and between two chunks. Default 30,000. */
  readonly silenceMs?: number | undefined;
}

/** The transport over Node's `http` and `https`. Dispose it to close the connections that are kept open. */
export function nodeTransport(options: NodeTransportOptions): Transport & Disposable {
  const kept = connections(true);
  // A server may close a kept connection while a request is on its way. A lost read can be
  // repeated, but the outcome of a lost write is unknown: each write gets a new connection.
  const fresh = connections(false);

  const send = async (request: WireRequest): Promise<WireResponse> => {
    // Loaded with the first request. An abort until then is noticed before anything is sent.
    const { default: fetch, FetchError } = await import('node-fetch');
    const watched = new Watched(request, options.clock, options.silenceMs ?? 30_000);
    const { agent, header } = request.method === 'GET' ? kept : fresh;
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: {
          accept: 'application/json',
          ...request.headers,
          'user-agent': options.userAgent,
          connection: header,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        // Left alone, node-fetch makes a GET of a redirected POST and carries PRIVATE-TOKEN to foreign hosts.
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

function connections(keepAlive: boolean) {
  const http = new HttpAgent({ keepAlive });
  const https = new HttpsAgent({ keepAlive });
  return {
    agent: (url: URL): HttpAgent => (url.protocol === 'https:' ? https : http),
    // The editor's host patches http and drops such agents; by the header connections are kept, or not, there too.
    header: keepAlive ? 'keep-alive' : 'close',
    destroy: () => {
      http.destroy();
      https.destroy();
    },
  };
}

type Chunks = AsyncIterable<string | Uint8Array> | readonly Uint8Array[];

/** One exchange from its start to the last byte of its body: stops it on cancellation and on silence. */
class Watched {
  readonly #request: WireRequest;
  readonly #stop = new AbortController();
  readonly #watch: IdleTimeout;
  #why: 'aborted' | 'timeout' | undefined;
  /** Given up before anything was sent. */
  readonly #late: boolean;
  readonly #over = new AbortController();
  #finished = false;

  constructor(request: WireRequest, clock: Clock, silenceMs: number) {
    this.#request = request;
    this.#watch = idleTimeout(clock, silenceMs, () => {
      this.#end('timeout');
    });
    if (request.totalMs !== undefined) background(this.#endAfter(clock, request.totalMs));
    this.#late = request.signal?.aborted === true;
    if (this.#late) this.#end('aborted');
    else request.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** A server that sends a byte now and then is never silent: it has to come to its end too. */
  async #endAfter(clock: Clock, ms: number): Promise<void> {
    try {
      await clock.wait(ms, this.#over.signal);
      this.#end('timeout');
    } catch {
      // It ended in time.
    }
  }

  response(response: Response): WireResponse {
    const stream = response.body;
    // A stream that is stopped while nobody reads it must not end the whole program by an unheard error.
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
   * What went wrong, without node-fetch's message, which holds the address. `attempted` is false for what node-fetch or
   * Node refuses to send.
   */
  failure(error: unknown, attempted: boolean): ApiError {
    const kind = this.#why ?? 'network';
    this.#end(kind === 'timeout' ? 'timeout' : 'aborted');
    return new ApiError({
      kind,
      endpoint: this.#request.label,
      host: new URL(this.#request.url).host,
      detail: kind === 'network' ? systemCode(error) : undefined,
      sent: kind === 'network' ? attempted && wasSent(error) : !this.#late,
    });
  }

  async *#chunks(stream: Chunks): AsyncGenerator<Uint8Array> {
    try {
      this.#watch.restart();
      for await (const chunk of stream) {
        // While the reader works on a chunk, the server's silence is not its fault.
        this.#watch.pause();
        yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        this.#watch.restart();
      }
      this.#release();
    } catch (error) {
      // A body that breaks off belongs to a request that was sent.
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

/** False for what ended before a connection was made; true where that isn't known. */
function wasSent(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  // node-fetch reports both, its types only one.
  const code = 'code' in error ? error.code : undefined;
  const systemCall = 'erroredSysCall' in error ? error.erroredSysCall : undefined;
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return !neverConnected(textOf(code), textOf(systemCall));
}

/** The code that Node or the system gives, such as ECONNREFUSED; anything else could hold an address. */
function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}
