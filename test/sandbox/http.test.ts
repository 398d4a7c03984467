import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Sandbox } from '../../src/sandbox/index';
import { type Ask, errorOf, withSandbox } from './helpers/sandbox';

/** Sends a body of unknown length until a response arrives. Returns its status. */
function statusOfEndlessBody({ url, tokens }: Sandbox): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'PRIVATE-TOKEN': tokens.owner, 'Content-Type': 'application/json' };
    const sending = request(`${url}/api/v4/projects/1/jobs/1/play`, { method: 'POST', headers });
    const more = (): void => {
      if (!sending.destroyed) sending.write('x'.repeat(100_000), more);
    };
    sending.on('response', (response) => {
      resolve(response.statusCode);
      sending.destroy();
    });
    sending.on('error', reject);
    more();
  });
}

describe('permissions', () => {
  const world = withSandbox();
  const status = async (path: string, ask: Ask): Promise<number> => (await world().ask(path, ask)).status;

  it('requires a token for every job endpoint, even in a public project', async () => {
    for (const path of [
      '/projects/1/jobs',
      '/projects/1/jobs/1',
      '/projects/1/pipelines/1/jobs',
      '/user',
      '/job',
    ]) {
      const response = await world().ask(path, { as: 'nobody' });
      assert.equal(response.status, 401, path);
      assert.deepEqual(await errorOf(response), { message: '401 Unauthorized' });
    }
  });

  it('rejects an unknown token even if none is required', async () => {
    assert.equal(
      await status('/projects/1', { as: 'nobody', headers: { 'PRIVATE-TOKEN': 'glpat-unknown' } }),
      401,
    );
  });

  it('shows a public project and its pipelines without a token', async () => {
    assert.equal(await status('/projects/1', { as: 'nobody' }), 200);
    assert.equal(await status('/projects/acme%2Fpayments/pipelines', { as: 'nobody' }), 200);
  });

  it('accepts a personal token as bearer', async () => {
    const headers = { Authorization: `Bearer ${world().sandbox.tokens.owner}` };
    assert.equal(await status('/user', { as: 'nobody', headers }), 200);
  });

  it('hides a private project from other users', async () => {
    for (const as of ['developer', 'reporter', 'nobody'] as const) {
      const response = await world().ask('/projects/acme%2Fvault', { as });
      assert.equal(response.status, 404, as);
      assert.deepEqual(await errorOf(response), { message: '404 Project Not Found' });
    }
    for (const as of ['owner', 'maintainer'] as const)
      assert.equal(await status('/projects/3/jobs', { as }), 200);
  });

  it('lets reporters read but not write', async () => {
    const { id } = await world().findJob('success');
    assert.equal(await status(`/projects/1/jobs/${id}/trace`, { as: 'reporter' }), 200);
    for (const what of ['retry', 'cancel', 'play', 'erase']) {
      const response = await world().post(`/projects/1/jobs/${id}/${what}`, { as: 'reporter' });
      assert.equal(response.status, 403, what);
      assert.deepEqual(await errorOf(response), { message: '403 Forbidden' });
    }
  });

  it("returns the service's message for a missing record", async () => {
    for (const path of ['/projects/1/jobs/1', '/projects/1/pipelines/1', '/projects/1/jobs/1/trace']) {
      const response = await world().ask(path);
      assert.equal(response.status, 404);
      assert.deepEqual(await errorOf(response), { message: '404 Not found' });
    }
  });

  it("hides the log of a job that hasn't started", async () => {
    const { id } = await world().findJob('pending');
    assert.equal(await status(`/projects/1/jobs/${id}/trace`, {}), 404);
  });
});

describe('HTTP interface', () => {
  const world = withSandbox();

  it('accepts a project ID or an encoded path, and rejects an unencoded path', async () => {
    const byNumber = await (await world().ask('/projects/1')).text();
    assert.equal(await (await world().ask('/projects/acme%2Fstorefront')).text(), byNumber);
    assert.equal(await (await world().ask('/projects/acme%2fstorefront')).text(), byNumber);
    const bare = await world().ask('/projects/acme/storefront');
    assert.equal(bare.status, 404);
    assert.deepEqual(await errorOf(bare), { error: '404 Not Found' });
  });

  it('redirects GET requests of a moved project, and rejects other methods', async () => {
    const response = await world().ask('/projects/acme%2Fshop/jobs?scope[]=failed&per_page=5');
    assert.equal(response.status, 301);
    const location = `${world().sandbox.url}/api/v4/projects/1/jobs?scope%5B%5D=failed&per_page=5`;
    assert.equal(response.headers.get('location'), location);
    assert.equal(await response.text(), `This resource has been moved permanently to ${location}`);
    const posted = await world().post('/projects/acme%2Fshop/jobs/1/retry');
    assert.equal(posted.status, 405);
    assert.deepEqual(await errorOf(posted), {
      message: 'Non GET methods are not allowed for moved projects',
    });
  });

  it('checks routes and their methods', async () => {
    assert.deepEqual(await errorOf(await world().ask('/nothing')), { error: '404 Not Found' });
    const wrong = await world().ask('/projects/1/jobs', { method: 'DELETE' });
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'OPTIONS, GET, HEAD']);
    const head = await world().ask('/projects/1/jobs', { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    const old = await fetch(`${world().sandbox.url}/api/v3/projects`);
    assert.equal(old.status, 410);
  });

  it('accepts one scope, several, or none', async () => {
    const statuses = async (query: string) =>
      new Set((await world().jobs(query)).map(({ status }) => status));
    assert.deepEqual(await statuses('scope=failed'), new Set(['failed']));
    assert.deepEqual(await statuses('scope[]=manual&scope%5B%5D=canceled'), new Set(['manual', 'canceled']));
    assert.ok((await statuses('')).size > 2);
  });

  it('names invalid parameters', async () => {
    const rows: [string, string][] = [
      ['/projects/1/jobs?scope[]=nonsense', 'scope does not have a valid value'],
      ['/projects/1/jobs?page=x', 'page is invalid'],
      ['/projects/1/jobs?page=x&sort=up', 'page is invalid, sort does not have a valid value'],
      ['/projects/1/jobs/abc', 'job_id is invalid'],
      ['/projects/1/pipelines/1/jobs?include_retried=maybe', 'include_retried is invalid'],
      ['/projects/1/jobs?per_page=0', 'per_page has a value not allowed'],
    ];
    for (const [path, error] of rows) {
      const response = await world().ask(path);
      assert.equal(response.status, 400, path);
      assert.deepEqual(await errorOf(response), { error });
    }
  });

  it('rejects invalid and oversized bodies', async () => {
    const post = (body: string, type: string) =>
      world().post('/projects/1/jobs/1/play', { body, headers: { 'Content-Type': type } });
    assert.equal((await post('{"a":', 'application/json')).status, 400);
    assert.equal((await post('x', 'text/plain')).status, 415);
    assert.equal((await post('[1]', 'application/json')).status, 404);
    assert.equal((await post('x'.repeat(6_000_000), 'application/json')).status, 413);
    assert.equal(await statusOfEndlessBody(world().sandbox), 413);
  });

  it('rejects a query that is too long', async () => {
    for (const length of [9_000, 30_000]) {
      assert.equal((await world().ask(`/projects/1/jobs?x=${'y'.repeat(length)}`)).status, 414);
    }
  });

  it('returns 304 for an unchanged list or log', async () => {
    const { id } = await world().findJob('success');
    for (const path of ['/projects/1/jobs', `/projects/1/jobs/${id}/trace`]) {
      const first = await world().ask(path);
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^W\/"[0-9a-f]+"$/);
      const second = await world().ask(path, { headers: { 'If-None-Match': etag } });
      assert.deepEqual([second.status, await second.text()], [304, '']);
    }
  });

  it('serves a log as plain text', async () => {
    const { id } = await world().findJob('success');
    const response = await world().ask(`/projects/1/jobs/${id}/trace`);
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(response.headers.get('content-disposition'), `infile; filename="${id}.log"`);
  });

  it('writes URLs with the host of the request', async () => {
    const address = new URL(world().sandbox.url);
    const responseText = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(address.port), '127.0.0.1', () => {
        socket.write('GET /api/v4/projects/1 HTTP/1.1\r\nHost: localhost:81\r\nConnection: close\r\n\r\n');
      });
      socket
        .setEncoding('utf8')
        .on('data', (more: string) => (text += more))
        .on('end', () => resolve(text))
        .on('error', reject);
    });
    assert.ok(responseText.includes('"web_url":"http://localhost:81/acme/storefront"'));
  });

  it('records requests without tokens', async () => {
    await world().ask('/job?job_token=glcbt-64_secretsecret', { as: 'nobody' });
    await world().ask('/user', { as: 'reporter' });
    const [jobRequest, user] = world().sandbox.requests().slice(-2);
    assert.deepEqual(jobRequest, {
      method: 'GET',
      path: '/api/v4/job?job_token=[secret]',
      status: 401,
      role: null,
    });
    assert.deepEqual(user, { method: 'GET', path: '/api/v4/user', status: 200, role: 'reporter' });
  });
});

describe('base path', () => {
  const world = withSandbox({ basePath: '/gitlab/' });

  it('is part of every path and URL', async () => {
    assert.ok(world().sandbox.url.endsWith('/gitlab'));
    const response = await world().ask('/projects/1/pipelines?per_page=1');
    assert.ok(
      response.headers.get('link')?.startsWith(`<${world().sandbox.url}/api/v4/projects/1/pipelines?`),
    );
    assert.equal((await fetch(`${new URL(world().sandbox.url).origin}/api/v4/version`)).status, 404);
  });
});
