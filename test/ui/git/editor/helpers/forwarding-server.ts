import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns true if it has answered the request itself. */
export type BeforeForwarding = (
  received: { readonly headers: IncomingHttpHeaders; readonly url: string },
  response: ServerResponse,
) => boolean;

/** Starts a server on the loopback address that forwards requests to another server. */
export async function forwardingServer(to: string, before: BeforeForwarding) {
  const server = createServer((received, response) => {
    const { headers, method, url = '' } = received;
    if (before({ headers, url }, response)) return;
    const { host } = new URL(to);
    const forwarded = request(`${to}${url}`, { method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    received.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => {
        resolve();
      });
    });
  return { url: `http://127.0.0.1:${port}`, close };
}
