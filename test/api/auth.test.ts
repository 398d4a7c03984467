import assert from 'node:assert/strict';
import type { Credential } from '../../src/api/auth';
import { authorize } from '../../src/api/auth';
import { getAllowedAgents, getJobOfToken } from '../../src/api/endpoints/job-token';
import { getJobTrace, listProjectJobs } from '../../src/api/endpoints/jobs';
import { getUser } from '../../src/api/endpoints/server';
import { ApiError } from '../../src/api/errors';
import { job, jobs } from './helpers/builders';
import { address, CANARY, clientOf, closeAll, errorOf } from './helpers/client';
import { sendJson, sendText, startServer } from './helpers/loopback';

const user = { id: 1, username: 'mara', name: 'Mara' };
const personal = (token: string | undefined): Credential => ({
  kind: 'personal',
  token: () => Promise.resolve(token),
});

describe('token', () => {
  afterEach(closeAll);

  it('is read for every request, so that a new token is used immediately', async () => {
    const server = await startServer((_, response) => sendJson(response, user));
    const tokens = ['first', undefined, 'third'];
    const credential: Credential = { kind: 'personal', token: () => Promise.resolve(tokens.shift()) };
    const { client } = clientOf(server.url, { credential });
    for (let count = 0; count < 3; count += 1) await client.call(getUser, {});
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['private-token']),
      ['first', undefined, 'third'],
    );
  });

  it('sends a job token as the credential specifies', async () => {
    const server = await startServer((_, response) => sendJson(response, job(7)));
    for (const via of ['header', 'bearer', 'query'] as const) {
      const credential: Credential = { kind: 'job', token: () => Promise.resolve('a+b/c'), via };
      await clientOf(server.url, { credential }).client.call(getJobOfToken, {});
    }
    assert.deepEqual(
      server.requests.map(({ url, headers }) => [url, headers['job-token'], headers.authorization]),
      [
        ['/api/v4/job', 'a+b/c', undefined],
        ['/api/v4/job', undefined, 'Bearer a+b/c'],
        ['/api/v4/job?job_token=a%2Bb%2Fc', undefined, undefined],
      ],
    );
  });

  it('is sent only to endpoints that accept its kind', async () => {
    const server = await startServer((_, response) =>
      sendJson(response, { message: '401 Unauthorized' }, 401),
    );
    await errorOf(clientOf(server.url).client.call(getAllowedAgents, {}), 'unauthorized');
    const credential: Credential = { kind: 'job', token: () => Promise.resolve(CANARY), via: 'header' };
    await errorOf(clientOf(server.url, { credential }).client.call(getUser, {}), 'unauthorized');
    assert.ok(server.requests.every((request) => !JSON.stringify(request).includes(CANARY)));
  });

  it('is sent only to the origin of the server', () => {
    const base = address('https://host.example/gitlab');
    for (const url of [
      'https://host.example:444/gitlab/x',
      'http://host.example/gitlab/x',
      'https://host.example.evil/x',
    ]) {
      const request = { url, headers: {} };
      for (const via of ['header', 'bearer', 'query'] as const) {
        assert.equal(authorize(request, base, { ...personal('x'), kind: 'job', via }, 'x'), request);
      }
      assert.equal(authorize(request, base, personal('x'), 'x'), request);
    }
  });

  it('reports an invalid or unreadable token as unauthorized without sending a request', async () => {
    const server = await startServer((_, response) => sendJson(response, user));
    const unreadable: Credential = {
      kind: 'personal',
      token: () => Promise.reject(new Error('keyring of mara')),
    };
    for (const credential of [personal('line\nbreak'), personal('tökén'), personal(' '), unreadable]) {
      const error = await errorOf(
        clientOf(server.url, { credential }).client.call(getUser, {}),
        'unauthorized',
      );
      assert.equal(error.status, undefined);
      assert.ok(!/keyring|break|kén/.test(error.message));
    }
    assert.equal(server.requests.length, 0);
  });

  it("isn't read for a request that is already canceled", async () => {
    const credential: Credential = { kind: 'personal', token: () => assert.fail('the token was read') };
    const { client } = clientOf('http://127.0.0.1:9', { credential });
    await errorOf(client.call(getUser, {}, { signal: AbortSignal.abort() }), 'aborted');
  });

  it('reports the error of the credential if no token is stored', async () => {
    const signedOut = new ApiError({
      kind: 'unauthorized',
      endpoint: 'sign-in',
      host: 'h',
      detail: 'no token stored',
    });
    const credential: Credential = { kind: 'personal', token: () => Promise.reject(signedOut) };
    const error = await errorOf(
      clientOf('http://127.0.0.1:9', { credential }).client.call(getUser, {}),
      'unauthorized',
    );
    assert.equal(error.endpoint, 'sign-in');
    assert.equal(error.detail, 'no token stored');
  });

  it("isn't sent if the request is canceled while the token is read", async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => sendJson(response, user));
    const credential: Credential = {
      kind: 'personal',
      token: () => {
        abort.abort();
        return Promise.resolve(CANARY);
      },
    };
    const { client } = clientOf(server.url, { credential });
    await errorOf(client.call(getUser, {}, { signal: abort.signal }), 'aborted');
    assert.equal(server.requests.length, 0);
  });

  it('never appears in errors or the log, even if the server repeats it', async () => {
    const echoes = [
      (response: Parameters<typeof sendJson>[0]) =>
        sendJson(response, { message: `bad token ${CANARY}` }, 401),
      (response: Parameters<typeof sendJson>[0]) => sendText(response, `token=${CANARY}`, 500),
      (response: Parameters<typeof sendJson>[0]) =>
        response.writeHead(302, { location: `https://other.example/${CANARY}?t=${CANARY}` }).end(),
      (response: Parameters<typeof sendJson>[0]) => sendText(response, CANARY, 200),
      (response: Parameters<typeof sendJson>[0]) => sendJson(response, { [CANARY]: CANARY, id: CANARY }),
      (response: Parameters<typeof sendJson>[0]) => response.destroy(),
    ];
    for (const echo of echoes) {
      const server = await startServer((_, response) => echo(response));
      const { client, lines } = clientOf(server.url);
      // `errorOf` also asserts that the error doesn't contain the token.
      await errorOf(client.call(getUser, {}));
      assert.ok(lines.length > 0);
      assert.ok(!lines.join('\n').includes(CANARY));
    }
  });

  it('logs successful requests without any values', async () => {
    const server = await startServer((request, response) => {
      if (request.url.includes('/trace')) sendText(response, 'a log');
      else sendJson(response, jobs(2), 200, { link: `<${server.url}/api/v4/x?secret=hidden>; rel="next"` });
    });
    const { client, lines } = clientOf(server.url);
    const page = await client.page(listProjectJobs, { id: 'hidden/hidden', scope: ['manual'] });
    await client.page(listProjectJobs, { id: 'hidden/hidden' }, { next: page.next });
    await client.text(getJobTrace, { id: 'hidden', job_id: 4711 });
    assert.deepEqual(lines, [
      'GET /projects/:id/jobs: 200, 0 ms, attempt 1',
      'GET /projects/:id/jobs: 200, 0 ms, attempt 1',
      'GET /projects/:id/jobs/:job_id/trace: 200, 0 ms, attempt 1',
    ]);
  });
});
