import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { clientKeySchema, errorTrackingSettingsSchema } from '../../src/schemas/client-key';
import { envelope, exception, HOUR, trackerOf } from './helpers/error-tracking';
import { errorOf, withSandbox } from './helpers/sandbox';

describe('client keys', () => {
  const world = withSandbox();

  it('lets maintainers create, list, and delete a key', async () => {
    const made = await trackerOf(world());
    assert.match(made.key, /^glet_[0-9a-f]{32}$/);
    const keys = z.parse(
      z.array(clientKeySchema),
      await (await world().ask('/projects/1/error_tracking/client_keys')).json(),
    );
    const own = keys.find(({ public_key: key }) => key === made.key);
    assert.ok(own);
    const path = `/projects/1/error_tracking/client_keys/${own.id}`;
    const removed = await world().ask(path, { method: 'DELETE' });
    assert.deepEqual([removed.status, await removed.json()], [200, { ...own }]);
    assert.equal((await world().ask(path, { method: 'DELETE' })).status, 404);
    assert.equal((await made.send('envelope', envelope({ message: 'late' }))).status, 403);
  });

  it('refuses developers, and projects with monitoring disabled', async () => {
    assert.equal(
      (await world().post('/projects/1/error_tracking/client_keys', { as: 'developer' })).status,
      403,
    );
    const response = await world().ask('/projects/3/error_tracking/settings');
    assert.equal(response.status, 404);
    assert.deepEqual(await errorOf(response), { message: '404 Error Tracking Setting Not Found' });
  });
});

describe('settings of error tracking', () => {
  const world = withSandbox({}, 'each');

  it('disables error tracking, and hides errors for an external server', async () => {
    const tracker = await trackerOf(world());
    const set = (json: object) =>
      world().ask('/projects/1/error_tracking/settings', { method: 'PATCH', json });
    const off = await set({ active: false });
    assert.equal(z.parse(errorTrackingSettingsSchema, await off.json()).active, false);
    assert.equal((await tracker.send('envelope', envelope({ message: 'x' }))).status, 404);
    const query =
      '{ project(fullPath: "acme/storefront") { sentryErrors { externalUrl errors { nodes { id } } } } }';
    assert.deepEqual(await tracker.query(query), { data: { project: { sentryErrors: null } } });
    await set({ active: true, integrated: false });
    assert.ok(JSON.stringify(await tracker.query(query)).includes('"errors":null'));
  });
});

describe('events', () => {
  const world = withSandbox({}, 'each');

  it('groups events with the same type and frame, with counts, users, and times', async () => {
    const tracker = await trackerOf(world());
    const ago = (ms: number): number => (Date.now() - ms) / 1000;
    for (const [value, user, at] of [
      ['x is 1', 'ann', ago(5 * HOUR)],
      ['x is 2', 'bob', ago(2 * HOUR)],
      ['x is 3', 'ann', ago(3 * HOUR)],
    ] as const) {
      const event = exception('Boom', value, ['main', 'inner'], { user: { id: user }, timestamp: at });
      assert.equal((await tracker.send('envelope', envelope(event))).status, 200);
    }
    await tracker.send('envelope', envelope(exception('Boom', 'elsewhere', ['main', 'other'])));
    const { nodes } = await tracker.errors({ term: 'boom' });
    assert.equal(nodes.length, 2);
    const same = nodes.find(({ count }) => count === 3);
    assert.deepEqual([same?.title, same?.userCount], ['Boom: x is 2', 2]);
    const span = Date.parse(same?.lastSeen ?? '') - Date.parse(same?.firstSeen ?? '');
    assert.ok(Math.abs(span - 3 * HOUR) < 5_000);
  });

  it('groups by the fingerprint of an SDK', async () => {
    const tracker = await trackerOf(world());
    for (const name of ['one', 'two']) {
      await tracker.send(
        'store',
        JSON.stringify(exception('Grouped', name, [name], { fingerprint: ['mine'] })),
      );
    }
    const { nodes } = await tracker.errors({ term: 'grouped' });
    assert.deepEqual(
      nodes.map(({ count }) => count),
      [2],
    );
  });

  it('accepts exceptions as a list, in an object, or directly, as in the first Go SDKs', async () => {
    const tracker = await trackerOf(world());
    const { exception: wrapped } = exception('Shaped', 'as it likes', ['outer', 'inner']);
    for (const shape of [wrapped, wrapped.values, wrapped.values[0]]) {
      const response = await tracker.send('store', JSON.stringify({ message: 'shaped', exception: shape }));
      assert.equal(response.status, 200);
    }
    for (const shape of [{}, [], null, 'x', { mechanism: {} }]) {
      await tracker.send('store', JSON.stringify({ message: 'Unshaped', exception: shape }));
    }
    const { nodes } = await tracker.errors({ term: 'shaped' });
    assert.deepEqual(nodes.map(({ title, count }) => [title, count]).sort(), [
      ['Shaped: as it likes', 3],
      ['Unshaped', 5],
    ]);
  });

  it('accepts events at both endpoints, plain and compressed, with the key in a header or the query', async () => {
    const tracker = await trackerOf(world());
    const event = exception('Packed', 'v', ['f']);
    const id = event.event_id.toLowerCase();
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      for (const [what, text] of [
        ['envelope', envelope(event)],
        ['store', JSON.stringify(event)],
      ] as const) {
        const response = await tracker.send(what, pack(text), { 'Content-Encoding': encoding });
        assert.deepEqual([response.status, await response.json()], [200, { id }], `${what} ${encoding}`);
      }
    }
    const packed = deflateSync(JSON.stringify(event)).toString('base64');
    assert.equal((await tracker.send('store', packed)).status, 200);
    const inQuery = await fetch(`${tracker.address('envelope')}?sentry_version=7&sentry_key=${tracker.key}`, {
      method: 'POST',
      body: envelope(event),
    });
    assert.equal(inQuery.status, 200);
    assert.equal((await tracker.errors({ term: 'packed' })).nodes[0]?.count, 8);
    assert.ok(!JSON.stringify(world().sandbox.requests()).includes(tracker.key));
  });

  it('accepts messages, and ignores items of unknown types', async () => {
    const tracker = await trackerOf(world());
    const items = [
      { event_id: 'b'.repeat(32), sent_at: '2026-01-01T00:00:00Z' },
      { type: 'attachment', length: 5 },
      'a\nb\nc',
      { type: 'event' },
      { message: 'Stock is low: 4', level: 'warning' },
      { type: 'session' },
      { init: true, status: 'crashed' },
      { type: 'nobody_knows' },
      {},
    ];
    const text = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n');
    const response = await tracker.send('envelope', text);
    assert.deepEqual(await response.json(), { id: 'b'.repeat(32) });
    assert.equal((await tracker.errors({ term: 'stock is low' })).nodes.length, 1);
  });

  it('rejects events with a wrong key, without a key, malformed, or too large', async () => {
    const tracker = await trackerOf(world());
    const status = async (what: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      (await tracker.send(what, body, headers)).status;
    const fine = envelope({ message: 'x' });
    assert.equal(await status('envelope', fine, { 'X-Sentry-Auth': 'Sentry sentry_key=glet_wrong' }), 403);
    assert.equal(await status('envelope', fine, { 'X-Sentry-Auth': '' }), 401);
    assert.equal(await status('envelope', 'no json'), 400);
    assert.equal(await status('envelope', '{}\n{"type":"event","length":900}\n{}'), 400);
    assert.equal(await status('store', '[1]'), 400);
    assert.equal(await status('store', fine, { 'Content-Encoding': 'gzip' }), 400);
    assert.equal(await status('store', JSON.stringify({ message: 'x'.repeat(1_100_000) })), 413);
    const bomb = gzipSync(Buffer.alloc(110 * 1024 * 1024));
    assert.equal(await status('envelope', bomb, { 'Content-Encoding': 'gzip' }), 413);
    assert.equal((await fetch(tracker.address('store'))).status, 405);
    assert.equal(
      (await fetch(tracker.address('store').replace('/1/', '/99/'), { method: 'POST' })).status,
      404,
    );
  });
});
