import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it, without decoding. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  readonly bytes: Buffer;
}

export interface Loopback {
  readonly url: string;
  readonly requests: Seen[];
  readonly sockets: () => number;
  close(): Promise<void>;
}

const running: Loopback[] = [];

/** Starts a real server on this machine. `closeServers` stops it. */
export async function startServer(
  handle: (request: Seen, response: ServerResponse, number: number) => void,
): Promise<Loopback> {
  const requests: Seen[] = [];
  let sockets = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: bytes.toString(),
        bytes,
      };
      requests.push(seen);
      handle(seen, response, requests.length);
    });
  });
  server.on('connection', () => (sockets += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const loopback: Loopback = {
    url: `http://127.0.0.1:${port}`,
    requests,
    sockets: () => sockets,
    close: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  running.push(loopback);
  return loopback;
}

export async function closeServers(): Promise<void> {
  for (let server = running.pop(); server !== undefined; server = running.pop()) await server.close();
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function sendText(
  response: ServerResponse,
  text: string,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
}

export function sendHtml(response: ServerResponse, status: number): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end('<!DOCTYPE html><html><title>Sign in</title><body>Please sign in</body></html>');
}
