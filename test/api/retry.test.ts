import assert from 'node:assert/strict';
import { cancelJob, getJob } from '../../src/api/endpoints/jobs';
import { getVersion } from '../../src/api/endpoints/server';
import { ApiError } from '../../src/api/errors';
import { waitBeforeRetry } from '../../src/api/retry';
import { job } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { PassingClock } from './helpers/clocks';
import { sendJson, sendText, startServer } from './helpers/loopback';

const at = { id: 1, job_id: 7 };

describe('retries', () => {
  afterEach(closeAll);

  for (const status of [429, 502, 503, 504]) {
    it(`sends a GET that fails with ${status} three times, with increasing delays`, async () => {
      const server = await startServer((_, response) => sendText(response, 'Retry later', status));
      const { client, clock, lines } = clientOf(server.url);
      const error = await errorOf(client.call(getJob, at));
      assert.equal(error.serverMessage, 'Retry later');
      assert.equal(server.requests.length, 3);
      assert.deepEqual(clock.waits, [500, 1000]);
      assert.deepEqual(
        lines.map((line) => /attempt \d/.exec(line)?.[0]),
        ['attempt 1', 'attempt 2', 'attempt 3'],
      );
    });
  }

  for (const status of [400, 401, 403, 404, 408, 409, 500, 501]) {
    it(`sends a GET that fails with ${status} once`, async () => {
      const server = await startServer((_, response) => sendJson(response, {}, status));
      await errorOf(clientOf(server.url).client.call(getJob, at));
      assert.equal(server.requests.length, 1);
    });
  }

  it('returns the data of the first successful attempt', async () => {
    const server = await startServer((_, response, number) => {
      if (number === 1) sendText(response, '', 503);
      else if (number === 2) response.destroy();
      else sendJson(response, job(7));
    });
    const { client, lines } = clientOf(server.url);
    assert.equal((await client.call(getJob, at)).id, 7);
    assert.match(lines[1] ?? '', /: no answer network ECONNRESET, /);
    assert.equal(server.requests.length, 3);
  });

  it('retries a GET whose body is truncated', async () => {
    const server = await startServer((_, response, number) => {
      if (number > 1) {
        sendJson(response, { version: '18' });
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"version":', () => response.destroy());
    });
    assert.equal((await clientOf(server.url).client.call(getVersion, {})).version, '18');
    assert.equal(server.requests.length, 2);
  });

  it('reports the system error code if the connection is refused', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const { client, clock } = clientOf(server.url);
    const error = await errorOf(client.call(getVersion, {}), 'network');
    assert.equal(error.detail, 'ECONNREFUSED');
    assert.equal(clock.waits.length, 2);
  });

  it('waits as long as the server requests', async () => {
    const server = await startServer((_, response, number) => {
      if (number === 1) sendText(response, 'Retry later', 429, { 'retry-after': '7' });
      else sendJson(response, job(7));
    });
    const { client, clock } = clientOf(server.url);
    await client.call(getJob, at);
    assert.deepEqual(clock.waits, [7000]);
  });

  it('gives up immediately if the server requests a wait over the limit', async () => {
    const server = await startServer((_, response) => sendText(response, '', 429, { 'retry-after': '31' }));
    const { client, clock } = clientOf(server.url);
    const error = await errorOf(client.call(getJob, at), 'too-many-requests');
    assert.equal(error.retryAfterMs, 31_000);
    assert.deepEqual(clock.waits, []);
    assert.equal(server.requests.length, 1);
  });

  it('limits the total of all waits', async () => {
    const server = await startServer((_, response) => sendText(response, '', 503, { 'retry-after': '20' }));
    const { client, clock } = clientOf(server.url);
    await errorOf(client.call(getJob, at), 'server');
    assert.deepEqual(clock.waits, [20_000]);
    assert.equal(server.requests.length, 2);
  });

  it('repeats a write only after 429 with a requested wait', async () => {
    const server = await startServer((_, response, number) => {
      if (number === 1) sendText(response, '', 429, { 'retry-after': '2' });
      else sendJson(response, job(7), 201);
    });
    const { client, clock } = clientOf(server.url);
    await client.call(cancelJob, { ...at, force: true });
    assert.deepEqual(clock.waits, [2000]);
    assert.equal(server.requests[1]?.body, '{"force":true}');
  });

  it('waits for the end of the rate limit window before repeating a write', async () => {
    const server = await startServer((_, response, number) => {
      if (number === 1) sendText(response, '', 429, { 'ratelimit-reset': '20' });
      else sendJson(response, job(7), 201);
    });
    const { client, clock } = clientOf(server.url);
    await client.call(cancelJob, at);
    assert.deepEqual(clock.waits, [20_000]);
  });

  for (const status of [409, 429, 502, 503, 504]) {
    it(`sends a POST once if it fails with ${status} without a requested wait`, async () => {
      const server = await startServer((_, response) => sendText(response, '', status));
      await errorOf(clientOf(server.url).client.call(cancelJob, at));
      assert.equal(server.requests.length, 1);
    });
  }

  it('sends a POST that fails with 503 or 409 once, even with a requested wait', async () => {
    for (const status of [409, 503]) {
      const server = await startServer((_, response) =>
        sendText(response, '', status, { 'retry-after': '1' }),
      );
      await errorOf(clientOf(server.url).client.call(cancelJob, at));
      assert.equal(server.requests.length, 1);
    }
  });

  it('sends a POST whose connection breaks once', async () => {
    const server = await startServer((_, response) => response.destroy());
    await errorOf(clientOf(server.url).client.call(cancelJob, at), 'network');
    assert.equal(server.requests.length, 1);
  });

  it('stops when the request is canceled during the wait', async () => {
    const abort = new AbortController();
    const server = await startServer((_, response) => sendText(response, '', 503));
    class Canceling extends PassingClock {
      override wait(ms: number, signal?: AbortSignal): Promise<void> {
        abort.abort();
        return super.wait(ms, signal);
      }
    }
    const { client } = clientOf(server.url, { clock: new Canceling() });
    await errorOf(client.call(getJob, at, { signal: abort.signal }), 'aborted');
    assert.equal(server.requests.length, 1);
  });

  it('randomizes the delays', () => {
    const error = new ApiError({ kind: 'server', endpoint: 'GET /x', host: 'h', status: 503 });
    const wait = (random: number, attempt = 1): number | undefined =>
      waitBeforeRetry({ method: 'GET', error, attempt, elapsedMs: 0 }, () => random);
    assert.deepEqual([wait(0), wait(0.5), wait(1), wait(0, 2), wait(0, 3)], [250, 500, 750, 500, undefined]);
  });
});
