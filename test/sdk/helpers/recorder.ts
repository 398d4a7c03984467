import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { objectOf, readEnvelope } from '../../../src/sandbox/world/errors/envelope';

/** One thing that an SDK sent. */
export interface SentItem {
  /** By the endpoint that it was sent to. */
  readonly kind: string;
  /** `exception`, `message`, `session`, or the protocol's own word for anything else. */
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Recorder {
  /** The same DSN by way of this server. */
  readonly dsn: string;
  readonly items: SentItem[];
  /** Answers of the sandbox. */
  readonly statuses: number[];
  close(): Promise<void>;
}

/** Stands between an SDK and the sandbox: hands everything on as it is, and keeps what it was. */
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
      }).then(async (answer) => {
        statuses.push(answer.status);
        response.writeHead(answer.status).end(await answer.text());
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
