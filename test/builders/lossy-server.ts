import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** When a request is lost: `before` it reaches the server, or `after` the server has processed it. */
export type Loss = 'before' | 'after';

export interface LossyServer {
  readonly url: string;
  /** Methods of the requests that reached the original server. */
  readonly passed: string[];
  /** Loses the next request with a method. */
  lose(method: string, loss: Loss): void;
  close(): Promise<void>;
}

/** Starts a proxy that closes the connection without a response for the given requests. */
export async function lossyServer(behind: string): Promise<LossyServer> {
  const losses: { readonly method: string; readonly loss: Loss }[] = [];
  const passed: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const at = losses.findIndex((each) => each.method === method);
    const loss = at === -1 ? undefined : losses.splice(at, 1)[0]?.loss;
    if (loss === 'before') {
      incoming.socket.destroy();
      return;
    }
    passed.push(method);
    const { host: _host, ...others } = headers;
    const onward = request(new URL(url, behind), { method, headers: others }, (response) => {
      if (loss === 'after') {
        response.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    lose: (method, loss) => losses.push({ method, loss }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
