import assert from 'node:assert/strict';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { findServer, type ServerCheck } from '../../../src/app/accounts/server-check';
import { systemClock } from '../../../src/base/clock';
import { silentLog } from '../../../src/base/log';
import { startSandbox } from '../../../src/sandbox/index';
import { address, closeAll } from '../../api/helpers/client';
import { sendHtml, sendJson, startServer } from '../../api/helpers/loopback';

describe('findServer', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  afterEach(closeAll);
  after(() => {
    transport.dispose();
  });
  const check = (url: string) => findServer(address(url), { transport, clock: systemClock, log: silentLog });
  const kindOf = (checked: ServerCheck): string =>
    checked.kind === 'none' && isApiError(checked.error) ? checked.error.kind : checked.kind;

  it('finds the server, and removes the path of a page', async () => {
    const sandbox = await startSandbox({ still: true });
    assert.deepEqual(await check(sandbox.url), { kind: 'found' });
    for (const page of ['/acme', '/acme/storefront', '/acme/storefront/-/jobs/5'])
      assert.deepEqual(await check(sandbox.url + page), { kind: 'elsewhere', base: sandbox.url });
    await sandbox.close();
  });

  it('finds a server without a version endpoint, and one with a base path', async () => {
    const server = await startServer((request, response) => {
      if (request.url === '/git/api/v4/merge_requests')
        sendJson(response, { message: '401 Unauthorized' }, 401);
      else if (request.url.startsWith('/git/')) sendJson(response, { error: '404 Not Found' }, 404);
      else sendHtml(response, 404);
    });
    assert.deepEqual(await check(`${server.url}/git`), { kind: 'found' });
    assert.deepEqual(await check(`${server.url}/git/acme/app`), {
      kind: 'elsewhere',
      base: `${server.url}/git`,
    });
  });

  it('rejects other web servers, with the kind of error', async () => {
    for (const [status, kind] of [
      [200, 'not-json'],
      [401, 'not-json'],
      [404, 'not-found'],
      [500, 'server'],
    ] as const) {
      const server = await startServer((_, response) => sendHtml(response, status));
      assert.equal(kindOf(await check(server.url)), kind, String(status));
    }
    const data = await startServer((_, response) => sendJson(response, { hello: 'world' }));
    assert.equal(kindOf(await check(data.url)), 'not-json');
    const nothing = await startServer((_, response) => sendJson(response, { error: 'no such thing' }, 404));
    assert.equal(kindOf(await check(nothing.url)), 'not-found');
  });

  it('proposes the URL to which the server redirects', async () => {
    const server = await startServer((request, response) => {
      response.writeHead(301, { location: `https://git.example${request.url}` }).end();
    });
    assert.deepEqual(await check(server.url), { kind: 'elsewhere', base: 'https://git.example' });
  });
});
