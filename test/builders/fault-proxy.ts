import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A response that is held back after the server behind the proxy has sent it. */
export interface HeldResponse {
  /** Resolves when the response has arrived at the proxy. */
  readonly arrived: Promise<void>;
  release(): void;
}

export interface FaultProxy {
  readonly url: string;
  /** Method and path of each request that reached the server, without the query. */
  readonly passed: readonly string[];
  /** Holds back the next response to a request whose method and path match. */
  hold(what: RegExp): HeldResponse;
  /** Replaces the next response to a matching request, which the server processes unless the fault refuses it. */
  spoil(what: RegExp, fault: Fault): void;
  close(): Promise<void>;
}

/** Responses of the server. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
type Write = (outgoing: ServerResponse, answer: Answer) => void;

const page = '<!DOCTYPE html><title>Sign in</title><form></form>';

const status =
  (code: number, headers: Record<string, string> = {}, text = '{"message":"busy"}'): Write =>
  (outgoing) => {
    outgoing.writeHead(code, { 'content-type': 'application/json', ...headers }).end(text);
  };

/** Responses that don't show that a request was processed. */
const LOST = {
  reset: (outgoing) => outgoing.socket?.resetAndDestroy(),
  'half a body': (outgoing, { headers, body, status: code }) => {
    const { 'transfer-encoding': _encoding, ...others } = headers;
    outgoing.writeHead(code, { ...others, 'content-length': body.length });
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.socket?.destroy());
  },
  'half of the JSON': (outgoing, { headers, body, status: code }) => {
    const { 'content-length': _length, ...others } = headers;
    outgoing.writeHead(code, others).end(body.subarray(0, body.length / 2));
  },
  '502 after commit': status(502, { 'content-type': 'text/html' }, page),
  '504 after commit': status(504),
  '408': status(408),
  'cut gzip': (outgoing, { headers, body, status: code }) => {
    const { 'content-length': _length, ...others } = headers;
    const zipped = gzipSync(body);
    outgoing.writeHead(code, { ...others, 'content-encoding': 'gzip' });
    outgoing.end(zipped.subarray(0, zipped.length / 2));
  },
  'sign-in page': status(200, { 'content-type': 'text/html' }, page),
} satisfies Record<string, Write>;

/** Responses that show the result, in an unusual way. */
const DELAYED = {
  trickle: (outgoing, { headers, body, status: code }) => {
    outgoing.writeHead(code, headers);
    const next = (at: number): void => {
      if (at >= body.length) outgoing.end();
      else outgoing.write(body.subarray(at, at + 64), () => setImmediate(next, at + 64));
    };
    next(0);
  },
} satisfies Record<string, Write>;

/** Responses to requests that the server didn't process. */
const REFUSED = {
  '429 with a wait': status(429, { 'retry-after': '1' }),
  '429 without a wait': status(429),
} satisfies Record<string, Write>;

const WRITERS = { ...LOST, ...DELAYED, ...REFUSED };
export type Fault = keyof typeof WRITERS;

const namesOf = <T extends object>(table: T): readonly (keyof T)[] => Object.keys(table) as (keyof T)[];
export const LOST_FAULTS = namesOf(LOST);
export const DELAYED_FAULTS = namesOf(DELAYED);
export const REFUSED_FAULTS = namesOf(REFUSED);

interface Plan {
  readonly what: RegExp;
  readonly fault?: Fault;
  readonly arrive?: () => void;
  readonly released?: Promise<void>;
}

/** Starts a proxy that holds back or replaces responses. */
export async function faultProxy(behind: string): Promise<FaultProxy> {
  const plans: Plan[] = [];
  const passed: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const name = `${method} ${url.replace(/\?.*/, '')}`;
    const at = plans.findIndex(({ what }) => what.test(name));
    const plan = at === -1 ? undefined : plans.splice(at, 1)[0];
    const fault = plan?.fault;
    if (fault !== undefined && fault in REFUSED) {
      incoming.resume().on('end', () => {
        WRITERS[fault](outgoing, { status: 0, headers: {}, body: Buffer.alloc(0) });
      });
      return;
    }
    passed.push(name);
    const { host: _host, ...others } = headers;
    const onward = request(new URL(url, behind), { method, headers: others }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        plan?.arrive?.();
        const answer = {
          status: response.statusCode ?? 500,
          headers: response.headers,
          body: Buffer.concat(chunks),
        };
        void (plan?.released ?? Promise.resolve()).then(() => {
          if (fault !== undefined) WRITERS[fault](outgoing, answer);
          else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        });
      });
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    hold: (what) => {
      let [arrive, release] = [(): void => undefined, (): void => undefined];
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      const released = new Promise<void>((resolve) => (release = resolve));
      plans.push({ what, arrive, released });
      return {
        arrived,
        release: () => {
          release();
        },
      };
    },
    spoil: (what, fault) => plans.push({ what, fault }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
