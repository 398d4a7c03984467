import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { TextResult } from '../../src/api/client';
import { getJobTrace } from '../../src/api/endpoints/jobs';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Seen, sendHtml, sendJson, sendText, startServer } from './helpers/loopback';

const at = { id: 1, job_id: 2 };

/** Returns the fields of a response, with its bytes as text. */
function withText(result: TextResult): unknown {
  return result.kind === 'unchanged'
    ? 'unchanged'
    : { ...result, bytes: Buffer.from(result.bytes).toString() };
}

const whole = (bytes: string, etag?: string, cut = false): unknown => ({ kind: 'whole', bytes, etag, cut });
const part = (
  response: ServerResponse,
  text: string,
  range: string,
  more: Record<string, string> = {},
): void => sendText(response, text, 206, { 'content-range': range, ...more });

describe('text', () => {
  afterEach(closeAll);

  it('is read completely', async () => {
    const server = await startServer((_, response) => sendText(response, 'hällo', 200, { etag: 'W/"1"' }));
    const result = await clientOf(server.url).client.text(getJobTrace, at);
    assert.deepEqual(withText(result), whole('hällo', 'W/"1"'));
    const [seen] = server.requests;
    assert.equal(seen?.url, '/api/v4/projects/1/jobs/2/trace');
    assert.match(seen.headers.accept ?? '', /^text\/plain/);
    assert.equal(seen.headers.range, undefined);
    assert.equal(seen.headers['if-none-match'], undefined);
  });

  it('can be empty', async () => {
    const server = await startServer((_, response) => sendText(response, ''));
    assert.deepEqual(withText(await clientOf(server.url).client.text(getJobTrace, at)), whole(''));
  });

  it("preserves bytes that aren't valid UTF-8", async () => {
    const server = await startServer((_, response) => response.end(Buffer.from([0xff, 0x00, 0xc3])));
    const result = await clientOf(server.url).client.text(getJobTrace, at);
    assert.ok(result.kind === 'whole');
    assert.deepEqual([...result.bytes], [0xff, 0x00, 0xc3]);
  });

  it('is unchanged if its ETag matches', async () => {
    const server = await startServer((_, response) => response.writeHead(304).end());
    const result = await clientOf(server.url).client.text(getJobTrace, at, { etag: 'W/"1"', offset: 5 });
    assert.equal(withText(result), 'unchanged');
    assert.equal(server.requests[0]?.headers['if-none-match'], 'W/"1"');
    assert.equal(server.requests[0].headers.range, 'bytes=5-');
  });

  it('returns only the rest if the server supports ranges', async () => {
    const server = await startServer((_, response) => part(response, 'fgh', 'bytes 5-7/8', { etag: '"2"' }));
    const result = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5 });
    assert.deepEqual(withText(result), { kind: 'rest', bytes: 'fgh', etag: '"2"', cut: false });
  });

  it("is returned completely if the server doesn't support ranges", async () => {
    const server = await startServer((_, response) => sendText(response, 'abcdefgh'));
    const result = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5 });
    assert.deepEqual(withText(result), whole('abcdefgh'));
  });

  it('is unchanged if nothing follows the offset', async () => {
    for (const headers of [{ 'content-range': 'bytes */5' }, {}]) {
      const server = await startServer((_, response) => response.writeHead(416, headers).end());
      assert.equal(
        withText(await clientOf(server.url).client.text(getJobTrace, at, { offset: 5 })),
        'unchanged',
      );
      assert.equal(server.requests.length, 1);
    }
  });

  const unfit: [what: string, answer: (response: ServerResponse) => unknown][] = [
    ['became shorter', (response) => response.writeHead(416, { 'content-range': 'bytes */3' }).end()],
    ['starts elsewhere', (response) => part(response, 'defgh', 'bytes 3-7/8')],
    ['does not say where it starts', (response) => sendText(response, 'fgh', 206)],
    [
      'is a piece of an encoding',
      (response) => {
        const bytes = gzipSync('abcdefgh').subarray(5);
        response.writeHead(206, { 'content-range': 'bytes 5-27/28', 'content-encoding': 'gzip' }).end(bytes);
      },
    ],
  ];
  for (const [what, respond] of unfit) {
    it(`is requested completely if the rest ${what}`, async () => {
      const server = await startServer((request: Seen, response) => {
        if (request.headers.range === undefined) sendText(response, 'new');
        else respond(response);
      });
      const found = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5, etag: '"1"' });
      assert.deepEqual(withText(found), whole('new'));
      assert.equal(server.requests[1]?.headers['if-none-match'], undefined);
    });
  }

  it('is truncated at the limit, and the connection is closed', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await startServer((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('x'.repeat(100));
    });
    const result = await clientOf(server.url).client.text(getJobTrace, at, { maxBytes: 64 });
    assert.deepEqual(withText(result), whole('x'.repeat(64), undefined, true));
    await closed;
  });

  it("isn't truncated if it has exactly the maximum length", async () => {
    const server = await startServer((_, response) => sendText(response, 'x'.repeat(64)));
    const result = await clientOf(server.url).client.text(getJobTrace, at, { maxBytes: 64 });
    assert.deepEqual(withText(result), whole('x'.repeat(64)));
  });

  it('limits the total length of the known text and its rest', async () => {
    const server = await startServer((_, response) => part(response, 'fghij', 'bytes 5-9/10'));
    const result = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5, maxBytes: 7 });
    assert.deepEqual(withText(result), { kind: 'rest', bytes: 'fg', etag: undefined, cut: true });
  });

  it('rejects a sign-in page', async () => {
    const server = await startServer((_, response) => sendHtml(response, 200));
    await errorOf(clientOf(server.url).client.text(getJobTrace, at), 'not-json');
  });

  it('reports a missing job log as not-found', async () => {
    const server = await startServer((_, response) => sendJson(response, { message: '404 Not found' }, 404));
    const error = await errorOf(
      clientOf(server.url).client.text(getJobTrace, at, { offset: 3 }),
      'not-found',
    );
    assert.equal(error.serverMessage, '404 Not found');
  });

  it('fails after an unexpected 304 or 416', async () => {
    for (const [status, kind] of [
      [304, 'not-json'],
      [416, 'bad-request'],
    ] as const) {
      const server = await startServer((_, response) => response.writeHead(status).end());
      await errorOf(clientOf(server.url).client.text(getJobTrace, at), kind);
    }
  });

  it('fails as aborted when it is canceled while reading', async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => {
      response.write('first', () => setImmediate(() => abort.abort()));
    });
    await errorOf(clientOf(server.url).client.text(getJobTrace, at, { signal: abort.signal }), 'aborted');
  });
});
