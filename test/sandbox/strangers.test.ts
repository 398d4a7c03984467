import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { trackerOf } from './helpers/error-tracking';
import { withSandbox } from './helpers/sandbox';

interface HttpResponse {
  readonly status: number | undefined;
  readonly text: string;
  readonly cors: string | undefined;
}

/** Sends a request with any `Host` header, as after DNS rebinding. */
function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
  body = '',
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const cors = response.headers['access-control-allow-origin'];
        resolve({ status: response.statusCode, text, cors });
      });
    })
      .on('error', reject)
      .end(body);
  });
}

const FOREIGN = [
  'rebound.evil.example',
  'rebound.evil.example:80',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil.localhost',
  'localhost.',
  '127.0.0.1@evil.example',
  '0.0.0.0',
  '[::2]',
];
const PATHS = [
  '/',
  '/-/user_settings/personal_access_tokens',
  '/acme/storefront',
  '/api/v4/projects/1',
  '/api/graphql',
  '/api/v4/error_tracking/collector/api/1/envelope/',
  '/acme/storefront.git/info/refs?service=git-upload-pack',
];

describe('request with a foreign host name', () => {
  const world = withSandbox({ admin: true });

  it('is refused for every path, even with a token', async () => {
    const token = world().sandbox.tokens.owner;
    for (const host of FOREIGN) {
      for (const path of PATHS) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const response = await ask(world().sandbox.url + path, { host, 'private-token': token }, method);
          assert.equal(response.status, 403, `${method} ${path} as ${host}`);
          assert.doesNotMatch(response.text, /storefront|glpat/);
        }
      }
    }
  });

  it('is accepted with each name of this machine and any port', async () => {
    for (const host of ['127.0.0.1', '127.0.0.1:81', 'localhost', 'LOCALHOST:65535', '[::1]', '[::1]:3000']) {
      const { status } = await ask(`${world().sandbox.url}/api/v4/projects/1`, { host });
      assert.equal(status, 200, host);
    }
  });

  it('is refused even if the request target is an allowed URL', async () => {
    const { port } = new URL(world().sandbox.url);
    const status = await new Promise((resolve, reject) => {
      const path = 'http://localhost/api/v4/projects/1';
      request({ port, host: '127.0.0.1', path, headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    assert.equal(status, 403);
  });

  it('is refused by the admin server, even with its secret', async () => {
    const { status } = await ask(`${world().sandbox.admin ?? ''}/requests`, { host: 'evil.example' });
    assert.equal(status, 403);
  });
});

describe('request to the admin server without its secret', () => {
  const world = withSandbox({ admin: true });

  it('is refused', async () => {
    const admin = world().sandbox.admin ?? '';
    const { origin, pathname } = new URL(admin);
    assert.match(pathname, /^\/[\w-]{32}$/);
    for (const path of ['', '/', '/guess', `${pathname}x`, pathname.slice(0, -1), '/%2e']) {
      for (const [method, what] of [
        ['GET', 'guest-token'],
        ['GET', 'requests'],
        ['GET', 'faults'],
        ['POST', 'advance'],
        ['POST', 'faults'],
        ['DELETE', 'requests'],
      ] as const) {
        const address = `${origin}${path}/${what}`;
        const body = method === 'POST' ? '{"ms":1000}' : '';
        const response = await ask(address, { origin: 'https://evil.example' }, method, body);
        assert.equal(response.status, 403, `${method} ${address}`);
        assert.doesNotMatch(response.text, /glpat/);
      }
    }
    assert.equal((await ask(`${admin}/guest-token`, {})).status, 200);
    assert.deepEqual(world().sandbox.faults.rules, []);
  });
});

describe('page in a browser', () => {
  const world = withSandbox();

  it("can't read responses of another origin by default", async () => {
    const origin = 'https://shop.example';
    for (const path of PATHS) {
      const preflight = { origin, 'access-control-request-method': 'GET' };
      for (const [method, headers] of [
        ['GET', { origin }],
        ['OPTIONS', preflight],
      ] as const) {
        const { cors } = await ask(world().sandbox.url + path, headers, method);
        assert.equal(cors, undefined, `${method} ${path}`);
      }
    }
  });
});

describe('event without a valid client key', () => {
  const world = withSandbox();
  const bomb = gzipSync(Buffer.alloc(120 * 1024 * 1024, ' '));

  it('is refused before decompression', async () => {
    const tracker = await trackerOf(world());
    const send = async (key: string, body: Buffer): Promise<number> => {
      const auth = key === '' ? 'Sentry sentry_version=7' : `Sentry sentry_key=${key}`;
      const headers = { 'Content-Encoding': 'gzip', 'X-Sentry-Auth': auth };
      return (await tracker.send('envelope', body, headers)).status;
    };
    const broken = Buffer.from('no gzip at all');
    assert.deepEqual([await send('unknown', bomb), await send('unknown', broken)], [403, 403]);
    assert.deepEqual([await send('', bomb), await send('', broken)], [401, 401]);
    assert.deepEqual([await send(tracker.key, bomb), await send(tracker.key, broken)], [413, 400]);
  });

  it('is accepted with the key in a compressed envelope', async () => {
    const tracker = await trackerOf(world());
    const item = JSON.stringify({ message: 'x'.repeat(100_000) });
    const text = `${JSON.stringify({ dsn: tracker.dsn.href })}\n{"type":"event"}\n${item}\n`;
    const headers = { 'Content-Encoding': 'gzip', 'X-Sentry-Auth': '' };
    assert.equal((await tracker.send('envelope', gzipSync(text), headers)).status, 200);
  });
});
