import assert from 'node:assert/strict';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { Client } from '../../../src/api/client';
import { createClient } from '../../../src/api/create-client';
import { listClientKeys } from '../../../src/api/endpoints/error-tracking';
import { getJob, getJobTrace, listProjectJobs } from '../../../src/api/endpoints/jobs';
import {
  createPolicyTransport,
  type PolicyLimits,
  type PolicyTransport,
} from '../../../src/api/http-policy/policy-transport';
import { nodeTransport } from '../../../src/api/transport';
import { systemClock } from '../../../src/base/clock';
import type { Disposable } from '../../../src/base/disposable';
import { silentLog } from '../../../src/base/log';
import { job, jobs } from '../helpers/builders';
import { address, closeAll, errorOf } from '../helpers/client';
import { PassingClock } from '../helpers/clocks';
import { type Loopback, sendJson, sendText, startServer } from '../helpers/loopback';
import { get, heldWire, read, settle } from '../helpers/wire';

const at = { id: 1, job_id: 7 };
const open: Disposable[] = [];

/** Returns clients of one server for several accounts, with one transport with the HTTP policy. */
function clients(server: Loopback, limits: Partial<PolicyLimits> = {}) {
  const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  const transport = createPolicyTransport(wire, { clock: systemClock, limits });
  open.push(wire, transport);
  const as = (token: string): Client =>
    createClient({
      base: address(server.url),
      credential: { kind: 'personal', token: () => Promise.resolve(token) },
      transport,
      clock: new PassingClock(),
      log: silentLog,
    });
  return { transport, as };
}
const traffic = (transport: PolicyTransport) => {
  const [host] = transport.traffic().hosts;
  return { requests: host?.requests, fromCache: host?.fromCache, shared: host?.shared };
};

/** Starts a server that returns different responses, with ETags, for each account. */
const revalidating = (
  body: (account: string, number: number) => unknown = (account) => job(7, { stage: account }),
) =>
  startServer((request, response, number) => {
    const account = String(request.headers['private-token']);
    const text = JSON.stringify(body(account, number));
    const etag = `W/"${text.length}-${account}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else
      response
        .writeHead(200, {
          etag,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'x-total': '1',
        })
        .end(gzipSync(text));
  });

afterEach(async () => {
  for (const each of open.splice(0)) each.dispose();
  await closeAll();
});

describe('response cache', () => {
  it('revalidates a cached response and reuses it after 304', async () => {
    const server = await revalidating();
    const { as, transport } = clients(server);
    const first = await as('anna').call(getJob, at);
    assert.deepEqual(await as('anna').call(getJob, at), first);
    assert.equal(server.requests[0]?.headers['if-none-match'], undefined);
    assert.match(server.requests[1]?.headers['if-none-match'] ?? '', /^W\/"\d+-anna"$/);
    assert.deepEqual(traffic(transport), { requests: 2, fromCache: 1, shared: 0 });
    assert.equal(server.sockets(), 1);
  });

  it('never mixes accounts', async () => {
    const server = await revalidating();
    const { as } = clients(server);
    for (const name of ['anna', 'bert', 'anna', 'bert']) {
      assert.equal((await as(name).call(getJob, at)).stage, name);
    }
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['if-none-match']?.replace(/.*-/, '')),
      [undefined, undefined, 'anna"', 'bert"'],
    );
  });

  it("uses the headers of the 304 response, and cached headers that it doesn't repeat", async () => {
    const server: Loopback = await startServer((request, response) => {
      const next = { link: `<${server.url}/api/v4/n>; rel="next"` };
      if (request.headers['if-none-match'] === '"1"')
        response.writeHead(304, { ...next, 'x-total': '9' }).end();
      else sendJson(response, jobs(2), 200, { etag: '"1"', 'x-total': '2', ...next });
    });
    const { as } = clients(server);
    await as('anna').page(listProjectJobs, { id: 1 });
    const again = await as('anna').page(listProjectJobs, { id: 1 });
    assert.deepEqual([again.items.length, again.total, again.next], [2, 9, `${server.url}/api/v4/n`]);
  });

  it('stores a changed response, and removes the entry after 404', async () => {
    const server = await startServer((_, response, number) => {
      if (number === 3) sendJson(response, { message: 'gone' }, 404);
      else sendJson(response, job(7, { stage: String(number) }), 200, { etag: `"${number}"` });
    });
    const { as, transport } = clients(server);
    assert.equal((await as('anna').call(getJob, at)).stage, '1');
    assert.equal((await as('anna').call(getJob, at)).stage, '2');
    await errorOf(as('anna').call(getJob, at), 'not-found');
    assert.equal(transport.traffic().cacheBytes, 0);
    await as('anna').call(getJob, at);
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['if-none-match']),
      [undefined, '"1"', '"2"', undefined],
    );
  });

  it("doesn't cache logs, no-store responses, responses without ETag, or truncated responses", async () => {
    const server = await startServer((request, response) => {
      if (request.url.endsWith('/trace')) sendText(response, 'log', 200, { etag: '"1"' });
      else if (request.url.endsWith('/1'))
        sendJson(response, job(1), 200, { etag: '"1"', 'cache-control': 'no-store' });
      else if (request.url.endsWith('/2')) sendJson(response, job(2));
      else {
        response.writeHead(200, { etag: '"1"', 'content-type': 'application/json', 'content-length': '100' });
        response.write('{', () => response.destroy());
      }
    });
    const { as, transport } = clients(server);
    await as('anna').text(getJobTrace, at);
    await as('anna').call(getJob, { id: 1, job_id: 1 });
    await as('anna').call(getJob, { id: 1, job_id: 2 });
    await errorOf(as('anna').call(getJob, { id: 1, job_id: 3 }), 'network');
    assert.equal(transport.traffic().cacheBytes, 0);
  });

  it("doesn't cache responses that contain secrets", async () => {
    const server = await revalidating(() => [{ id: 3, active: true, public_key: 'glet_0a0a0a0a0a0a' }]);
    const { transport, as } = clients(server);
    await as('one').page(listClientKeys, { id: 1 });
    const page = await as('one').page(listClientKeys, { id: 1 });
    assert.equal(page.items[0]?.id, 3);
    assert.equal(transport.traffic().cacheBytes, 0);
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['if-none-match']),
      [undefined, undefined],
    );
  });

  it('stays within its size limit, and limits a response to a quarter of it', async () => {
    const server = await startServer((request, response) =>
      sendJson(response, job(7, { stage: 'x'.repeat(request.url.endsWith('/99') ? 9_000 : 3_000) }), 200, {
        etag: '"1"',
      }),
    );
    const { as, transport } = clients(server, { cacheBytes: 32_000 });
    for (let job_id = 1; job_id <= 20; job_id += 1) await as('anna').call(getJob, { id: 1, job_id });
    const kept = transport.traffic().cacheBytes;
    assert.ok(kept > 16_000 && kept <= 32_000, String(kept));
    await as('anna').call(getJob, { id: 1, job_id: 99 });
    assert.equal(transport.traffic().cacheBytes, kept);
    await as('anna').call(getJob, { id: 1, job_id: 20 });
    assert.equal(server.requests.at(-1)?.headers['if-none-match'], '"1"');
    await as('anna').call(getJob, { id: 1, job_id: 1 });
    assert.equal(server.requests.at(-1)?.headers['if-none-match'], undefined);
    transport.forget();
    assert.equal(transport.traffic().cacheBytes, 0);
  });
});

describe('request coalescing', () => {
  it('sends one request for identical concurrent requests with the same token', async () => {
    const server = await revalidating();
    const { as, transport } = clients(server);
    const found = await Promise.all(
      ['anna', 'anna', 'bert', 'anna'].map((name) => as(name).call(getJob, at)),
    );
    assert.deepEqual(
      found.map(({ stage }) => stage),
      ['anna', 'anna', 'bert', 'anna'],
    );
    assert.deepEqual(traffic(transport), { requests: 2, fromCache: 0, shared: 2 });
    const logs = await Promise.all([1, 2].map(() => as('anna').text(getJobTrace, at)));
    assert.equal(server.requests.length, 3);
    assert.deepEqual(logs[0], logs[1]);
  });

  const held = () => {
    const wire = heldWire();
    return { wire, transport: createPolicyTransport(wire, { clock: new PassingClock() }) };
  };

  it("doesn't affect the other requests if one is canceled before the response", async () => {
    const { wire, transport } = held();
    const abort = new AbortController();
    const first = errorOf(transport.send(get('/1', { signal: abort.signal })), 'aborted');
    const second = transport.send(get('/1'));
    await settle();
    abort.abort();
    await first;
    wire.pending[0]?.respond(200, {}, ['bo', 'dy']);
    assert.equal(await read(await second), 'body');
    assert.equal(wire.sent, 1);
  });

  it("doesn't affect the other requests if one is canceled while reading the body", async () => {
    const { wire, transport } = held();
    const abort = new AbortController();
    const sending = [transport.send(get('/1', { signal: abort.signal })), transport.send(get('/1'))] as const;
    await settle();
    wire.pending[0]?.respond(200, {}, ['a', 'b', 'c']);
    const [first, second] = await Promise.all(sending);
    const chunks = first.body[Symbol.asyncIterator]();
    assert.equal((await chunks.next()).done, false);
    abort.abort();
    await errorOf(chunks.next(), 'aborted');
    assert.equal(await read(second), 'abc');
  });

  it('aborts the request when the last caller cancels, and sends a new request afterwards', async () => {
    const { wire, transport } = held();
    const aborts = [new AbortController(), new AbortController()];
    const ends = aborts.map(({ signal }) => errorOf(transport.send(get('/1', { signal })), 'aborted'));
    await settle();
    assert.equal(wire.pending.length, 1);
    for (const abort of aborts) abort.abort();
    const third = transport.send(get('/1'));
    await Promise.all(ends);
    await settle();
    assert.equal(wire.sent, 2);
    assert.equal(wire.pending.length, 1);
    wire.pending[0]?.respond(200, {}, ['x']);
    assert.equal(await read(await third), 'x');
  });

  it('closes the connection when the last reader stops', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await startServer((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/plain' }).write('x'.repeat(100));
    });
    const { as } = clients(server);
    const logs = await Promise.all(
      [10, 20].map((maxBytes) => as('anna').text(getJobTrace, at, { maxBytes })),
    );
    assert.deepEqual(
      logs.map((log) => (log.kind === 'whole' ? [log.bytes.length, log.cut] : log.kind)),
      [
        [10, true],
        [20, true],
      ],
    );
    assert.equal(server.requests.length, 1);
    await closed;
  });

  it("doesn't share writes or requests with different headers", async () => {
    const { wire, transport } = held();
    const all = [
      get('/1', { method: 'POST' }),
      get('/1', { method: 'POST' }),
      get('/1'),
      get('/1', { headers: { accept: 'application/json', range: 'bytes=5-' } }),
    ].map((request) => transport.send(request));
    await settle();
    assert.equal(wire.sent, 4);
    for (const pending of [...wire.pending]) pending.respond();
    await Promise.all(all);
  });

  it('lets a background request join a foreground request, but not the reverse', async () => {
    const { wire, transport } = held();
    const all = (['foreground', 'background'] as const).map((priority) =>
      transport.send(get('/1', { priority })),
    );
    all.push(
      ...(['background', 'foreground'] as const).map((priority) => transport.send(get('/2', { priority }))),
    );
    await settle();
    assert.equal(wire.sent, 3);
    for (const pending of [...wire.pending]) pending.respond();
    await Promise.all(all);
  });

  it('fails for all callers if the request fails', async () => {
    const server = await startServer((_, response) => sendJson(response, { message: 'no' }, 403));
    const { as } = clients(server);
    await Promise.all([1, 2].map(() => errorOf(as('anna').call(getJob, at), 'forbidden')));
    assert.equal(server.requests.length, 1);
  });
});
