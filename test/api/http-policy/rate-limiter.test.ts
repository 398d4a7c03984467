import assert from 'node:assert/strict';
import { createPolicyTransport, type PolicyLimits } from '../../../src/api/http-policy/policy-transport';
import type { WireRequest, WireResponse } from '../../../src/api/transport';
import type { Clock } from '../../../src/base/clock';
import { errorOf } from '../helpers/client';
import { ManualClock, PassingClock } from '../helpers/clocks';
import { get, heldWire, read, responseOf, settle } from '../helpers/wire';

const post = (path: string, more: Partial<WireRequest> = {}): WireRequest =>
  get(path, { ...more, method: 'POST' });

function limited(limits: Partial<PolicyLimits> = {}, clock: Clock = new ManualClock()) {
  const wire = heldWire();
  return { wire, transport: createPolicyTransport(wire, { clock, limits }) };
}

describe('rate limiter', () => {
  const finish = async (sending: Promise<WireResponse>): Promise<string> => read(await sending);

  it('sends at most six requests at a time, and the next one when a response was read', async () => {
    const { wire, transport } = limited();
    const all = Array.from({ length: 10 }, (_, index) => finish(transport.send(post(`/${index}`))));
    await settle();
    assert.equal(wire.sent, 6);
    const [host] = transport.traffic().hosts;
    assert.deepEqual([host?.inFlight, host?.waiting, host?.requests], [6, 4, 6]);
    wire.pending[0]?.respond();
    await settle();
    assert.equal(wire.sent, 7);
    while (wire.pending.length > 0) {
      wire.pending[0]?.respond();
      await settle();
    }
    await Promise.all(all);
    const [end] = transport.traffic().hosts;
    assert.deepEqual([end?.inFlight, end?.waiting, end?.requests], [0, 0, 10]);
    const { label: endpoint } = post('/');
    assert.deepEqual(end?.endpoints, [{ endpoint, requests: 10, fromCache: 0, throttled: 0 }]);
  });

  it('counts a request as in flight until its body is read or canceled', async () => {
    const { wire, transport } = limited({ inFlight: 1 });
    const first = transport.send(post('/1'));
    const second = transport.send(post('/2'));
    await settle();
    wire.pending[0]?.respond(200, {}, ['body']);
    const response = await first;
    await settle();
    assert.equal(wire.sent, 1);
    response.cancel();
    response.cancel();
    await settle();
    assert.equal(wire.sent, 2);
    wire.pending[0]?.respond();
    await finish(second);
  });

  it('limits each origin separately', async () => {
    const { wire, transport } = limited({ inFlight: 1 });
    const sent = ['https://a.example/1', 'https://b.example/1', 'http://a.example/1'].map((url) =>
      finish(transport.send(post('', { url }))),
    );
    await settle();
    assert.equal(wire.sent, 3);
    for (const pending of [...wire.pending]) pending.respond();
    await Promise.all(sent);
  });

  it('prefers foreground requests and otherwise preserves the order', async () => {
    const { wire, transport } = limited({ inFlight: 1 });
    const order: string[] = [];
    const sent = (['background', 'background', undefined, 'foreground', 'background'] as const).map(
      (priority, index) => finish(transport.send(post(`/${index}`, { priority }))),
    );
    await settle();
    while (wire.pending.length > 0) {
      order.push(wire.pending[0]?.request.url.slice(-1) ?? '');
      wire.pending[0]?.respond();
      await settle();
    }
    await Promise.all(sent);
    assert.deepEqual(order, ['0', '2', '3', '1', '4']);
  });

  it('removes a request that is canceled while waiting', async () => {
    const { wire, transport } = limited({ inFlight: 1 });
    const abort = new AbortController();
    const first = finish(transport.send(post('/1')));
    const second = errorOf(transport.send(post('/2', { signal: abort.signal })), 'aborted');
    await settle();
    abort.abort();
    await second;
    assert.equal(transport.traffic().hosts[0]?.waiting, 0);
    wire.pending[0]?.respond();
    await first;
    assert.equal(wire.sent, 1);
    await errorOf(transport.send(post('/3', { signal: abort.signal })), 'aborted');
  });

  it('limits the number of requests per minute', async () => {
    const clock = new ManualClock();
    const { wire, transport } = limited({ perMinute: 3 }, clock);
    const sent: Promise<string>[] = [];
    for (let count = 0; count < 5; count += 1) {
      sent.push(finish(transport.send(post(`/${count}`))));
      await settle();
      wire.pending[0]?.respond();
      clock.advance(1000);
    }
    assert.equal(wire.sent, 3);
    clock.advance(54_999);
    await settle();
    assert.equal(wire.sent, 3);
    clock.advance(1);
    await settle();
    assert.equal(wire.sent, 4);
    wire.pending[0]?.respond();
    clock.advance(1000);
    await settle();
    assert.equal(wire.sent, 5);
    wire.pending[0]?.respond();
    await Promise.all(sent);
    assert.equal(clock.waiting, 0);
  });

  it('continues with the next request after a failed request', async () => {
    const failing = { send: () => Promise.reject(new Error('no')) };
    const transport = createPolicyTransport(failing, {
      clock: new ManualClock(),
      limits: { inFlight: 1 },
    });
    for (let count = 0; count < 3; count += 1) await assert.rejects(transport.send(post('/1')), /no/);
  });

  for (const [what, status, headers] of [
    ['429 with Retry-After', 429, { 'retry-after': '7' }],
    ['RateLimit-Remaining 0', 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '7' }],
  ] as const) {
    it(`pauses requests to the origin after ${what}`, async () => {
      const clock = new ManualClock();
      const { wire, transport } = limited({}, clock);
      const first = finish(transport.send(post('/1')));
      await settle();
      wire.pending[0]?.respond(status, headers);
      await first;
      const second = finish(transport.send(post('/2')));
      const other = finish(transport.send(post('', { url: 'https://other.example/' })));
      await settle();
      assert.deepEqual(
        wire.pending.map(({ request }) => request.url),
        ['https://other.example/'],
      );
      const [host] = transport.traffic().hosts;
      assert.deepEqual([host?.heldUntil, host?.throttled], [7000, status === 429 ? 1 : 0]);
      clock.advance(7000);
      await settle();
      assert.equal(transport.traffic().hosts[0]?.heldUntil, undefined);
      for (const pending of [...wire.pending]) pending.respond();
      await Promise.all([second, other]);
    });
  }

  it('is never paused for less time than an earlier response requested', async () => {
    const { wire, transport } = limited();
    const both = [finish(transport.send(post('/1'))), finish(transport.send(post('/2')))];
    await settle();
    const [one, other] = [...wire.pending];
    one?.respond(429, { 'retry-after': '20' });
    other?.respond(429, { 'retry-after': '2' });
    await Promise.all(both);
    assert.equal(transport.traffic().hosts[0]?.heldUntil, 20_000);
    transport.dispose();
  });

  it('rejects requests during a long pause and reports its remaining duration', async () => {
    const clock = new ManualClock();
    const { wire, transport } = limited({ inFlight: 1 }, clock);
    const first = finish(transport.send(post('/1')));
    const queued = errorOf(transport.send(post('/2')), 'too-many-requests');
    await settle();
    wire.pending[0]?.respond(429, { 'retry-after': '60' });
    await first;
    assert.equal((await queued).retryAfterMs, 60_000);
    clock.advance(1000);
    const error = await errorOf(transport.send(post('/3')), 'too-many-requests');
    assert.deepEqual([error.retryAfterMs, error.status], [59_000, undefined]);
    clock.advance(29_000);
    const last = finish(transport.send(post('/4')));
    clock.advance(30_000);
    await settle();
    wire.pending[0]?.respond();
    await last;
  });

  it('aborts waiting requests when it is disposed', async () => {
    const clock = new ManualClock();
    const { transport, wire } = limited({ perMinute: 1 }, clock);
    const first = finish(transport.send(post('/1')));
    const second = errorOf(transport.send(post('/2')), 'aborted');
    transport.dispose();
    await second;
    assert.equal(clock.waiting, 0);
    await settle();
    wire.pending[0]?.respond();
    await first;
  });

  it('applies changed limits', async () => {
    const { wire, transport } = limited({ inFlight: 1 });
    transport.setLimits({ inFlight: 2 });
    const sent = [1, 2, 3].map((each) => finish(transport.send(post(`/${each}`))));
    await settle();
    assert.equal(wire.sent, 2);
    while (wire.pending.length > 0) {
      wire.pending[0]?.respond();
      await settle();
    }
    await Promise.all(sent);
  });

  it('never exceeds its limits and completes every request', async () => {
    let now = 0;
    let most = 0;
    const wire = {
      send: async () => {
        now += 1;
        most = Math.max(most, now);
        await settle();
        now -= 1;
        return responseOf(200, {}, ['x']);
      },
    };
    const clock = new PassingClock();
    const began = clock.time;
    const transport = createPolicyTransport(wire, { clock });
    await Promise.all(Array.from({ length: 1000 }, (_, index) => finish(transport.send(post(`/${index}`)))));
    assert.ok(most <= 6, String(most));
    assert.equal(clock.time - began, 180_000, 'a thousand requests at 300 a minute');
  });
});
