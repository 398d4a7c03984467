import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { cancelJob, getJob } from '../../src/api/endpoints/jobs';
import { neverConnected } from '../../src/api/never-connected';
import { listSentryErrors } from '../../src/api/queries/sentry-errors';
import { isSilent } from '../../src/presentation/shared/error-messages';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { sendJson, sendText, startServer } from './helpers/loopback';

const at = { id: 1, job_id: 7 };

/** Test contract/lost-writes.test.ts shows the same for each endpoint that writes, with each way to lose an answer. */
describe('the outcome of a write', () => {
  afterEach(closeAll);

  const write = (url: string, options = {}) => errorOf(clientOf(url, options).client.call(cancelJob, at));

  it('is known where nothing listens at the address', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const error = await write(`http://127.0.0.1:${port}`);
    assert.deepEqual([error.detail, error.sent, error.outcomeUnknown], ['ECONNREFUSED', false, false]);
  });

  it('is known where the host has no address', async () => {
    const error = await write('http://no-such-host.invalid');
    assert.deepEqual([error.sent, error.outcomeUnknown], [false, false]);
  });

  it('is known where the connection is not secure', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    const error = await write(server.url.replace('http:', 'https:'));
    assert.deepEqual([error.kind, error.sent, error.outcomeUnknown], ['network', false, false]);
    assert.equal(server.requests.length, 0);
  });

  it('is known where the request was refused here', async () => {
    const { client } = clientOf('http://127.0.0.1:9');
    const error = await errorOf(client.call(cancelJob, { id: 1, job_id: '' }));
    assert.deepEqual([error.status, error.outcomeUnknown], [undefined, false]);
  });

  it('is known where it was given up before it was sent', async () => {
    const server = await startServer((_, response) => sendJson(response, {}));
    const { client } = clientOf(server.url, { policy: true });
    const error = await errorOf(client.call(cancelJob, at, { signal: AbortSignal.abort() }), 'aborted');
    assert.equal(error.outcomeUnknown, false);
    assert.ok(isSilent(error));
    assert.equal(server.requests.length, 0);
  });

  for (const status of [400, 401, 403, 404, 405, 407, 409, 412, 422, 429]) {
    it(`is known after ${status}, also where the words of the refusal are cut off`, async () => {
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

  it('is not asked for where nothing is written', async () => {
    const server = await startServer((_, response) => sendText(response, 'Sorry', 500));
    const { client } = clientOf(server.url);
    assert.equal((await errorOf(client.call(getJob, at))).outcomeUnknown, false);
    const args = { fullPath: 'a/b', first: 1 } as never;
    assert.equal((await errorOf(client.query(listSentryErrors, args))).outcomeUnknown, false);
    assert.equal(server.requests.at(-1)?.method, 'POST');
  });

  it('tells failures before a connection stood from those after it', () => {
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
