import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { TextAnswer } from '../../src/api/client';
import { getJobTrace } from '../../src/api/endpoints/jobs';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Seen, sendHtml, sendJson, sendText, startServer } from './helpers/loopback';

const at = { id: 1, job_id: 2 };

/** What an answer says, with its bytes as text. */
function told(answer: TextAnswer): unknown {
  return answer.kind === 'unchanged'
    ? 'unchanged'
    : { ...answer, bytes: Buffer.from(answer.bytes).toString() };
}

const whole = (bytes: string, etag?: string, cut = false): unknown => ({ kind: 'whole', bytes, etag, cut });
const part = (
  response: ServerResponse,
  text: string,
  range: string,
  more: Record<string, string> = {},
): void => sendText(response, text, 206, { 'content-range': range, ...more });

describe('a text', () => {
  afterEach(closeAll);

  it('is read whole', async () => {
    const server = await startServer((_, response) => sendText(response, 'hällo', 200, { etag: 'W/"1"' }));
    const answer = await clientOf(server.url).client.text(getJobTrace, at);
    assert.deepEqual(told(answer), whole('hällo', 'W/"1"'));
    const [seen] = server.requests;
    assert.equal(seen?.url, '/api/v4/projects/1/jobs/2/trace');
    assert.match(seen.headers.accept ?? '', /^text\/plain/);
    assert.equal(seen.headers.range, undefined);
    assert.equal(seen.headers['if-none-match'], undefined);
  });

  it('can be empty', async () => {
    const server = await startServer((_, response) => sendText(response, ''));
    assert.deepEqual(told(await clientOf(server.url).client.text(getJobTrace, at)), whole(''));
  });

  it('keeps bytes that are no UTF-8', async () => {
    const server = await startServer((_, response) => response.end(Buffer.from([0xff, 0x00, 0xc3])));
    const answer = await clientOf(server.url).client.text(getJobTrace, at);
    assert.ok(answer.kind === 'whole');
    assert.deepEqual([...answer.bytes], [0xff, 0x00, 0xc3]);
  });

  it('is unchanged while its tag is', async () => {
    const server = await startServer((_, response) => response.writeHead(304).end());
    const answer = await clientOf(server.url).client.text(getJobTrace, at, { etag: 'W/"1"', offset: 5 });
    assert.equal(told(answer), 'unchanged');
    assert.equal(server.requests[0]?.headers['if-none-match'], 'W/"1"');
    assert.equal(server.requests[0].headers.range, 'bytes=5-');
  });

  it('gives what follows where the server can', async () => {
    const server = await startServer((_, response) => part(response, 'fgh', 'bytes 5-7/8', { etag: '"2"' }));
    const answer = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5 });
    assert.deepEqual(told(answer), { kind: 'rest', bytes: 'fgh', etag: '"2"', cut: false });
  });

  it('is whole where the server knows no ranges', async () => {
    const server = await startServer((_, response) => sendText(response, 'abcdefgh'));
    const answer = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5 });
    assert.deepEqual(told(answer), whole('abcdefgh'));
  });

  it('is unchanged where there is nothing behind the offset', async () => {
    for (const headers of [{ 'content-range': 'bytes */5' }, {}]) {
      const server = await startServer((_, response) => response.writeHead(416, headers).end());
      assert.equal(told(await clientOf(server.url).client.text(getJobTrace, at, { offset: 5 })), 'unchanged');
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
  for (const [what, answer] of unfit) {
    it(`is asked for whole when the rest ${what}`, async () => {
      const server = await startServer((request: Seen, response) => {
        if (request.headers.range === undefined) sendText(response, 'new');
        else answer(response);
      });
      const found = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5, etag: '"1"' });
      assert.deepEqual(told(found), whole('new'));
      assert.equal(server.requests[1]?.headers['if-none-match'], undefined);
    });
  }

  it('is cut at the limit, and the connection is given up', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await startServer((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('x'.repeat(100));
    });
    const answer = await clientOf(server.url).client.text(getJobTrace, at, { maxBytes: 64 });
    assert.deepEqual(told(answer), whole('x'.repeat(64), undefined, true));
    await closed;
  });

  it('that just fits is not cut', async () => {
    const server = await startServer((_, response) => sendText(response, 'x'.repeat(64)));
    const answer = await clientOf(server.url).client.text(getJobTrace, at, { maxBytes: 64 });
    assert.deepEqual(told(answer), whole('x'.repeat(64)));
  });

  it('and its rest together stay within the limit', async () => {
    const server = await startServer((_, response) => part(response, 'fghij', 'bytes 5-9/10'));
    const answer = await clientOf(server.url).client.text(getJobTrace, at, { offset: 5, maxBytes: 7 });
    assert.deepEqual(told(answer), { kind: 'rest', bytes: 'fg', etag: undefined, cut: true });
  });

  it('is never a sign-in page', async () => {
    const server = await startServer((_, response) => sendHtml(response, 200));
    await errorOf(clientOf(server.url).client.text(getJobTrace, at), 'not-json');
  });

  it('of a job without a log is not found', async () => {
    const server = await startServer((_, response) => sendJson(response, { message: '404 Not found' }, 404));
    const error = await errorOf(
      clientOf(server.url).client.text(getJobTrace, at, { offset: 3 }),
      'not-found',
    );
    assert.equal(error.serverMessage, '404 Not found');
  });

  it('is an error where 304 or 416 come without being asked for', async () => {
    for (const [status, kind] of [
      [304, 'not-json'],
      [416, 'bad-request'],
    ] as const) {
      const server = await startServer((_, response) => response.writeHead(status).end());
      await errorOf(clientOf(server.url).client.text(getJobTrace, at), kind);
    }
  });

  it('ends as aborted when it is cancelled while it comes', async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => {
      response.write('first', () => setImmediate(() => abort.abort()));
    });
    await errorOf(clientOf(server.url).client.text(getJobTrace, at, { signal: abort.signal }), 'aborted');
  });
});
