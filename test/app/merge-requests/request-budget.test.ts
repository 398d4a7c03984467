import assert from 'node:assert/strict';
import { listMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { RowLookups } from '../../../src/app/merge-requests/row-lookups';
import { Poller } from '../../../src/app/shared/poller';
import { abortReason } from '../../../src/base/abort';
import type { Clock } from '../../../src/base/clock';
import { isChecking } from '../../../src/domain/merge-requests/merge-status';
import { type MergeRequestQuery, presetQueries } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

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
    const lookups = new RowLookups(store, clock);
    const poller = new Poller({
      clock,
      poll: async (signal, all) => {
        await store.poll({ signal, priority: 'background' }, all);
        await lookups.poll({ signal, priority: 'background' }, all);
      },
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
    return { store, lookups, watch };
  }

  /** The server has found out of what the person owns whether it can be merged. */
  async function settled(): Promise<void> {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    for (const scope of ['assigned_to_me', 'created_by_me'] as const) {
      const own = { scope, state: 'opened', with_merge_status_recheck: true } as const;
      await client.page(listMergeRequests, own);
      sandbox.advance(60_000);
      const { items } = await client.page(listMergeRequests, own);
      assert.ok(!items.some((item) => isChecking(item)));
    }
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
    await settled();
    // More than five lists: fewer are read every five minutes each.
    const places = [place(), { kind: 'project', base: sandbox.url, project: 1 }] as const;
    const queries = places.flatMap((at) =>
      (['waiting', 'open'] as const).flatMap((preset) => presetQueries(preset, at, 'marek')),
    );
    for (const query of queries) {
      await store.list(query);
      store.retainList(query);
    }
    const requests = await watch();
    assert.ok(requests <= 60, `${requests} requests`);
    assert.ok(requests >= 50, 'and they did look');
  });

  it('are not more where lists were opened and closed again, whose numbers are still shown', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    await settled();
    for (const preset of ['waiting', 'review', 'assigned', 'created', 'open'] as const)
      for (const at of [place(), { kind: 'project', base: sandbox.url, project: 1 }] as const)
        for (const query of presetQueries(preset, at, 'marek')) await store.list(query);
    for (const query of presetQueries('waiting', place(), 'marek')) store.retainList(query);
    const requests = await watch();
    assert.ok(requests <= 60, `${requests} requests`);
    assert.ok(requests >= 40, 'and they did look');
  });

  it('are four more for a list of what a person owns that the server never ends to check', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    const query = { place: place(), filters: { state: 'opened', scope: 'assigned_to_me' } } as const;
    store.retainList(query);
    const list = await store.list(query);
    assert.ok(list.items.some((item) => isChecking(item)));
    assert.ok((await watch()) <= 12 + 4);
    const asked = sandbox.requests().filter(({ path }) => path.includes('with_merge_status_recheck=true'));
    assert.ok(asked.length > 0);
  });

  it('are at most 30 more in an hour for what lists leave out, after 20 at first', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, lookups, watch } = anHour();
    await settled();
    const queries = presetQueries('waiting', place(), 'marek');
    for (const query of queries) {
      await store.list(query);
      store.retainList(query);
    }
    const before = sandbox.requests().length;
    lookups.retain({ who: 'marek', queries });
    await lookups.poll({});
    const first = sandbox.requests().length - before;
    assert.ok(first > 0 && first <= 20, `${first} requests at first`);
    // Three lists every five minutes.
    const requests = await watch();
    assert.ok(requests <= 36 + 30, `${requests} requests`);
    assert.ok(requests > 36, 'and rows were looked up again');
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
