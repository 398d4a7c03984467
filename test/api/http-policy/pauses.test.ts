import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPolicyTransport, type PolicyLimits } from '../../../src/api/http-policy/policy-transport';
import type { WireRequest, WireResponse } from '../../../src/api/transport';
import type { Clock } from '../../../src/base/clock';
import { errorOf } from '../helpers/client';
import { ManualClock } from '../helpers/clocks';
import { get, heldWire, read, responseOf, settle } from '../helpers/wire';

const post = (path: string, more: Partial<WireRequest> = {}): WireRequest =>
  get(path, { ...more, method: 'POST' });

function limited(limits: Partial<PolicyLimits> = {}, clock: Clock = new ManualClock()) {
  const wire = heldWire();
  return { wire, transport: createPolicyTransport(wire, { clock, limits }) };
}

describe('pauses that a server requests', () => {
  const finish = async (sending: Promise<WireResponse>): Promise<string> => read(await sending);

  for (const [what, status, headers] of [
    ['429 with Retry-After', 429, { 'retry-after': '7' }],
    ['RateLimit-Remaining 0', 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '7' }],
  ] as const) {
    it(`pauses requests to the endpoint after ${what}`, async () => {
      const clock = new ManualClock();
      const { wire, transport } = limited({}, clock);
      const first = finish(transport.send(post('/1')));
      await settle();
      wire.pending[0]?.respond(status, headers);
      await first;
      const second = finish(transport.send(post('/2')));
      const others = [
        finish(transport.send(post('/3', { label: 'GET /healthy' }))),
        finish(transport.send(post('', { url: 'https://other.example/' }))),
      ];
      await settle();
      assert.deepEqual(
        wire.pending.map(({ request }) => request.url),
        ['https://host.example/3', 'https://other.example/'],
      );
      const [host] = transport.traffic().hosts;
      assert.deepEqual([host?.heldUntil, host?.throttled], [undefined, status === 429 ? 1 : 0]);
      assert.ok((host?.pausedUntil ?? 0) > clock.now());
      clock.advance(7000);
      await settle();
      for (const pending of [...wire.pending]) pending.respond();
      await Promise.all([second, ...others]);
    });
  }

  it('pauses the origin for at most a minute after a second endpoint, and sends one request first', async () => {
    const clock = new ManualClock();
    const { wire, transport } = limited({ longestPauseMs: 3_600_000 }, clock);
    const refused = ['a', 'b'].map((label) => finish(transport.send(post(`/${label}`, { label }))));
    await settle();
    for (const pending of [...wire.pending]) pending.respond(429, { 'retry-after': '90' });
    await Promise.all(refused);
    assert.equal(transport.traffic().hosts[0]?.heldUntil, 60_000);
    const waiting = ['c', 'd', 'e'].map((label) => finish(transport.send(post(`/${label}`, { label }))));
    clock.advance(59_999);
    await settle();
    assert.equal(wire.sent, 2);
    clock.advance(1);
    await settle();
    assert.equal(wire.sent, 3, 'only the probe');
    wire.pending[0]?.respond(429, { 'retry-after': '10' });
    await settle();
    assert.equal(transport.traffic().hosts[0]?.heldUntil, 70_000);
    clock.advance(10_000);
    await settle();
    assert.equal(wire.sent, 4, 'the next probe');
    wire.pending[0]?.respond();
    await settle();
    assert.equal(wire.sent, 5, 'the others');
    wire.pending[0]?.respond();
    await Promise.all(waiting);
  });

  it('sends the next request if the probe fails without a response', async () => {
    const clock = new ManualClock();
    let refuses = true;
    const wire = {
      send: (request: WireRequest) =>
        request.label === 'broken'
          ? Promise.reject(new Error('no connection'))
          : Promise.resolve(responseOf(refuses ? 429 : 200, { 'retry-after': '5' }, [])),
    };
    const transport = createPolicyTransport(wire, { clock });
    for (const label of ['a', 'b']) await finish(transport.send(post(`/${label}`, { label })));
    refuses = false;
    const broken = assert.rejects(transport.send(post('/c', { label: 'broken' })), /no connection/);
    const next = finish(transport.send(post('/d', { label: 'd' })));
    clock.advance(5000);
    await Promise.all([broken, next]);
  });

  it('never sends to an endpoint during its pause, and never blocks an origin for one endpoint', async () => {
    const act = fc.oneof(
      fc.record({ label: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ answer: fc.nat(5), pause: fc.option(fc.integer({ min: 1, max: 7_200 })) }),
      fc.record({ seconds: fc.integer({ min: 1, max: 90 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const clock = new ManualClock();
        const { wire, transport } = limited({ longestPauseMs: 86_400_000, inFlight: 1_000 }, clock);
        const paused = new Map<string, number>();
        const sent: Promise<string>[] = [];
        const problems: string[] = [];
        let seen = new Set<object>();
        const check = async (): Promise<void> => {
          await settle();
          for (const { request } of wire.pending) {
            if (!seen.has(request) && (paused.get(request.label) ?? 0) > clock.now())
              problems.push(`${request.label} was sent during its pause`);
          }
          seen = new Set(wire.pending.map(({ request }) => request));
          const left = (transport.traffic().hosts[0]?.heldUntil ?? 0) - clock.now();
          if (left > 60_000) problems.push(`the origin is paused for ${left} ms`);
          const isOne = [...paused.values()].filter((until) => until > 0).length < 2;
          if (left > 0 && isOne) problems.push('one endpoint pauses the origin');
        };
        for (const each of acts) {
          if ('label' in each) sent.push(finish(transport.send(post('/', { label: each.label }))));
          else if ('seconds' in each) clock.advance(each.seconds * 1_000);
          else {
            const pending = wire.pending[each.answer % Math.max(1, wire.pending.length)];
            const ms = Math.min(each.pause ?? 0, 3_600) * 1_000;
            if (pending !== undefined && each.pause !== null)
              paused.set(
                pending.request.label,
                Math.max(paused.get(pending.request.label) ?? 0, clock.now() + ms),
              );
            if (each.pause === null) pending?.respond();
            else pending?.respond(429, { 'retry-after': String(each.pause) });
          }
          await check();
        }
        for (let rounds = 0; rounds < 200 && transport.traffic().hosts[0] !== undefined; rounds++) {
          for (const pending of [...wire.pending]) pending.respond();
          await settle();
          if (transport.traffic().hosts[0]?.waiting === 0 && wire.pending.length === 0) break;
          clock.advance(60_000);
          await check();
        }
        await Promise.all(sent);
        transport.dispose();
        assert.deepEqual(problems, []);
      }),
    );
  });

  it('never pauses an endpoint for less time than an earlier response requested', async () => {
    const clock = new ManualClock();
    const { wire, transport } = limited({}, clock);
    const both = [finish(transport.send(post('/1'))), finish(transport.send(post('/2')))];
    await settle();
    const [one, other] = [...wire.pending];
    one?.respond(429, { 'retry-after': '20' });
    other?.respond(429, { 'retry-after': '2' });
    await Promise.all(both);
    const next = finish(transport.send(post('/3')));
    clock.advance(19_999);
    await settle();
    assert.equal(wire.sent, 2);
    clock.advance(1);
    await settle();
    wire.pending[0]?.respond();
    await next;
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
});
