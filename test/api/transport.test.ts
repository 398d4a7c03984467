import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createClient } from '../../src/api/create-client';
import { getJobTrace } from '../../src/api/endpoints/jobs';
import { getVersion } from '../../src/api/endpoints/server';
import { nodeTransport, type Transport, type WireRequest } from '../../src/api/transport';
import { type Clock, systemClock } from '../../src/base/clock';
import type { Disposable } from '../../src/base/disposable';
import { silentLog } from '../../src/base/log';
import { address, clientOf, closeAll, errorOf } from './helpers/client';
import { ManualClock } from './helpers/clocks';
import { sendJson, sendText, startServer } from './helpers/loopback';

describe('the transport', () => {
  const open: Disposable[] = [];
  afterEach(async () => {
    for (const transport of open.splice(0)) transport.dispose();
    await closeAll();
  });

  const transportOf = (clock: Clock = systemClock): Transport => {
    const transport = nodeTransport({ userAgent: 'switchyard/0.0.0', clock });
    open.push(transport);
    return transport;
  };
  const get = (url: string, signal?: AbortSignal): WireRequest => ({
    method: 'GET',
    url,
    headers: {},
    label: 'GET /x',
    signal,
  });
  const clientOver = (transport: Transport) => ({
    client: (url: string) =>
      createClient({ base: address(url), transport, clock: systemClock, log: silentLog }),
  });
  const readAll = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('ends an answer that goes on for too long, however often something comes; a text may go on', async () => {
    const read = async (totalMs: number | undefined): Promise<number> => {
      const clock = new ManualClock();
      let more: () => void = () => undefined;
      const server = await startServer((_, response) => {
        more = () => response.write(' ');
        response.writeHead(200);
        more();
      });
      const response = await transportOf(clock).send({ ...get(server.url), totalMs });
      let chunks = 0;
      for await (const _ of response.body) {
        chunks += 1;
        if (chunks === 20) break;
        // Never as long as a silence that counts.
        clock.advance(20_000);
        more();
      }
      return chunks;
    };
    await errorOf(read(120_000), 'timeout');
    assert.equal(await read(undefined), 20);
  });

  it('gives an answer in JSON two minutes in all, and a log as long as it takes', async () => {
    for (const [call, most] of [
      ['json', 120_000],
      ['text', undefined],
    ] as const) {
      const asked: WireRequest[] = [];
      const wire = transportOf();
      const { client } = clientOver({
        send: (request) => {
          asked.push(request);
          return wire.send(request);
        },
      });
      const server = await startServer((_, response) => sendJson(response, { version: '18' }));
      if (call === 'json') await client(server.url).call(getVersion, {});
      else await client(server.url).text(getJobTrace, { id: 1, job_id: 7 });
      assert.deepEqual(
        asked.map(({ totalMs }) => totalMs),
        [most],
      );
    }
  });

  it('uses one connection for requests that follow each other', async () => {
    const server = await startServer((_, response) => sendJson(response, { version: '18' }));
    const { client } = clientOf(server.url);
    for (let count = 0; count < 20; count += 1) await client.call(getVersion, {});
    assert.equal(server.requests.length, 20);
    assert.equal(server.sockets(), 1);
    assert.ok(server.requests.every(({ headers }) => headers.connection === 'keep-alive'));
  });

  it('sends a write over a connection that no server has closed meanwhile', async () => {
    const uses = new Map<unknown, number>();
    const server = await startServer((request, response) => {
      const { socket } = response;
      const use = (uses.get(socket) ?? 0) + 1;
      uses.set(socket, use);
      // It said nothing of closing, and is gone when the next request of this connection comes.
      if (use > 1) socket?.destroy();
      else sendJson(response, { method: request.method });
    });
    const transport = transportOf();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const answer = await transport.send({ ...get(server.url), method });
      assert.equal(await readAll(answer.body), JSON.stringify({ method }));
    }
  });

  it('asks to keep the connection in a header of its own, for hosts that drop its agent', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    const plain = mock.method(http, 'request');
    try {
      const answer = await transportOf().send(get(server.url));
      answer.cancel();
      assert.match(JSON.stringify(plain.mock.calls[0]?.arguments), /"connection":"keep-alive"/);
    } finally {
      plain.mock.restore();
    }
  });

  it('uses its connection again after errors, redirects and answers without a body', async () => {
    const server = await startServer((request, response, number) => {
      if (request.url.endsWith('/trace')) response.writeHead(304).end();
      else if (number % 3 === 0) sendJson(response, { message: 'no' }, 404);
      else if (number % 3 === 1)
        response.writeHead(302, { location: '/api/v4/version' }).end('moved'.repeat(10_000));
      else sendJson(response, { version: '18' });
    });
    const { client } = clientOf(server.url);
    for (let count = 0; count < 9; count += 1) {
      await client.call(getVersion, {}).catch(() => undefined);
      await client.text(getJobTrace, { id: 1, job_id: 2 }, { etag: '"a"' });
    }
    assert.equal(server.sockets(), 1);
  });

  it('decodes a compressed body', async () => {
    const server = await startServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    );
    const answer = await transportOf().send(get(server.url));
    assert.equal(await readAll(answer.body), 'hello');
  });

  it('gives a redirect as an answer', async () => {
    const server = await startServer((_, response) => response.writeHead(301, { location: '/y' }).end());
    const answer = await transportOf().send(get(server.url));
    assert.equal(answer.status, 301);
    assert.equal(answer.header('Location'), '/y');
    answer.cancel();
    assert.equal(server.requests.length, 1);
  });

  it('gives up on a server that is silent before its first byte', async () => {
    const clock = new ManualClock();
    const server = await startServer(() => {
      clock.advance(29_999);
      setImmediate(() => clock.advance(1));
    });
    const error = await errorOf(transportOf(clock).send(get(server.url)), 'timeout');
    assert.equal(error.status, undefined);
    assert.equal(clock.waiting, 0);
  });

  it('gives up on a server that falls silent in the middle of a body', async () => {
    const clock = new ManualClock();
    const server = await startServer((_, response) => response.write('first'));
    const answer = await transportOf(clock).send(get(server.url));
    const chunks = answer.body[Symbol.asyncIterator]();
    assert.equal(String(Buffer.from((await chunks.next()).value as Uint8Array)), 'first');
    const second = chunks.next();
    clock.advance(30_000);
    await errorOf(second, 'timeout');
  });

  it('gives up on a server that falls silent between its headers and its body', async () => {
    const clock = new ManualClock();
    const server = await startServer((_, response) => response.flushHeaders());
    const answer = await transportOf(clock).send(get(server.url));
    const first = answer.body[Symbol.asyncIterator]().next();
    clock.advance(30_000);
    await errorOf(first, 'timeout');
  });

  it('does not blame the server for the time that its reader takes', async () => {
    const clock = new ManualClock();
    let finish: (() => void) | undefined;
    const server = await startServer((_, response) => {
      response.write('first');
      finish = () => response.end('second');
    });
    const answer = await transportOf(clock).send(get(server.url));
    const readerIsBusy = async (): Promise<void> => {
      clock.advance(100_000);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await readerIsBusy();
    const got: string[] = [];
    for await (const chunk of answer.body) {
      got.push(Buffer.from(chunk).toString());
      await readerIsBusy();
      finish?.();
    }
    assert.equal(got.join(''), 'firstsecond');
    assert.equal(clock.waiting, 0);
  });

  it('sends nothing when it was cancelled before', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    await errorOf(transportOf().send(get(server.url, AbortSignal.abort())), 'aborted');
    const { client, lines } = clientOf(server.url);
    await errorOf(client.call(getVersion, {}, { signal: AbortSignal.abort() }), 'aborted');
    assert.equal(server.requests.length, 0);
    assert.match(lines[0] ?? '', /: no answer aborted, /);
  });

  it('ends as aborted when it is cancelled before the answer, and once', async () => {
    const abort = new AbortController();
    const server = await startServer(() => abort.abort());
    await errorOf(clientOf(server.url).client.call(getVersion, {}, { signal: abort.signal }), 'aborted');
    assert.equal(server.requests.length, 1);
  });

  for (const encoding of ['identity', 'gzip']) {
    it(`ends as aborted when it is cancelled in the middle of a body (${encoding}), and closes the connection`, async () => {
      const abort = new AbortController();
      let closed: Promise<unknown> | undefined;
      const server = await startServer((_, response) => {
        closed = once(response, 'close');
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
        const start = '{"version":"'.padEnd(5000, 'x');
        response.write(encoding === 'gzip' ? gzipSync(start).subarray(0, 20) : start, () =>
          setImmediate(() => abort.abort()),
        );
      });
      await errorOf(clientOf(server.url).client.call(getVersion, {}, { signal: abort.signal }), 'aborted');
      await closed;
      assert.equal(server.requests.length, 1);
    });
  }

  it('ends as aborted when it is cancelled in the middle of an error body', async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => {
      response.writeHead(404).write('{"message":', () => setImmediate(() => abort.abort()));
    });
    await errorOf(clientOf(server.url).client.call(getVersion, {}, { signal: abort.signal }), 'aborted');
  });

  it('survives a cancellation while nobody reads the body', async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => response.write('first'));
    const answer = await transportOf().send(get(server.url, abort.signal));
    abort.abort();
    await errorOf(readAll(answer.body), 'aborted');
    answer.cancel();
  });

  it('ends as network when a body with a stated length, or a chunked one, is cut', async () => {
    for (const headers of [{ 'content-length': '100' }, {}]) {
      const server = await startServer((_, response) => {
        response.writeHead(200, headers);
        response.write('half', () => response.destroy());
      });
      const answer = await transportOf().send(get(server.url));
      const error = await errorOf(readAll(answer.body), 'network');
      assert.match(error.detail ?? '', /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/);
    }
  });

  it('ends as network when the body is not what its encoding says', async () => {
    const server = await startServer((_, response) =>
      sendText(response, 'plain', 200, { 'content-encoding': 'gzip' }),
    );
    const answer = await transportOf().send(get(server.url));
    const error = await errorOf(readAll(answer.body), 'network');
    assert.equal(error.detail, 'Z_DATA_ERROR');
  });

  it('never tells an address in an error', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const error = await errorOf(transportOf().send(get(`${server.url}/?job_token=hidden`)), 'network');
    assert.ok(!`${error.message} ${error.stack} ${JSON.stringify(error)}`.includes('hidden'));
    assert.equal(error.cause, undefined);
  });
});
