import assert from 'node:assert/strict';
import { cancelJob, getJob, playJob } from '../../src/api/endpoints/jobs';
import { getProject } from '../../src/api/endpoints/projects';
import { getVersion } from '../../src/api/endpoints/server';
import type { ErrorKind } from '../../src/api/errors';
import { job } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { sendHtml, sendJson, sendText, startServer } from './helpers/loopback';

const at = { id: 'acme/storefront', job_id: 7 };

describe('response', () => {
  afterEach(closeAll);

  it('returns the validated resource and sends the documented request', async () => {
    const server = await startServer((_, response) => sendJson(response, job(7)));
    const { client } = clientOf(`${server.url}/gitlab`);
    const found = await client.call(getJob, at);
    assert.equal(found.name, 'job-7');
    assert.equal(found.archived, false, 'an absent flag is false');
    const [seen] = server.requests;
    assert.equal(seen?.method, 'GET');
    assert.equal(seen.url, '/gitlab/api/v4/projects/acme%2Fstorefront/jobs/7');
    assert.equal(seen.headers.accept, 'application/json');
    assert.equal(seen.headers['user-agent'], 'switchyard/0.0.0');
    assert.equal(seen.headers.connection, 'keep-alive');
    assert.equal(client.base, `${server.url}/gitlab`);
  });

  it('sends a write without values without a body, and a write with values as JSON', async () => {
    const server = await startServer((_, response) => sendJson(response, job(7), 201));
    const { client } = clientOf(server.url);
    await client.call(cancelJob, at);
    await client.call(cancelJob, { ...at, force: true });
    await client.call(playJob, { ...at, job_variables_attributes: [{ key: 'A', value: 'ü' }] });
    assert.deepEqual(
      server.requests.map(({ method, headers, body }) => [method, headers['content-type'], body]),
      [
        ['POST', undefined, ''],
        ['POST', 'application/json', '{"force":true}'],
        ['POST', 'application/json', '{"job_variables_attributes":[{"key":"A","value":"ü"}]}'],
      ],
    );
  });

  it('reports a schema error with the path and the expected type, but never the value', async () => {
    const server = await startServer((_, response) =>
      sendJson(response, job(7, { name: 17, stage: ['private-value'] })),
    );
    const error = await errorOf(clientOf(server.url).client.call(getJob, at), 'schema');
    assert.equal(error.detail, '$.name: expected string; $.stage: expected string');
    assert.equal(error.endpoint, 'GET /projects/:id/jobs/:job_id');
    assert.equal(error.host, new URL(server.url).host);
    assert.equal(error.status, 200);
    assert.ok(!error.message.includes('private-value'));
  });

  it('reports a sign-in page as not-json', async () => {
    const server = await startServer((_, response) => sendHtml(response, 200));
    const error = await errorOf(clientOf(server.url).client.call(getVersion, {}), 'not-json');
    assert.equal(error.status, 200);
    assert.equal(error.detail, 'text/html');
    assert.equal(error.serverMessage, undefined);
  });

  for (const [status, body] of [
    [200, ''],
    [204, undefined],
    [202, ''],
    [200, '{"version":'],
  ] as const) {
    it(`reports ${status} with the body ${JSON.stringify(body)} as not-json`, async () => {
      const server = await startServer((_, response) => response.writeHead(status).end(body));
      await errorOf(clientOf(server.url).client.call(getVersion, {}), 'not-json');
    });
  }

  it('parses JSON regardless of the content type', async () => {
    const server = await startServer((_, response) => sendText(response, '\ufeff{"version":"18.0.0"}'));
    assert.equal((await clientOf(server.url).client.call(getVersion, {})).version, '18.0.0');
  });

  it('stops reading a response over the size limit', async () => {
    let stopped: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => (stopped = resolve));
    const server = await startServer((_, response) => {
      response.on('close', () => stopped?.());
      response.writeHead(200, { 'content-type': 'application/json' });
      const mega = Buffer.alloc(1024 * 1024, 0x20);
      const more = (): void => {
        while (!response.destroyed && response.write(mega));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const error = await errorOf(clientOf(server.url).client.call(getVersion, {}), 'schema');
    assert.equal(error.detail, '$: expected at most 33554432 bytes');
    await closed;
  });

  describe('of more than 1 MB', () => {
    const whole = JSON.stringify({ version: '18.1.0', more: ['x'.repeat(700_000), 'y'.repeat(700_000)] });

    for (const [name, body] of [
      ['a whole one', whole],
      ['one with a byte order mark', `\uFEFF${whole}`],
    ] as const)
      it(`are read: ${name}`, async () => {
        const server = await startServer((_, response) => response.writeHead(200).end(body));
        assert.equal((await clientOf(server.url).client.call(getVersion, {})).version, '18.1.0');
      });

    for (const [name, body] of [
      ['an incomplete one', whole.slice(0, -1)],
      ['one with two values', whole + whole],
      ['one with two byte order marks', `\uFEFF\uFEFF${whole}`],
      ['an HTML page', `<html>${'<p>'.repeat(500_000)}`],
    ] as const)
      it(`are reported as not-json: ${name}`, async () => {
        const server = await startServer((_, response) => response.writeHead(200).end(body));
        await errorOf(clientOf(server.url).client.call(getVersion, {}), 'not-json');
      });
  });
});

describe('error status', () => {
  afterEach(closeAll);

  const kinds: [status: number, kind: ErrorKind][] = [
    [304, 'not-json'],
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [406, 'not-acceptable'],
    [407, 'network'],
    [408, 'timeout'],
    [409, 'conflict'],
    [410, 'gone'],
    [412, 'conflict'],
    [413, 'bad-request'],
    [414, 'uri-too-long'],
    [418, 'bad-request'],
    [422, 'unprocessable'],
    [429, 'too-many-requests'],
    [451, 'forbidden'],
    [500, 'server'],
    [501, 'server'],
    [502, 'server'],
    [503, 'server'],
    [504, 'server'],
    [520, 'server'],
    [599, 'server'],
  ];
  for (const [status, kind] of kinds) {
    it(`reports ${status} as ${kind}, with the server's message`, async () => {
      const server = await startServer((_, response) =>
        sendJson(response, { message: 'words of it' }, status),
      );
      const { client, lines } = clientOf(server.url);
      const error = await errorOf(client.call(cancelJob, at), kind);
      assert.equal(error.status, status);
      assert.equal(error.serverMessage, status === 304 ? undefined : 'words of it');
      assert.deepEqual(lines, [`POST /projects/:id/jobs/:job_id/cancel: ${status} ${kind}, 0 ms, attempt 1`]);
      assert.equal(server.requests.length, 1);
    });
  }

  it('has no message if the body is HTML', async () => {
    const server = await startServer((_, response) => sendHtml(response, 403));
    const error = await errorOf(clientOf(server.url).client.call(getProject, { id: 1 }), 'forbidden');
    assert.equal(error.serverMessage, undefined);
  });

  it('has no message if the body is truncated', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"message":', () => response.destroy());
    });
    const error = await errorOf(clientOf(server.url).client.call(getProject, { id: 1 }), 'not-found');
    assert.equal(error.serverMessage, undefined);
  });

  it('reads only the part of an endless body that is needed for the message', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.write('x'.repeat(200_000));
    });
    const error = await errorOf(clientOf(server.url).client.call(getProject, { id: 1 }), 'not-found');
    assert.equal(error.serverMessage?.length, 1000);
  });
});

describe("value that can't be encoded", () => {
  afterEach(closeAll);

  for (const id of ['', '.', '..', '\ud800', Number.NaN]) {
    it(`rejects ${JSON.stringify(id)} as bad-request without sending a request`, async () => {
      const server = await startServer((_, response) => sendJson(response, {}));
      const { client } = clientOf(server.url);
      const error = await errorOf(client.call(getProject, { id }), 'bad-request');
      assert.equal(error.status, undefined);
      assert.match(error.detail ?? '', /^id: /);
      assert.equal(server.requests.length, 0);
    });
  }
});
