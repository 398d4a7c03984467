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

describe('transport', () => {
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

  it('limits the total duration of a response, except of texts', async () => {
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
        // Shorter than the idle timeout.
        clock.advance(20_000);
        more();
      }
      return chunks;
    };
    await errorOf(read(120_000), 'timeout');
    assert.equal(await read(undefined), 20);
  });

  it('limits JSON responses to two minutes, but not job logs', async () => {
    for (const [call, most] of [
      ['json', 120_000],
      ['text', undefined],
    ] as const) {
      const requests: WireRequest[] = [];
      const wire = transportOf();
      const { client } = clientOver({
        send: (request) => {
          requests.push(request);
          return wire.send(request);
        },
      });
      const server = await startServer((_, response) => sendJson(response, { version: '18' }));
      if (call === 'json') await client(server.url).call(getVersion, {});
      else await client(server.url).text(getJobTrace, { id: 1, job_id: 7 });
      assert.deepEqual(
        requests.map(({ totalMs }) => totalMs),
        [most],
      );
    }
  });

  it('uses one connection for consecutive requests', async () => {
    const server = await startServer((_, response) => sendJson(response, { version: '18' }));
    const { client } = clientOf(server.url);
    for (let count = 0; count < 20; count += 1) await client.call(getVersion, {});
    assert.equal(server.requests.length, 20);
    assert.equal(server.sockets(), 1);
    assert.ok(server.requests.every(({ headers }) => headers.connection === 'keep-alive'));
  });

  it('never sends a write over a connection that the server may have closed', async () => {
    const uses = new Map<unknown, number>();
    const server = await startServer((request, response) => {
      const { socket } = response;
      const use = (uses.get(socket) ?? 0) + 1;
      uses.set(socket, use);
      // Closes the connection on its second request, without having sent Connection: close.
      if (use > 1) socket?.destroy();
      else sendJson(response, { method: request.method });
    });
    const transport = transportOf();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const wireResponse = await transport.send({ ...get(server.url), method });
      assert.equal(await readAll(wireResponse.body), JSON.stringify({ method }));
    }
  });

  it('sends a keep-alive header for hosts that replace its agent', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    const plain = mock.method(http, 'request');
    try {
      const wireResponse = await transportOf().send(get(server.url));
      wireResponse.cancel();
      assert.match(JSON.stringify(plain.mock.calls[0]?.arguments), /"connection":"keep-alive"/);
    } finally {
      plain.mock.restore();
    }
  });

  it('reuses its connection after errors, redirects, and responses without a body', async () => {
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

  it('decompresses a body', async () => {
    const server = await startServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    );
    const wireResponse = await transportOf().send(get(server.url));
    assert.equal(await readAll(wireResponse.body), 'hello');
  });

  it('returns a redirect as a response', async () => {
    const server = await startServer((_, response) => response.writeHead(301, { location: '/y' }).end());
    const wireResponse = await transportOf().send(get(server.url));
    assert.equal(wireResponse.status, 301);
    assert.equal(wireResponse.header('Location'), '/y');
    wireResponse.cancel();
    assert.equal(server.requests.length, 1);
  });

  it("times out if the server doesn't respond", async () => {
    const clock = new ManualClock();
    const server = await startServer(() => {
      clock.advance(29_999);
      setImmediate(() => clock.advance(1));
    });
    const error = await errorOf(transportOf(clock).send(get(server.url)), 'timeout');
    assert.equal(error.status, undefined);
    assert.equal(clock.waiting, 0);
  });

  it('times out if the server stops sending the body', async () => {
    const clock = new ManualClock();
    const server = await startServer((_, response) => response.write('first'));
    const wireResponse = await transportOf(clock).send(get(server.url));
    const chunks = wireResponse.body[Symbol.asyncIterator]();
    assert.equal(String(Buffer.from((await chunks.next()).value as Uint8Array)), 'first');
    const second = chunks.next();
    clock.advance(30_000);
    await errorOf(second, 'timeout');
  });

  it('times out if the server sends headers but no body', async () => {
    const clock = new ManualClock();
    const server = await startServer((_, response) => response.flushHeaders());
    const wireResponse = await transportOf(clock).send(get(server.url));
    const first = wireResponse.body[Symbol.asyncIterator]().next();
    clock.advance(30_000);
    await errorOf(first, 'timeout');
  });

  it("doesn't count the time that the reader needs", async () => {
    const clock = new ManualClock();
    let finish: (() => void) | undefined;
    const server = await startServer((_, response) => {
      response.write('first');
      finish = () => response.end('second');
    });
    const wireResponse = await transportOf(clock).send(get(server.url));
    const readerIsBusy = async (): Promise<void> => {
      clock.advance(100_000);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await readerIsBusy();
    const got: string[] = [];
    for await (const chunk of wireResponse.body) {
      got.push(Buffer.from(chunk).toString());
      await readerIsBusy();
      finish?.();
    }
    assert.equal(got.join(''), 'firstsecond');
    assert.equal(clock.waiting, 0);
  });

  it('sends nothing if the request is already canceled', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    await errorOf(transportOf().send(get(server.url, AbortSignal.abort())), 'aborted');
    const { client, lines } = clientOf(server.url);
    await errorOf(client.call(getVersion, {}, { signal: AbortSignal.abort() }), 'aborted');
    assert.equal(server.requests.length, 0);
    assert.match(lines[0] ?? '', /: no answer aborted, /);
  });

  it('reports a canceled request with a body only by its rejection, not by an uncaught error of the body', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    const file = { name: 'a.txt', bytes: Buffer.from('text') };
    const uncaught: unknown[] = [];
    const report = (error: unknown): void => {
      uncaught.push(error);
    };
    // Replaces the listeners of the test runner, which would fail this test without naming the cause.
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', report);
    try {
      for (const body of ['{"note":"text"}', { field: 'file', file }]) {
        const request = { ...get(server.url, AbortSignal.abort()), method: 'POST', body } as const;
        const error = await errorOf(transportOf().send(request), 'aborted');
        assert.equal(error.sent, false);
        // A stream reports its error in a later turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      process.off('uncaughtException', report);
      for (const other of others) process.on('uncaughtException', other);
    }
    assert.deepEqual(uncaught, []);
    assert.equal(server.requests.length, 0);
  });

  it('fails as aborted if it is canceled before the response, without a retry', async () => {
    const abort = new AbortController();
    const server = await startServer(() => abort.abort());
    await errorOf(clientOf(server.url).client.call(getVersion, {}, { signal: abort.signal }), 'aborted');
    assert.equal(server.requests.length, 1);
  });

  for (const encoding of ['identity', 'gzip']) {
    it(`fails as aborted if it is canceled while reading the body (${encoding}), and closes the connection`, async () => {
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

  it('fails as aborted if it is canceled while reading an error body', async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => {
      response.writeHead(404).write('{"message":', () => setImmediate(() => abort.abort()));
    });
    await errorOf(clientOf(server.url).client.call(getVersion, {}, { signal: abort.signal }), 'aborted');
  });

  it("handles a cancellation while the body isn't being read", async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => response.write('first'));
    const wireResponse = await transportOf().send(get(server.url, abort.signal));
    abort.abort();
    await errorOf(readAll(wireResponse.body), 'aborted');
    wireResponse.cancel();
  });

  it('reports a truncated body as a network error', async () => {
    for (const headers of [{ 'content-length': '100' }, {}]) {
      const server = await startServer((_, response) => {
        response.writeHead(200, headers);
        response.write('half', () => response.destroy());
      });
      const wireResponse = await transportOf().send(get(server.url));
      const error = await errorOf(readAll(wireResponse.body), 'network');
      assert.match(error.detail ?? '', /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/);
    }
  });

  it('reports a body with the wrong encoding as a network error', async () => {
    const server = await startServer((_, response) =>
      sendText(response, 'plain', 200, { 'content-encoding': 'gzip' }),
    );
    const wireResponse = await transportOf().send(get(server.url));
    const error = await errorOf(readAll(wireResponse.body), 'network');
    assert.equal(error.detail, 'Z_DATA_ERROR');
  });

  it('never includes a URL in an error', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const error = await errorOf(transportOf().send(get(`${server.url}/?job_token=hidden`)), 'network');
    assert.ok(!`${error.message} ${error.stack} ${JSON.stringify(error)}`.includes('hidden'));
    assert.equal(error.cause, undefined);
  });
});
