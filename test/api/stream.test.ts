import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { TextStream } from '../../src/api/client';
import { getJobTrace } from '../../src/api/endpoints/jobs';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { sendHtml, sendText, startServer } from './helpers/loopback';

const at = { id: 1, job_id: 2 };

async function readAll(stream: TextStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('streamed text', () => {
  afterEach(closeAll);

  it('returns each chunk as soon as it arrives', async () => {
    let more: ServerResponse | undefined;
    const server = await startServer((_, response) => {
      more = response.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' });
      response.write('first');
    });
    const { client, lines } = clientOf(server.url);
    const stream = await client.stream(getJobTrace, at);
    assert.deepEqual([stream.kind, stream.etag, stream.cut], ['whole', '"1"', false]);
    assert.equal(lines.length, 1);
    const chunks = stream[Symbol.asyncIterator]();
    const next = async (): Promise<string> => {
      const { value } = (await chunks.next()) as { value?: Uint8Array };
      return Buffer.from(value ?? []).toString();
    };
    assert.equal(await next(), 'first');
    more?.write('second');
    assert.equal(await next(), 'second');
    more?.end();
    assert.deepEqual(await chunks.next(), { done: true, value: undefined });
    assert.equal(stream.cut, false);
  });

  it('is truncated at the limit, and the connection is closed', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await startServer((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/plain' }).write('x'.repeat(100));
    });
    const stream = await clientOf(server.url).client.stream(getJobTrace, at, { maxBytes: 64 });
    assert.equal(await readAll(stream), 'x'.repeat(64));
    assert.equal(stream.cut, true);
    await closed;
  });

  for (const [how, end] of [
    ['leaves the loop', undefined],
    ['cancels it', (stream: TextStream) => stream.cancel()],
  ] as const) {
    it(`closes its connection when the reader ${how}`, async () => {
      let closed: Promise<unknown> | undefined;
      const server = await startServer((_, response) => {
        closed = once(response, 'close');
        response.writeHead(200, { 'content-type': 'text/plain' }).write('first');
      });
      const stream = await clientOf(server.url).client.stream(getJobTrace, at);
      if (end === undefined) for await (const chunk of stream) if (chunk.length > 0) break;
      end?.(stream);
      await closed;
    });
  }

  it('fails as aborted when it is canceled while reading, without a retry', async () => {
    const abort = new AbortController();
    let closed: Promise<unknown> | undefined;
    const server = await startServer((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/plain' }).write('first');
    });
    const stream = await clientOf(server.url).client.stream(getJobTrace, at, { signal: abort.signal });
    const reading = async (): Promise<void> => {
      for await (const chunk of stream) if (chunk.length > 0) abort.abort();
    };
    await errorOf(reading(), 'aborted');
    await closed;
    assert.equal(server.requests.length, 1);
  });

  it('returns the chunks before a connection failure, without a retry', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('first', () => setImmediate(() => response.destroy()));
    });
    const stream = await clientOf(server.url).client.stream(getJobTrace, at);
    let got = '';
    const reading = async (): Promise<void> => {
      for await (const chunk of stream) got += Buffer.from(chunk).toString();
    };
    await errorOf(reading(), 'network');
    assert.equal(got, 'first');
    assert.equal(server.requests.length, 1);
  });

  it('is retried until the first byte arrives', async () => {
    const server = await startServer((_, response, number) => {
      if (number < 3) sendText(response, '', 503);
      else sendText(response, 'log');
    });
    assert.equal(await readAll(await clientOf(server.url).client.stream(getJobTrace, at)), 'log');
  });

  it('reports whether it continues, replaces, or repeats the known text', async () => {
    const server = await startServer((request, response) => {
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else if (from === 5) sendText(response, 'fgh', 206, { 'content-range': 'bytes 5-7/8' });
      else if (from > 8) response.writeHead(416, { 'content-range': 'bytes */8' }).end();
      else sendText(response, 'abcdefgh');
    });
    const { client } = clientOf(server.url);
    const read = async (options: object): Promise<unknown> => {
      const stream = await client.stream(getJobTrace, at, options);
      return [stream.kind, await readAll(stream), stream.cut];
    };
    assert.deepEqual(await read({ etag: '"1"' }), ['unchanged', '', false]);
    assert.deepEqual(await read({ offset: 5 }), ['rest', 'fgh', false]);
    assert.deepEqual(await read({ offset: 5, maxBytes: 6 }), ['rest', 'f', true]);
    assert.deepEqual(await read({ offset: 20 }), ['whole', 'abcdefgh', false]);
    assert.ok(server.sockets() <= 2, 'only the text that was cut may cost its connection');
  });

  it('reports its length if the server sends it without compression', async () => {
    const responses: Readonly<Record<string, readonly [OutgoingHttpHeaders, string | Buffer]>> = {
      '1': [{ 'content-length': '5' }, 'abcde'],
      '2': [{ 'transfer-encoding': 'chunked' }, 'abcde'],
      '3': [
        { 'content-encoding': 'gzip', 'content-length': String(gzipSync('abcde').length) },
        gzipSync('abcde'),
      ],
      '4': [{ 'content-encoding': 'identity', 'content-length': '5' }, 'abcde'],
    };
    const server = await startServer(({ url }, response) => {
      const [headers, body] = responses[/jobs\/(\d+)/.exec(url)?.[1] ?? ''] ?? [{}, ''];
      response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(body);
    });
    const { client } = clientOf(server.url);
    const lengths: (number | undefined)[] = [];
    for (const job of [1, 2, 3, 4]) {
      const stream = await client.stream(getJobTrace, { id: 1, job_id: job });
      assert.equal(await readAll(stream), 'abcde');
      lengths.push(stream.length);
    }
    assert.deepEqual(lengths, [5, undefined, undefined, 5]);
  });

  it('rejects a sign-in page', async () => {
    const server = await startServer((_, response) => sendHtml(response, 200));
    await errorOf(clientOf(server.url).client.stream(getJobTrace, at), 'not-json');
  });
});
