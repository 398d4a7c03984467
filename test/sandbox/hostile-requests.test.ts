import assert from 'node:assert/strict';
import { connect } from 'node:net';
import fc from 'fast-check';
import { withSandbox } from './helpers/sandbox';

describe('hostile requests', () => {
  const world = withSandbox();
  const alive = async (): Promise<void> => {
    assert.equal((await world().ask('/user')).status, 200);
  };

  it('returns a status below 500 for any path and query', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'projects',
        '1',
        'jobs',
        'pipelines',
        '..',
        '%2e%2e',
        '%',
        '%ff',
        '%00',
        'acme%2Fstorefront',
        '__proto__',
        'trace',
        '-',
        '',
      ),
      fc.string({ maxLength: 12 }).map(encodeURIComponent),
      fc.integer().map(String),
    );
    const name = fc.constantFrom(
      'scope',
      'scope[]',
      'page',
      'per_page',
      'sort',
      'cursor',
      'pagination',
      'order_by',
      '__proto__[x]',
      'scope[0][a]',
      'id',
      '[',
      'constructor',
    );
    const value = fc.oneof(
      fc.string({ maxLength: 12 }).map(encodeURIComponent),
      fc.constantFrom('keyset', 'id', 'desc', '%', '-1', '1e9', '9'.repeat(30)),
    );
    const query = fc.array(fc.tuple(name, value), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), query, async (pieces, pairs) => {
        const path = `/${pieces.join('/')}?${pairs.map(([key, text]) => `${key}=${text}`).join('&')}`;
        assert.ok((await world().ask(path)).status < 500, path);
      }),
      { numRuns: 300 },
    );
    await alive();
  });

  it('returns a status below 500 for any body', async () => {
    const { id } = await world().findJob('manual');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.constant('['.repeat(100_000))), async (body) => {
        for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
          const response = await world().post(`/projects/1/jobs/${id}/erase`, {
            body,
            headers: { 'Content-Type': type },
          });
          assert.ok(response.status < 500, body);
        }
      }),
      { numRuns: 60 },
    );
    await alive();
  });

  it('closes only the connection of an invalid HTTP request', async () => {
    const { port } = new URL(world().sandbox.url);
    for (const bytes of [
      '\u0000\u0001\r\n\r\n',
      'GET  HTTP/1.1\r\n\r\n',
      `GET /${'x'.repeat(80_000)} HTTP/1.1\r\n\r\n`,
      'GET http://x/ HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\n\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes));
        socket
          .on('error', () => undefined)
          .on('close', () => resolve())
          .resume();
      });
    }
    await alive();
  });
});
