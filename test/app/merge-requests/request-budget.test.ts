import assert from 'node:assert/strict';
import { listMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { RowLookups } from '../../../src/app/merge-requests/row-lookups';
import { Poller } from '../../../src/app/shared/poller';
import { isChecking } from '../../../src/domain/merge-requests/merge-status';
import { type MergeRequestQuery, presetQueries } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { HourClock } from '../../api/helpers/clocks';

describe('merge request polling', () => {
  let sandbox: Sandbox;
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Returns the store and a poller for an hour, configured as in the view. */
  function anHour() {
    const clock = new HourClock(Date.now());
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
    /** Polls for an hour, and returns the number of requests. */
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

  /** Waits until the server has finished the merge checks of the user's merge requests. */
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

  it('sends no requests while no list is expanded', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    for (const query of presetQueries('attention', place(), 'marek')) await store.list(query);
    assert.equal(await watch(), 0);
  });

  it('sends at most 60 requests per hour, regardless of the number of expanded lists', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    await settled();
    // More than five lists. If there are fewer, each is read every five minutes.
    const places = [place(), { kind: 'project', base: sandbox.url, project: 1 }] as const;
    const queries = places.flatMap((at) =>
      (['attention', 'open'] as const).flatMap((preset) => presetQueries(preset, at, 'marek')),
    );
    for (const query of queries) {
      await store.list(query);
      store.retainList(query);
    }
    const requests = await watch();
    assert.ok(requests <= 60, `${requests} requests`);
    assert.ok(requests >= 50, 'and they did look');
  });

  it('sends no additional requests for collapsed lists whose count is shown', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    await settled();
    for (const preset of ['attention', 'review', 'assigned', 'created', 'open'] as const)
      for (const at of [place(), { kind: 'project', base: sandbox.url, project: 1 }] as const)
        for (const query of presetQueries(preset, at, 'marek')) await store.list(query);
    for (const query of presetQueries('attention', place(), 'marek')) store.retainList(query);
    const requests = await watch();
    assert.ok(requests <= 60, `${requests} requests`);
    assert.ok(requests >= 40, 'and they did look');
  });

  it('sends four additional requests for a list whose merge checks never end', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, watch } = anHour();
    const query = { place: place(), filters: { state: 'opened', scope: 'assigned_to_me' } } as const;
    store.retainList(query);
    const list = await store.list(query);
    assert.ok(list.items.some((item) => isChecking(item)));
    assert.ok((await watch()) <= 12 + 4);
    const recheckRequests = sandbox
      .requests()
      .filter(({ path }) => path.includes('with_merge_status_recheck=true'));
    assert.ok(recheckRequests.length > 0);
  });

  it('sends at most 20 requests for additional details at first, and 30 per hour afterwards', async () => {
    sandbox = await startSandbox({ still: true });
    const { store, lookups, watch } = anHour();
    await settled();
    const queries = presetQueries('attention', place(), 'marek');
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

  it('sends one request per 50 rows of a list with 5,000 rows, and none for known rows', async () => {
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
    // Refreshing reads one page and keeps all rows.
    await store.refreshList(query);
    assert.equal(sandbox.requests().length - before, 101);
    assert.equal(list.items.length, 5_000);
  }).timeout(60_000);
});
