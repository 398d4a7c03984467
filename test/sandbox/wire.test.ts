import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import * as z from 'zod/mini';
import { readCommandLine } from '../../src/sandbox/command-line';
import { errorOf, withSandbox } from './helpers/sandbox';

describe('URLs', () => {
  const world = withSandbox();
  /** Returns the complete response to these bytes. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(world().sandbox.url).port), '127.0.0.1', () =>
        socket.write(bytes),
      );
      socket
        .setEncoding('latin1')
        .on('data', (more: string) => (text += more))
        .on('close', () => resolve(text))
        .on('error', reject);
    });

  it('returns 404 for other versions, and 410 for v3', async () => {
    const { url } = world().sandbox;
    for (const path of ['/api/v5/user', '/api/v4x/user', '/api/', '/api/user']) {
      const response = await fetch(url + path);
      assert.equal(response.status, 404, path);
      assert.deepEqual(await errorOf(response), { error: '404 Not Found' });
    }
    for (const path of ['/api/v3', '/api/v3/user']) assert.equal((await fetch(url + path)).status, 410, path);
  });

  it('accepts the absolute form, as sent by proxies', async () => {
    const response = await raw(
      'GET http://localhost:81/api/v4/projects/1 HTTP/1.1\r\nHost: [::1]:82\r\nConnection: close\r\n\r\n',
    );
    assert.match(response, /^HTTP\/1\.1 200 /);
    assert.ok(response.includes('"web_url":"http://localhost:81/acme/storefront"'));
  });

  it('distinguishes a long URL from long headers', async () => {
    assert.match(await raw(`GET /${'x'.repeat(60_000)}`.padEnd(70_000, 'y')), /^HTTP\/1\.1 414 /);
    assert.match(
      await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(70_000)}`),
      /^HTTP\/1\.1 431 /,
    );
    const response = await world().ask('/user', { headers: { 'X-Long': 'x'.repeat(40_000) } });
    assert.equal(response.status, 431);
  });

  it('finds a moved project in any letter case', async () => {
    assert.equal((await world().ask('/projects/Acme%2FShop')).status, 301);
  });

  it('records no tokens, even if parameter names are percent-encoded', async () => {
    await world().ask('/job?job%5Ftoken=glcbt-64_secret&%6Aob_token=secret', { as: 'nobody' });
    assert.ok(!JSON.stringify(world().sandbox.requests()).includes('secret"'));
    assert.ok(!JSON.stringify(world().sandbox.requests()).includes('glcbt-64_secret'));
  });
});

describe('parameters', () => {
  const world = withSandbox();

  it('ignores all pagination methods except keyset', async () => {
    for (const way of ['offset', 'legacy', 'whatever']) {
      const response = await world().ask(`/projects/1/jobs?pagination=${way}&per_page=3`);
      assert.equal(response.headers.get('x-per-page'), '3', way);
    }
  });

  it('accepts numbers above the safe integer range', async () => {
    const huge = '9'.repeat(30);
    const jobs = await world().ask(`/projects/1/jobs?per_page=${huge}`);
    assert.equal(jobs.headers.get('x-per-page'), '100');
    assert.equal((await world().ask(`/projects/1/jobs/${huge}`)).status, 404);
    assert.equal((await world().ask(`/projects/${huge}/jobs`)).status, 404);
  });

  it('repeats path parameters in links, and links from a page after the last to the last', async () => {
    const [{ id } = { id: 0 }] = await world().pipelines('ref=main');
    const response = await world().ask(`/projects/acme%2Fstorefront/pipelines/${id}/jobs?page=9&per_page=4`);
    const last = response.headers.get('x-total-pages');
    assert.equal(response.headers.get('x-prev-page'), last);
    const link = response.headers.get('link') ?? '';
    assert.ok(
      link.includes(`?id=acme%2Fstorefront&pipeline_id=${id}&page=${last}&per_page=4>; rel="prev"`),
      link,
    );
  });

  it('rejects invalid times', async () => {
    const response = await world().ask('/projects/1/pipelines?updated_after=yesterday');
    assert.equal(response.status, 400);
    assert.deepEqual(await errorOf(response), { error: 'updated_after is invalid' });
  });

  it('accepts multipart forms, and lists of objects without indexes', async () => {
    const { id } = await world().findJob('manual');
    const form = new FormData();
    form.append('job_variables_attributes[][key]', 'COLOUR');
    form.append('job_variables_attributes[][value]', 'blau-grün');
    form.append('job_variables_attributes[][key]', 'SIZE');
    const half = await fetch(`${world().sandbox.url}/api/v4/projects/1/jobs/${id}/play`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': world().sandbox.tokens.maintainer },
      body: form,
    });
    assert.equal(half.status, 400);
    assert.deepEqual(await errorOf(half), { error: 'job_variables_attributes[1][value] is missing' });
    form.append('job_variables_attributes[][value]', '4');
    const whole = await fetch(`${world().sandbox.url}/api/v4/projects/1/jobs/${id}/play`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': world().sandbox.tokens.maintainer },
      body: form,
    });
    assert.equal(whole.status, 200);
  });

  it('rejects an object instead of a list of objects', async () => {
    const { id } = await world().findJob('manual');
    const json = { job_variables_attributes: { key: 'A', value: 'b' } };
    const response = await world().post(`/projects/1/jobs/${id}/play`, { json });
    assert.equal(response.status, 400);
    assert.deepEqual(await errorOf(response), { error: 'job_variables_attributes is invalid' });
  });

  it('treats an empty token as no token', async () => {
    const headers = { 'PRIVATE-TOKEN': '' };
    assert.equal((await world().ask('/projects/1', { as: 'nobody', headers })).status, 200);
    assert.equal((await world().ask('/user', { as: 'nobody', headers })).status, 401);
  });

  it('reports no server error if a request is interrupted', async () => {
    const { url, tokens } = world().sandbox;
    await new Promise<void>((resolve) => {
      const sending = request(`${url}/api/v4/projects/1/jobs/1/play`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': tokens.owner, 'Content-Length': '100' },
      });
      sending.on('error', () => resolve());
      sending.write('half', () => sending.destroy());
    });
    assert.equal((await world().ask('/user')).status, 200);
    assert.deepEqual(world().mistakes, []);
  });

  it("returns the server's metadata without parameters", async () => {
    const response = await world().ask('/metadata');
    const known = z.parse(z.record(z.string(), z.unknown()), await response.json());
    assert.deepEqual(Object.keys(known), ['version', 'revision', 'kas', 'enterprise']);
  });
});

describe('command line', () => {
  it('accepts --help', () => {
    assert.equal(readCommandLine(['--help']).kind, 'help');
  });

  it('refuses a negative number in one sentence', () => {
    const read = readCommandLine(['--speed', '-1']);
    assert.ok(read.kind === 'problem');
    assert.match(read.sentence, /^--speed must be a number above 0 and at most 10000\. Usage: [^\n]*$/);
  });
});
