import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { withSandbox } from '../sandbox/helpers/sandbox';
import { detailsOf, errorsFound, newKey, runShop, SHOP } from './helpers/shop';

const countsSchema = z.object({ started: z.number(), errored: z.number(), crashed: z.number() });

// With running time, because an SDK sends current timestamps. Tests use different errors or projects.
describe('@sentry/node: reported events', () => {
  const world = withSandbox({ still: false, admin: true }, 'once');

  it('groups events by type and frame, with users, times, stack traces, and source code', async () => {
    const { dsn } = await newKey(world());
    const began = Date.now();
    const { flushed, sent } = await runShop(dsn, 'errors');
    assert.equal(flushed, true);
    assert.ok(sent.length >= 5 && sent.every(({ status }) => status === 200));

    const [cart, ...others] = await errorsFound(world(), 'the cart does not take');
    assert.deepEqual(others, []);
    assert.ok(cart);
    assert.deepEqual(
      [cart.title, cart.type, cart.culprit, cart.count, cart.userCount],
      ['CartError: the cart does not take tea', 'error', `addToCart(${SHOP})`, 3, 2],
    );
    const times = [began, Date.parse(cart.firstSeen), Date.parse(cart.lastSeen), Date.now()];
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    // The caught exception, not its cause.
    const { frames, firstReleaseVersion } = await detailsOf(world(), cart);
    assert.equal(firstReleaseVersion, 'shop@1.4.2');
    assert.ok(frames.some((frame) => frame.function === 'report'));
    const last = frames.at(-1);
    assert.deepEqual([last?.function, last?.fileName], ['addToCart', SHOP]);
    const code = (await readFile(SHOP, 'utf8')).split('\n');
    assert.match(code[(last?.line ?? 0) - 1] ?? '', /throw new CartError/);
    assert.ok((last?.traceContext.length ?? 0) > 5);
    for (const { line, code: text } of last?.traceContext ?? []) assert.equal(text, code[line - 1]);

    const [payment] = await errorsFound(world(), 'cannot pay');
    assert.deepEqual([payment?.title, payment?.count, payment?.userCount], ['TypeError: cannot pay 5', 1, 0]);
    const [message] = await errorsFound(world(), 'the shelf is empty');
    assert.ok(message);
    assert.deepEqual([message.title, message.type], ['the shelf is empty', 'default']);
    assert.equal((await detailsOf(world(), message)).tags.level, 'warning');
  });

  it('accepts compressed events and bursts without loss', async () => {
    const { dsn } = await newKey(world());
    const [large, burst] = await Promise.all([runShop(dsn, 'large'), runShop(dsn, 'burst')]);
    assert.deepEqual(large.sent, [{ status: 200, encoding: 'gzip' }]);
    assert.equal((await errorsFound(world(), 'cannot pack everything'))[0]?.count, 1);
    assert.equal(burst.sent.length, 60);
    const shipping = await errorsFound(world(), 'cannot ship');
    assert.deepEqual(
      shipping.map(({ count }) => count),
      [60],
    );
  });

  it('rejects events with a deleted key, with tracking disabled, or for an unknown project; the program continues', async () => {
    const gone = await newKey(world(), 2);
    const path = `/projects/2/error_tracking/client_keys/${gone.id}`;
    assert.equal((await world().ask(path, { method: 'DELETE' })).status, 200);
    const other = await newKey(world(), 2);
    const statuses = async (dsn: string): Promise<number[]> =>
      (await runShop(dsn, 'one')).sent.map(({ status }) => status);
    const results = await Promise.all([gone.dsn, other.dsn.replace(/2$/, '999')].map(statuses));
    assert.deepEqual(results, [[403], [404]]);
    const off = { method: 'PATCH', json: { active: false } };
    assert.equal((await world().ask('/projects/2/error_tracking/settings', off)).status, 200);
    assert.deepEqual(await statuses(other.dsn), [404]);
  });

  it('counts each session once, even if it is reported several times', async () => {
    await runShop((await newKey(world())).dsn, 'sessions');
    const response = await fetch(`${world().sandbox.admin ?? ''}/sessions?project_id=1`);
    const counts = z.parse(countsSchema, await response.json());
    assert.deepEqual(counts, { started: 2, errored: 1, crashed: 0 });
  });
});
