import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { objectOf, readEnvelope } from '../../../src/sandbox/world/errors/envelope';

/** An item that an SDK sent. */
export interface SentItem {
  /** The endpoint that it was sent to. */
  readonly kind: string;
  /** `exception`, `message`, `session`, or the item type of the protocol. */
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Recorder {
  /** The DSN with the host of this server. */
  readonly dsn: string;
  readonly items: SentItem[];
  /** Statuses of the sandbox's responses. */
  readonly statuses: number[];
  close(): Promise<void>;
}

/** Starts a proxy between an SDK and the sandbox: forwards requests unchanged and records their items. */
export async function recorderFor(dsn: string): Promise<Recorder> {
  const { origin } = new URL(dsn);
  const items: SentItem[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const path = request.url ?? '';
      items.push(...itemsOf(path, request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
      void fetch(`${origin}${path}`, {
        method: 'POST',
        headers: headersOf(request.headers),
        body: new Uint8Array(body),
      }).then(async (upstreamResponse) => {
        statuses.push(upstreamResponse.status);
        response.writeHead(upstreamResponse.status).end(await upstreamResponse.text());
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const here = new URL(dsn);
  here.host = `127.0.0.1:${port}`;
  return {
    dsn: here.href,
    items,
    statuses,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function itemsOf(path: string, body: Buffer): SentItem[] {
  const kind = /\/(\w+)\/(?:\?.*)?$/.exec(path)?.[1] ?? '';
  const items = kind === 'store' ? [{ type: 'event', payload: body }] : (readEnvelope(body)?.items ?? []);
  return items.map(({ type, payload: bytes }) => {
    const payload = objectOf(bytes) ?? {};
    if (type === 'sessions' || type === 'session') return { kind, type: 'session', payload };
    if (type !== 'event') return { kind, type, payload };
    return { kind, type: 'exception' in payload ? 'exception' : 'message', payload };
  });
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const wanted = ['x-sentry-auth', 'content-type', 'content-encoding'];
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
