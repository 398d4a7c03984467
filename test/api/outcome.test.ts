import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { cancelJob, getJob } from '../../src/api/endpoints/jobs';
import { listSentryErrors } from '../../src/api/queries/sentry-errors';
import { neverConnected } from '../../src/api/transport';
import { isSilent } from '../../src/presentation/shared/error-messages';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { sendJson, sendText, startServer } from './helpers/loopback';

const at = { id: 1, job_id: 7 };

/** `test/contract/lost-writes.test.ts` tests each writing endpoint with each way to lose a response. */
describe('outcome of a write', () => {
  afterEach(closeAll);

  const write = (url: string, options = {}) => errorOf(clientOf(url, options).client.call(cancelJob, at));

  it('is known if the connection is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const error = await write(`http://127.0.0.1:${port}`);
    assert.deepEqual([error.detail, error.sent, error.outcomeUnknown], ['ECONNREFUSED', false, false]);
  });

  it("is known if the host can't be resolved", async () => {
    const error = await write('http://no-such-host.invalid');
    assert.deepEqual([error.sent, error.outcomeUnknown], [false, false]);
  });

  it('is known if the TLS handshake fails', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    const error = await write(server.url.replace('http:', 'https:'));
    assert.deepEqual([error.kind, error.sent, error.outcomeUnknown], ['network', false, false]);
    assert.equal(server.requests.length, 0);
  });

  it('is known if the request is rejected before sending', async () => {
    const { client } = clientOf('http://127.0.0.1:9');
    const error = await errorOf(client.call(cancelJob, { id: 1, job_id: '' }));
    assert.deepEqual([error.status, error.outcomeUnknown], [undefined, false]);
  });

  it('is known if the request is canceled before sending', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    const { client } = clientOf(server.url, { policy: true });
    const error = await errorOf(client.call(cancelJob, at, { signal: AbortSignal.abort() }), 'aborted');
    assert.equal(error.outcomeUnknown, false);
    assert.ok(isSilent(error));
    assert.equal(server.requests.length, 0);
  });

  for (const status of [400, 401, 403, 404, 405, 407, 409, 412, 422, 429]) {
    it(`is known after ${status}, even if the error body is truncated`, async () => {
      const server = await startServer((_, response, number) => {
        if (number === 1) sendText(response, 'No', status);
        else {
          response.writeHead(status, { 'content-length': '1000' });
          response.write('N', () => response.destroy());
        }
      });
      assert.equal((await write(server.url)).outcomeUnknown, false);
      assert.equal((await write(server.url)).outcomeUnknown, false);
    });
  }

  it("is never unknown for requests that don't write", async () => {
    const server = await startServer((_, response) => sendText(response, 'Sorry', 500));
    const { client } = clientOf(server.url);
    assert.equal((await errorOf(client.call(getJob, at))).outcomeUnknown, false);
    const args = { fullPath: 'a/b', first: 1 } as never;
    assert.equal((await errorOf(client.query(listSentryErrors, args))).outcomeUnknown, false);
    assert.equal(server.requests.at(-1)?.method, 'POST');
  });

  it('depends on whether the connection was established', () => {
    for (const [code, call] of [
      ['ETIMEDOUT', 'connect'],
      ['ECONNRESET', 'connect'],
      ['CERT_HAS_EXPIRED', undefined],
      ['ERR_TLS_CERT_ALTNAME_INVALID', undefined],
      ['EHOSTUNREACH', undefined],
    ] as const)
      assert.equal(neverConnected(code, call), true, code);
    for (const [code, call] of [
      ['ETIMEDOUT', 'read'],
      ['ECONNRESET', 'read'],
      ['EPIPE', 'write'],
      [undefined, undefined],
    ] as const)
      assert.equal(neverConnected(code, call), false, code);
  });
});
