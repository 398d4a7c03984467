import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Below this path, on the other loopback address. */
const PREFIX = '/tools/git';

export interface RoughServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Stands before a server and says the same in another manner: values that are null are empty texts, times have an
 * offset and no milliseconds, objects have other keys around and in another order; headers are written otherwise, totals
 * are left out, the next page has a relative address between other links; bodies are packed and their length is not told,
 * and each connection ends with its answer, as in HTTP/1.0.
 */
export async function roughServer(behind: string): Promise<RoughServer> {
  const server = createServer((incoming) => {
    const { method = 'GET', url = '/', headers, socket } = incoming;
    const { host: _host, 'accept-encoding': _coding, ...others } = headers;
    const onward = request(
      new URL(url.replace(PREFIX, ''), behind),
      { method, headers: others },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          write(socket, answer.statusCode ?? 500, answer.headers, Buffer.concat(chunks));
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

/** The same links with more said of each, relative addresses, and the next one in the middle of a second header. */
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

/** The same value as another server would write it. */
function otherwise(value: unknown): unknown {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(otherwise);
  if (typeof value === 'string') return TIME.test(value) ? moved(value) : value;
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, otherwise(inner)] as const);
  return Object.fromEntries([['_links', { self: '' }], ...entries.reverse(), ['newer', [null, { a: 1 }]]]);
}

/** The same moment on a clock five and a half hours ahead, to the second. */
function moved(time: string): string {
  const there = new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString();
  return there.replace(TIME, '$1+05:30');
}
