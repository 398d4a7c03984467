import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AlteredServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Returns the replacement of a response. `value` is the parsed response of the original server. */
export type Alter = (path: string, value: unknown) => unknown;

/** Starts a proxy that changes the responses of a server, for tests with untrusted servers. */
export async function alteredServer(behind: string, alter: Alter): Promise<AlteredServer> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const { 'accept-encoding': _coding, 'if-none-match': _known, ...others } = headers;
    const host = new URL(behind).host;
    const onward = request(new URL(url, behind), { method, headers: { ...others, host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const isJson = /json/.test(response.headers['content-type'] ?? '') && body.length > 0;
        const text = isJson ? JSON.stringify(alter(url, JSON.parse(body.toString()))) : body;
        const { 'content-length': _length, etag: _etag, ...kept } = response.headers;
        outgoing.writeHead(response.statusCode ?? 500, kept);
        outgoing.end(text);
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
