import assert from 'node:assert/strict';
import { getArtifactFile, getArtifacts } from '../../src/api/endpoints/artifacts';
import { getJobTrace } from '../../src/api/endpoints/jobs';
import { redirectStep } from '../../src/api/redirect';
import { address, CANARY, clientOf, closeAll, errorOf } from './helpers/client';
import { type Seen, sendText, startServer } from './helpers/loopback';

const at = { id: 1, job_id: 2 };
const SIGNED = '/bucket/artifacts.zip?signature=s1gn4tur3';

/** Starts a server that redirects to the URL. */
const redirecting = (location: string) =>
  startServer((_, response) => response.writeHead(302, { location }).end('moved'));

const headersOf = (requests: readonly Seen[]): string =>
  JSON.stringify(requests.map(({ headers }) => headers));

describe('file in an object storage', () => {
  afterEach(closeAll);

  it('is read from the other host, which gets the path and the query but not the token', async () => {
    const storage = await startServer((_, response) => sendText(response, 'PK'));
    const server = await redirecting(`${storage.url}${SIGNED}`);
    for (const policy of [false, true]) {
      const { client, lines } = clientOf(server.url, { policy });
      const result = await client.text(getArtifacts, at);
      assert.ok(result.kind === 'whole');
      assert.equal(Buffer.from(result.bytes).toString(), 'PK');
      assert.ok(!lines.join().includes('s1gn4tur3'));
    }
    assert.deepEqual(
      storage.requests.map(({ url }) => url),
      [SIGNED, SIGNED],
    );
    assert.equal(server.requests[0]?.headers['private-token'], CANARY);
    assert.ok(!headersOf(storage.requests).includes(CANARY));
  });

  it('is read after a redirect to a moved project, too', async () => {
    const storage = await startServer((_, response) => sendText(response, 'PK'));
    const server = await startServer(({ url }, response) => {
      const location = url.includes('old')
        ? '/api/v4/projects/9/jobs/2/artifacts'
        : `${storage.url}${SIGNED}`;
      response.writeHead(302, { location }).end();
    });
    const moves: unknown[] = [];
    const { client } = clientOf(server.url, { onMoved: (moved) => moves.push(moved) });
    assert.equal((await client.text(getArtifacts, { ...at, id: 'old/path' })).kind, 'whole');
    assert.equal(storage.requests.length, 1);
    assert.deepEqual(moves, []);
  });

  it('is read after one redirect only, not to a third host or back to the server', async () => {
    const third = await startServer((_, response) => sendText(response, 'PK'));
    let back = '';
    const targets = [third.url, () => back];
    for (const target of targets) {
      const storage = await startServer((_, response) =>
        response.writeHead(302, { location: typeof target === 'string' ? target : target() }).end(),
      );
      const server = await redirecting(`${storage.url}${SIGNED}`);
      back = `${server.url}/api/v4/user`;
      const error = await errorOf(clientOf(server.url).client.text(getArtifacts, at), 'moved');
      assert.equal(error.detail, 'second redirect to another origin');
      assert.equal(server.requests.length, 1);
      assert.ok(!headersOf(storage.requests).includes(CANARY));
    }
    assert.equal(third.requests.length, 0);
  });

  it('is read after a redirect only for files, not for other texts', async () => {
    const storage = await startServer((_, response) => sendText(response, 'PK'));
    const server = await redirecting(`${storage.url}${SIGNED}`);
    const error = await errorOf(clientOf(server.url).client.text(getJobTrace, at), 'moved');
    assert.equal(error.location, `${storage.url}/bucket/artifacts.zip`);
    assert.equal(storage.requests.length, 0);
  });

  it("reports the storage's errors with its host, and never as an invalid token", async () => {
    for (const status of [401, 403, 404, 500]) {
      const storage = await startServer((_, response) => response.writeHead(status).end(`<a>${SIGNED}</a>`));
      const server = await redirecting(`${storage.url}${SIGNED}`);
      const error = await errorOf(clientOf(server.url).client.text(getArtifacts, at), 'server');
      assert.deepEqual([error.status, error.host], [status, new URL(storage.url).host]);
      assert.ok(!JSON.stringify(error).includes('s1gn4tur3'));
    }
  });

  it('must be encrypted if the server is', () => {
    const step = (base: string, location: string) => {
      const redirect = {
        method: 'GET',
        from: `${base}/api/v4/x`,
        location,
        followed: 0,
        storage: true,
      } as const;
      return redirectStep(address(base), redirect).kind;
    };
    assert.equal(step('https://host.example', 'https://storage.example/a'), 'follow');
    assert.equal(step('http://host.example', 'https://storage.example/a'), 'follow');
    assert.equal(step('http://host.example', 'http://storage.example/a'), 'follow');
    for (const location of [
      'http://storage.example/a',
      'http://host.example/a',
      'file:///etc/passwd',
      'data:text/plain,a',
      'https://user@storage.example/a',
    ])
      assert.equal(step('https://host.example', location), 'refuse', location);
  });
});

describe('file of an archive', () => {
  afterEach(closeAll);

  it('is requested with an encoded path whose slashes separate segments', async () => {
    const server = await startServer((_, response) => sendText(response, 'x'));
    const artifact_path = 'a b/ü#?/c%2F.txt';
    await clientOf(server.url).client.text(getArtifactFile, { ...at, artifact_path });
    assert.equal(
      server.requests[0]?.url,
      '/api/v4/projects/1/jobs/2/artifacts/a%20b/%C3%BC%23%3F/c%252F.txt',
    );
  });

  it("isn't requested if its path could reach another resource", async () => {
    const server = await startServer((_, response) => sendText(response, 'x'));
    for (const artifact_path of ['', '/a', 'a//b', 'a/', '..', '../../2/trace', 'a/./b', 'a/..'])
      await errorOf(
        clientOf(server.url).client.text(getArtifactFile, { ...at, artifact_path }),
        'bad-request',
      );
    assert.equal(server.requests.length, 0);
  });

  it('can be HTML, but not a sign-in page', async () => {
    const html = { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="index.html"' };
    const page = await startServer((_, response) => response.writeHead(200, html).end('<p>Report</p>'));
    const file = { ...at, artifact_path: 'index.html' };
    assert.equal((await clientOf(page.url).client.text(getArtifactFile, file)).kind, 'whole');
    const signIn = await startServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
    );
    await errorOf(clientOf(signIn.url).client.text(getArtifactFile, file), 'not-json');
  });
});
