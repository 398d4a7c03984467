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
