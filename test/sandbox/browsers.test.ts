import assert from 'node:assert/strict';
import { trackerOf } from './helpers/error-tracking';
import { withSandbox } from './helpers/sandbox';

const ORIGIN = 'https://shop.example';

describe('pages in browsers, with --cors', () => {
  const world = withSandbox({ cors: true });
  const asked = (
    path: string,
    headers: Readonly<Record<string, string>>,
    method = 'GET',
  ): Promise<Response> =>
    fetch(world().sandbox.url + path, { method, headers: { Origin: ORIGIN, ...headers } });

  it('may ask the API from any origin, with a token and every method', async () => {
    for (const path of ['/api/v4/projects/1/merge_requests/12/merge', '/api/graphql', '/api/v4/nowhere']) {
      const answer = await asked(
        path,
        {
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'private-token, content-type',
        },
        'OPTIONS',
      );
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.match(answer.headers.get('access-control-allow-methods') ?? '', /PUT/);
      assert.equal(answer.headers.get('access-control-allow-headers'), 'private-token, content-type');
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    }
  });

  it('may read answers, also those that refuse, and the headers of pages', async () => {
    for (const [token, status] of [
      [world().sandbox.tokens.maintainer, 200],
      ['unknown', 401],
    ] as const) {
      const answer = await asked('/api/v4/projects/1/jobs', { 'PRIVATE-TOKEN': token });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Link.*X-Next-Page/);
    }
  });

  it('are not let in anywhere else, and other programs are told nothing of them', async () => {
    const page = await asked('/acme/storefront', {});
    assert.equal(page.headers.get('access-control-allow-origin'), null);
    const answer = await world().ask('/projects/1');
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  });

  it('learn from error tracking why it refuses', async () => {
    const tracker = await trackerOf(world());
    const answer = await fetch(tracker.address('store').replace(/\/1\/store/, '/999/store'), {
      method: 'POST',
      headers: { Origin: ORIGIN },
      body: '{}',
    });
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  });
});

describe('OPTIONS', () => {
  const world = withSandbox();

  it('tells the methods of a path, without a token', async () => {
    const answer = await world().ask('/projects/1/merge_requests', { as: 'nobody', method: 'OPTIONS' });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [204, 'OPTIONS, GET, HEAD, POST']);
    assert.equal((await world().ask('/nowhere', { method: 'OPTIONS' })).status, 404);
  });
});
