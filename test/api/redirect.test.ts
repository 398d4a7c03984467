import assert from 'node:assert/strict';
import { cancelJob, getJob } from '../../src/api/endpoints/jobs';
import { job } from './helpers/builders';
import { CANARY, clientOf, closeAll, errorOf } from './helpers/client';
import { sendHtml, sendJson, startServer } from './helpers/loopback';

const at = { id: 'old/path', job_id: 7 };
const CODES = [301, 302, 303, 307, 308];

describe('redirect', () => {
  afterEach(closeAll);

  for (const status of CODES) {
    it(`${status} of a GET is followed on the same origin, with the token`, async () => {
      const server = await startServer((request, response) => {
        if (request.url.includes('old'))
          response.writeHead(status, { location: '/api/v4/projects/9/jobs/7' }).end('moved');
        else sendJson(response, job(7));
      });
      const { client } = clientOf(server.url);
      assert.equal((await client.call(getJob, at)).id, 7);
      assert.deepEqual(
        server.requests.map(({ method, url, headers }) => [method, url, headers['private-token']]),
        [
          ['GET', '/api/v4/projects/old%2Fpath/jobs/7', CANARY],
          ['GET', '/api/v4/projects/9/jobs/7', CANARY],
        ],
      );
      assert.equal(server.sockets(), 1);
    });

    it(`${status} of a POST is not followed and never becomes a GET`, async () => {
      const server = await startServer((_, response) =>
        response.writeHead(status, { location: '/api/v4/projects/9/jobs/7/cancel?job_token=x' }).end(),
      );
      const error = await errorOf(
        clientOf(server.url).client.call(cancelJob, { ...at, force: true }),
        'moved',
      );
      assert.equal(error.status, status);
      assert.equal(error.location, `${server.url}/api/v4/projects/9/jobs/7/cancel`);
      assert.deepEqual(
        server.requests.map(({ method }) => method),
        ['POST'],
      );
    });

    it(`${status} to another origin is not followed`, async () => {
      const foreign = await startServer((_, response) => sendJson(response, job(7)));
      const server = await startServer((_, response) =>
        response.writeHead(status, { location: `${foreign.url}/api/v4/x?secret=1#y` }).end(),
      );
      const error = await errorOf(clientOf(server.url).client.call(getJob, at), 'moved');
      assert.equal(error.location, `${foreign.url}/api/v4/x`);
      assert.equal(foreign.requests.length, 0);
      assert.equal(foreign.sockets(), 0);
    });
  }

  it('to HTTPS on the same host counts as another origin', async () => {
    const server = await startServer((request, response) =>
      response.writeHead(301, { location: `https://${request.headers.host}/api/v4/x` }).end(),
    );
    const error = await errorOf(clientOf(server.url).client.call(getJob, at), 'moved');
    assert.equal(error.location, `${server.url.replace('http:', 'https:')}/api/v4/x`);
  });

  it('is followed at most five times', async () => {
    const server = await startServer((_, response, number) =>
      response.writeHead(302, { location: `/hop/${number}` }).end(),
    );
    const error = await errorOf(clientOf(server.url).client.call(getJob, at), 'moved');
    assert.equal(error.detail, 'more than 5 redirects');
    assert.equal(server.requests.length, 6);
  });

  it('to the sign-in page fails as not-json', async () => {
    const server = await startServer((request, response) => {
      if (request.url === '/users/sign_in') sendHtml(response, 200);
      else response.writeHead(302, { location: '/users/sign_in' }).end();
    });
    await errorOf(clientOf(server.url).client.call(getJob, at), 'not-json');
  });

  const odd: [what: string, location: string | undefined][] = [
    ['without a location', undefined],
    ['to no address', 'http://[bad'],
    ['to a file', 'file:///etc/passwd'],
    ['to a script', 'javascript:alert(1)'],
  ];
  for (const [what, location] of odd) {
    it(`${what} is rejected`, async () => {
      const server = await startServer((_, response) =>
        response.writeHead(302, location === undefined ? {} : { location }).end(),
      );
      const error = await errorOf(clientOf(server.url).client.call(getJob, at), 'moved');
      assert.ok(error.location === undefined || /^\w+:$/.test(error.location));
      assert.equal(server.requests.length, 1);
    });
  }

  it("with user info is rejected, and the error doesn't contain the user info", async () => {
    const server = await startServer((request, response) =>
      response.writeHead(302, { location: `http://user:hidden@${request.headers.host}/x` }).end(),
    );
    const error = await errorOf(clientOf(server.url).client.call(getJob, at), 'moved');
    assert.equal(error.location, `${server.url}/x`);
  });
});
