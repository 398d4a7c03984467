import assert from 'node:assert/strict';
import { trackerOf } from './helpers/error-tracking';
import { withSandbox } from './helpers/sandbox';

const ORIGIN = 'https://shop.example';

describe('cross-origin requests with --cors', () => {
  const world = withSandbox({ cors: true });
  const sendRequest = (
    path: string,
    headers: Readonly<Record<string, string>>,
    method = 'GET',
  ): Promise<Response> =>
    fetch(world().sandbox.url + path, { method, headers: { Origin: ORIGIN, ...headers } });

  it('allows API requests from any origin, with a token and any method', async () => {
    for (const path of ['/api/v4/projects/1/merge_requests/12/merge', '/api/graphql', '/api/v4/nowhere']) {
      const response = await sendRequest(
        path,
        {
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'private-token, content-type',
        },
        'OPTIONS',
      );
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /PUT/);
      assert.equal(response.headers.get('access-control-allow-headers'), 'private-token, content-type');
      assert.equal(response.headers.get('access-control-allow-credentials'), null);
    }
  });

  it('exposes responses, errors, and pagination headers', async () => {
    for (const [token, status] of [
      [world().sandbox.tokens.maintainer, 200],
      ['unknown', 401],
    ] as const) {
      const response = await sendRequest('/api/v4/projects/1/jobs', { 'PRIVATE-TOKEN': token });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(response.headers.get('access-control-expose-headers') ?? '', /Link.*X-Next-Page/);
    }
  });

  it('allows only the API, and sends no CORS headers without an origin', async () => {
    const page = await sendRequest('/acme/storefront', {});
    assert.equal(page.headers.get('access-control-allow-origin'), null);
    const response = await world().ask('/projects/1');
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  it('exposes the errors of error tracking', async () => {
    const tracker = await trackerOf(world());
    const response = await fetch(tracker.address('store').replace(/\/1\/store/, '/999/store'), {
      method: 'POST',
      headers: { Origin: ORIGIN },
      body: '{}',
    });
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
  });
});

describe('OPTIONS', () => {
  const world = withSandbox();

  it('returns the methods of a path without a token', async () => {
    const response = await world().ask('/projects/1/merge_requests', { as: 'nobody', method: 'OPTIONS' });
    assert.deepEqual([response.status, response.headers.get('allow')], [204, 'OPTIONS, GET, HEAD, POST']);
    assert.equal((await world().ask('/nowhere', { method: 'OPTIONS' })).status, 404);
  });
});
