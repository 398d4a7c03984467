import assert from 'node:assert/strict';
import { markTodoDone } from '../../../src/api/endpoints/todos';
import { Todos } from '../../../src/app/merge-requests/todos';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { sendJson, startServer } from '../../api/helpers/loopback';

describe('Todos', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  function setUp(clock: Pick<ManualClock, 'now'> = new ManualClock()) {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const todos = new Todos(() => client, clock);
    const asked = (): number => sandbox.requests().filter(({ path }) => path.includes('/todos')).length;
    return { client, todos, asked };
  }

  it('sends no request before the list is needed, and one for it', async () => {
    const { todos, asked } = setUp();
    await todos.poll({}, true);
    await todos.poll({}, false);
    assert.deepEqual([todos.peek(sandbox.url), asked()], [undefined, 0]);
    const { items, hasMore, total } = await todos.list(sandbox.url);
    assert.deepEqual([hasMore, total, asked()], [false, items.length, 1]);
    assert.deepEqual(
      items.map(({ action_name: action }) => action),
      ['mentioned', 'review_requested', 'build_failed', 'assigned'],
    );
    await todos.list(sandbox.url);
    assert.equal(asked(), 1);
  });

  it('removes an item that was marked as done, also if another client did so before', async () => {
    const { client, todos } = setUp();
    const [first, second, ...others] = (await todos.list(sandbox.url)).items;
    assert.ok(first && second);
    let changes = 0;
    todos.onDidChange(() => changes++);
    await todos.markDone(sandbox.url, first.id);
    await client.call(markTodoDone, { id: second.id });
    await todos.markDone(sandbox.url, second.id);
    await todos.markDone(sandbox.url, 99_999);
    assert.deepEqual(todos.peek(sandbox.url)?.items, others);
    assert.deepEqual([todos.peek(sandbox.url)?.total, changes], [others.length, 2]);
    await todos.refresh(sandbox.url);
    assert.deepEqual(todos.peek(sandbox.url)?.items, others);
  });

  it('is empty after all were marked as done', async () => {
    const { todos } = setUp();
    await todos.list(sandbox.url);
    await todos.markAllDone(sandbox.url);
    assert.deepEqual(todos.peek(sandbox.url)?.items, []);
    await todos.refresh(sandbox.url);
    assert.equal(todos.peek(sandbox.url)?.total, 0);
  });

  it('keeps an item if the server refuses to mark it', async () => {
    const { todos } = setUp();
    const { items } = await todos.list(sandbox.url);
    sandbox.faults.add({ kind: 'status', status: 403, method: 'POST', path: '/api/v4/todos/**' });
    await assert.rejects(todos.markDone(sandbox.url, items[0]?.id ?? 0), { kind: 'forbidden' });
    assert.deepEqual(todos.peek(sandbox.url)?.items, items);
  });

  it('ignores a response that is older than a removal', async () => {
    const { todos } = setUp();
    const { items } = await todos.list(sandbox.url);
    sandbox.faults.add({ kind: 'slow', ms: 300, method: 'GET', path: '/api/v4/todos' });
    const refreshing = todos.refresh(sandbox.url);
    await todos.markDone(sandbox.url, items[0]?.id ?? 0);
    await refreshing;
    assert.equal(todos.peek(sandbox.url)?.items.length, items.length - 1);
  });

  it('loads the next page without gaps even if items of the first page were removed', async () => {
    let left = Array.from({ length: 120 }, (_, at) => 1_000 - at);
    const server = await startServer(({ method, url }, response) => {
      const address = new URL(url, 'http://server');
      if (method === 'POST') {
        const id = Number(/todos\/(\d+)/.exec(url)?.[1]);
        left = left.filter((each) => each !== id);
        sendJson(response, { id }, 201);
        return;
      }
      const page = Number(address.searchParams.get('page') ?? 1);
      address.searchParams.set('page', String(page + 1));
      const link = `<${server.url}${address.pathname}${address.search}>; rel="next"`;
      const shown = left.slice((page - 1) * 50, page * 50).map((id) => ({ id }));
      const more = left.length > page * 50 ? { link } : {};
      sendJson(response, shown, 200, { 'x-total': String(left.length), ...more });
    });
    const { client } = clientOf(server.url);
    const todos = new Todos(() => client, new ManualClock());
    const ids = () => todos.peek(server.url)?.items.map(({ id }) => id);
    await todos.list(server.url);
    await todos.loadMore(server.url);
    assert.deepEqual(ids(), left.slice(0, 100));
    for (const id of [1_000, 999, 998]) await todos.markDone(server.url, id);
    assert.deepEqual([todos.peek(server.url)?.total, todos.peek(server.url)?.hasMore], [117, true]);
    await todos.loadMore(server.url);
    assert.deepEqual([ids(), todos.peek(server.url)?.hasMore], [left, false]);
  });

  it('refreshes an expanded list every 15 minutes, and a closed one only on request', async () => {
    const clock = new ManualClock();
    const { todos, asked } = setUp(clock);
    await todos.list(sandbox.url);
    const held = todos.retain(sandbox.url);
    await todos.poll({}, false);
    assert.equal(asked(), 1);
    clock.advance(15 * 60_000);
    await todos.poll({}, false);
    assert.equal(asked(), 2);
    held.dispose();
    clock.advance(15 * 60_000);
    await todos.poll({}, false);
    assert.equal(asked(), 2);
    await todos.poll({}, true);
    assert.equal(asked(), 3);
  });
});
