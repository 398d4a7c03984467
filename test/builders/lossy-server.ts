import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of one request: `before` it never reaches the server, `after` the server does it and nobody hears. */
export type Loss = 'before' | 'after';

export interface LossyServer {
  readonly url: string;
  /** Methods of the requests that reached the server behind. */
  readonly passed: string[];
  /** The next request of a method is lost. */
  lose(method: string, loss: Loss): void;
  close(): Promise<void>;
}

/** Stands before a server and loses what a test says: the connection ends without an answer. */
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
    const onward = request(new URL(url, behind), { method, headers: others }, (answer) => {
      if (loss === 'after') {
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
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
