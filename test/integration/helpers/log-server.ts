import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with one job whose log can have any size. */
export interface LogServer {
  readonly url: string;
  status: string;
  log: Buffer;
  /** Additional fields of its jobs. They override the defaults. */
  job: object;
  /** Requests for the log. */
  readonly asked: { readonly range: string | undefined; readonly status: number }[];
  /** Closes the server. */
  stop(): Promise<void>;
}

/**
 * Starts a server with one project (1), whose job can have a log of any size. Supports `Range` and
 * `If-None-Match`.
 */
export async function startLogServer(status: string, log: Buffer): Promise<LogServer> {
  const asked: LogServer['asked'] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (/\/trace(?:\?|$)/.test(url)) {
      const etag = `W/"${it.log.length}"`;
      const range = request.headers.range;
      const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      const known = request.headers['if-none-match'] === etag;
      const code = known ? 304 : from >= it.log.length ? 416 : from > 0 ? 206 : 200;
      asked.push({ range, status: code });
      const part = { 'content-range': `bytes ${from}-${it.log.length - 1}/${it.log.length}` };
      response.writeHead(code, { etag, 'content-type': 'text/plain', ...(from > 0 ? part : {}) });
      response.end(code < 300 ? it.log.subarray(from) : undefined);
      return;
    }
    const id = Number(/\/jobs\/(\d+)$/.exec(url)?.[1] ?? 0);
    const body =
      id > 0
        ? {
            id,
            name: 'big',
            stage: 'test',
            status: it.status,
            pipeline: { id: 3, status: it.status },
            ...it.job,
          }
        : { id: 1, username: 'ada', name: 'Ada' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const it: LogServer = {
    url: `http://127.0.0.1:${port}`,
    status,
    log,
    job: {},
    asked,
    stop: () => stop(server),
  };
  return it;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
}

/** Makes a colored log of about the given number of bytes. */
export function bigLog(bytes: number): Buffer {
  const line = (index: number): string =>
    `\u001b[3${index % 8}m${String(index).padStart(9, '0')}\u001b[0m ${'some words of a log '.repeat(4)}\n`;
  const one = line(0).length;
  return Buffer.from(Array.from({ length: Math.ceil(bytes / one) }, (_, index) => line(index)).join(''));
}
