import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** The base path of the server, which listens on the IPv6 loopback address. */
const PREFIX = '/tools/git';

export interface RoughServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy that returns the same data in another format: empty strings instead of null, times with an
 * offset and without milliseconds, additional keys in another order, other spellings of headers, no totals, a
 * relative URL of the next page between other links, and compressed bodies without a length. Like in
 * HTTP/1.0, each connection closes after its response.
 */
export async function roughServer(behind: string): Promise<RoughServer> {
  const server = createServer((incoming) => {
    const { method = 'GET', url = '/', headers, socket } = incoming;
    const { host: _host, 'accept-encoding': _coding, ...others } = headers;
    const onward = request(
      new URL(url.replace(PREFIX, ''), behind),
      { method, headers: others },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          write(socket, response.statusCode ?? 500, response.headers, Buffer.concat(chunks));
        });
      },
    );
    onward.on('error', () => socket.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://[::1]:${port}${PREFIX}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function write(socket: Socket, status: number, headers: IncomingHttpHeaders, body: Buffer): void {
  const isJson = /json/.test(headers['content-type'] ?? '') && body.length > 0;
  const text = isJson
    ? Buffer.from(`\ufeff${JSON.stringify(otherwise(JSON.parse(body.toString())))}\n`)
    : body;
  const lines = [
    `HTTP/1.0 ${status} Whatever`,
    'SERVER: rough',
    `content-TYPE: ${isJson ? 'application/json;charset="UTF-8"' : 'text/plain'}`,
    ...linksOf(headers),
    ...(headers.location === undefined ? [] : [`LOCATION: ${headers.location}`]),
    ...(text.length === 0 ? [] : ['Content-encoding: gzip']),
  ];
  socket.end(
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), text.length === 0 ? text : gzipSync(text)]),
  );
}

/**
 * Returns the next link as a relative URL, between other links with more parameters, in the second of two
 * headers.
 */
function linksOf({ link }: IncomingHttpHeaders): readonly string[] {
  const next = /<([^>]*)>; rel="next"/.exec(String(link ?? ''))?.[1];
  if (next === undefined) return [];
  const { pathname, search } = new URL(next);
  return [
    'LiNk: <https://docs.example/api>; title="a, b; rel=next" ; rel=help',
    `LiNk: </first>;rel=first,<${PREFIX}${pathname}${search}>;type=application/json;rel="up next";title*=UTF-8''n,</last>; rel=last`,
  ];
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/;

/** Returns the value in another format. */
function otherwise(value: unknown): unknown {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(otherwise);
  if (typeof value === 'string') return TIME.test(value) ? moved(value) : value;
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, otherwise(inner)] as const);
  return Object.fromEntries([['_links', { self: '' }], ...entries.reverse(), ['newer', [null, { a: 1 }]]]);
}

/** Returns the same time with the offset +05:30, without milliseconds. */
function moved(time: string): string {
  const there = new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString();
  return there.replace(TIME, '$1+05:30');
}
