import assert from 'node:assert/strict';
import { MergeRequests } from '../../src/app/merge-requests';
import { Poller } from '../../src/app/poller';
import { abortReason } from '../../src/base/abort';
import type { Clock } from '../../src/base/clock';
import { presetQueries, type MergeRequestQuery } from '../../src/domain/merge-request-query';
import { startSandbox, type Sandbox } from '../../src/sandbox/index';
import { clientOf, closeAll } from '../api/helpers/client';

const HOUR = 60 * 60_000;

/** A clock on which every wait is over at once. */
class HoursClock implements Clock {
  #time = Date.now();
  readonly #end = this.#time + HOUR;
  over: () => void = () => undefined;

  now(): number {
    return this.#time;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(abortReason(signal));
    this.#time += ms;
    if (this.#time >= this.#end) this.over();
    return Promise.resolve();
  }
}

describe('the requests for merge requests', () => {
  let sandbox: Sandbox;
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** The store and its poller as the view has them, for an hour. */
  function anHour() {
    const clock = new HoursClock();
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const store = new MergeRequests(() => client, clock);
    const poller = new Poller({
      clock,
      look: (signal, all) => store.look({ signal, priority: 'background' }, all),
      pace: () => store.pace(),
      requests: () => store.requests,
    });
    /** Watches for an hour; gives how many requests came. */
    const watch = (): Promise<number> => {
      const before = sandbox.requests().length;
      return new Promise((resolve) => {
        clock.over = () => {
          poller.on = false;
          resolve(sandbox.requests().length - before);
        };
        poller.on = true;
      });
    };
    return { store, watch };
  }

  const place = (): MergeRequestQuery['place'] => ({ kind: 'host', base: sandbox.url });

  it('are none in an hour while no list is open', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    for (const query of presetQueries('waiting', place(), 'marek')) await store.list(query);
    assert.equal(await watch(), 0);
  });

  it('are at most 60 in an hour, however many lists are open', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    // More than five lists: fewer are read every five minutes each.
    const places = [place(), { kind: 'project', base: sandbox.url, project: 1 }] as const;
    const queries = places.flatMap((at) =>
      (['waiting', 'open'] as const).flatMap((preset) => presetQueries(preset, at, 'marek')),
    );
    for (const query of queries) {
      await store.list(query);
      store.holdList(query);
    }
    const requests = await watch();
    assert.ok(requests <= 60, `${requests} requests`);
    assert.ok(requests >= 50, 'and they did look');
  });

  it('are one for each fifty rows of a list of 5,000, and none for rows that are known', async () => {
    sandbox = await startSandbox({ still: true, seed: 'large' });
    const { store } = anHour();
    const monolith = sandbox.projects.find(({ path }) => path === 'acme/monolith');
    assert.ok(monolith);
    const [query] = presetQueries(
      'open',
      { kind: 'project', base: sandbox.url, project: monolith.id },
      'marek',
    );
    assert.ok(query);
    const before = sandbox.requests().length;
    const list = await store.list(query);
    assert.equal(list.total, 5_000);
    for (let pages = 1; list.hasMore; pages++) {
      assert.equal(list.items.length, pages * 50);
      await store.loadMore(query);
    }
    assert.equal(sandbox.requests().length - before, 100);
    assert.equal(new Set(list.items.map(({ iid }) => iid)).size, 5_000);
    for (const { iid } of list.items) assert.ok(store.peek({ base: sandbox.url, project: monolith.id, iid }));
    // All of them stay, and to keep them fresh reads one page.
    await store.refreshList(query);
    assert.equal(sandbox.requests().length - before, 101);
    assert.equal(list.items.length, 5_000);
  }).timeout(60_000);
});
