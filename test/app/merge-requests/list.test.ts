import assert from 'node:assert/strict';
import { MergeRequestList } from '../../../src/app/merge-requests/list';
import type { QueryPlace } from '../../../src/domain/merge-requests/query';
import { FilterIgnoredError } from '../../../src/domain/shared/filter-ignored';
import type { QueryFilters } from '../../../src/schemas/merge-request-query';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';

const PER_PAGE = 50;

describe('MergeRequestList', () => {
  afterEach(closeAll);

  /**
   * Starts a server with the given number of merge requests, newest first. Others can be added at the front.
   */
  async function having(count: number) {
    const ids = Array.from({ length: count }, (_, index) => count - index);
    /** Additional fields of some merge requests. */
    const facts = new Map<number, { readonly sha: string; readonly detailed_merge_status: string }>();
    const server = await startServer(({ url }, response) => {
      const address = new URL(url, 'http://server');
      const page = Number(address.searchParams.get('page') ?? 1);
      const shown = ids.slice((page - 1) * PER_PAGE, page * PER_PAGE);
      const more = ids.length > page * PER_PAGE;
      address.searchParams.set('page', String(page + 1));
      sendJson(
        response,
        shown.map((id) => ({
          ...{ id, iid: id, project_id: 1, title: `Number ${id}`, state: 'opened' },
          ...{ target_branch: 'main', ...facts.get(id) },
        })),
        200,
        {
          'x-total': String(ids.length),
          ...(more ? { link: `<${server.url}${address.pathname}${address.search}>; rel="next"` } : {}),
        },
      );
    });
    const { client } = clientOf(server.url);
    const listOf = (filters: QueryFilters = { state: 'opened' }, place: Partial<QueryPlace> = {}) => {
      const whole = { kind: 'project', base: server.url, project: 1, ...place } as QueryPlace;
      return new MergeRequestList({ place: whole, filters });
    };
    return { server, client, ids, facts, listOf };
  }

  it('reads one page of 50 at a time', async () => {
    const { client, server, listOf } = await having(120);
    const list = listOf();
    assert.deepEqual([list.loaded, list.hasMore, list.total], [false, false, undefined]);
    await list.refresh(client);
    assert.deepEqual([list.loaded, list.hasMore, list.total, list.items.length], [true, true, 120, 50]);
    await list.loadMore(client);
    await list.loadMore(client);
    assert.deepEqual([list.hasMore, list.items.length], [false, 120]);
    await list.loadMore(client);
    assert.equal(server.requests.length, 3);
  });

  for (const approved of ['yes', 'no'] as const) {
    it(`fails if the server ignores the filter approved=${approved}`, async () => {
      const { client, server, listOf } = await having(3);
      const list = listOf({ approved });
      await assert.rejects(list.refresh(client), FilterIgnoredError);
      assert.deepEqual([list.loaded, list.items.length, server.requests.length], [false, 0, 2]);
    });
  }

  it('checks only once whether the server supports the approval filter', async () => {
    const server = await startServer(({ url }, response) => {
      const id = new URL(url, 'http://server').searchParams.get('approved') === 'yes' ? 1 : 2;
      sendJson(response, [
        { id, iid: id, project_id: 1, title: 'x', state: 'opened', target_branch: 'main' },
      ]);
    });
    const { client } = clientOf(server.url);
    const place = { kind: 'project', base: server.url, project: 1 } as const;
    const list = new MergeRequestList({ place, filters: { approved: 'yes' } });
    await list.refresh(client);
    await list.refresh(client);
    assert.deepEqual([list.items.map(({ id }) => id), server.requests.length], [[1], 3]);
  });

  it('reads only the first page when refreshing, if it is unchanged', async () => {
    const { client, server, listOf } = await having(120);
    const list = listOf();
    await list.refresh(client);
    await list.loadMore(client);
    await list.refresh(client);
    assert.equal(server.requests.length, 3);
    assert.deepEqual([list.items.length, list.hasMore], [100, true]);
  });

  it('reads all loaded pages if the first one has changed, without duplicates', async () => {
    const { client, server, listOf, ids } = await having(120);
    const list = listOf();
    await list.refresh(client);
    await list.loadMore(client);
    ids.unshift(121);
    await list.refresh(client);
    assert.equal(server.requests.length, 4);
    assert.deepEqual([list.items[0]?.id, list.items.length, list.total], [121, 100, 121]);
    // A merge request is added between two pages, so that the last one of the first page is on the next one,
    // too.
    ids.unshift(122);
    await list.loadMore(client);
    assert.equal(new Set(list.items.map(({ id }) => id)).size, list.items.length);
  });

  it('reads at most four pages when refreshing', async () => {
    const { client, server, listOf, ids } = await having(400);
    const list = listOf();
    await list.refresh(client);
    for (let page = 1; page < 6; page++) await list.loadMore(client);
    assert.equal(list.items.length, 300);
    ids.unshift(401);
    const before = server.requests.length;
    await list.refresh(client);
    assert.equal(server.requests.length - before, 4);
    assert.deepEqual([list.items.length, list.hasMore], [200, true]);
  });

  it('requests the list of the host, group, or project with the filters', async () => {
    const { client, server, listOf } = await having(1);
    await listOf({ scope: 'all', not: { labels: ['chore'] } }, { kind: 'host' }).refresh(client);
    const group = { kind: 'group', group: 'acme/labs' } as const;
    await listOf({ non_archived: false }, group).refresh(client);
    await listOf({ labels: ['a', 'b'] }).refresh(client);
    assert.deepEqual(
      server.requests.map(({ url }) => decodeURIComponent(url.replace('/api/v4', ''))),
      [
        '/merge_requests?scope=all&not[labels]=chore&per_page=50',
        '/groups/acme/labs/merge_requests?non_archived=false&per_page=50',
        '/projects/1/merge_requests?labels=a,b&per_page=50',
      ],
    );
  });

  it('keeps the status of a commit while the server is checking it again', async () => {
    const { client, facts, listOf } = await having(2);
    const list = listOf();
    const statuses = async (...reported: readonly (readonly [sha: string, status: string])[]) => {
      reported.forEach(([sha, status], index) => {
        facts.set(2 - index, { sha, detailed_merge_status: status });
      });
      await list.refresh(client);
      return list.items.map(({ detailed_merge_status: status }) => status);
    };
    assert.deepEqual(await statuses(['a', 'unchecked'], ['b', 'mergeable']), ['unchecked', 'mergeable']);
    assert.deepEqual(await statuses(['a', 'mergeable'], ['b', 'unchecked']), ['mergeable', 'mergeable']);
    assert.deepEqual(await statuses(['c', 'checking'], ['b', 'unchecked']), ['checking', 'mergeable']);
    assert.deepEqual(await statuses(['c', 'conflict'], ['b', 'not_approved']), ['conflict', 'not_approved']);
  });

  it("makes the server recheck the user's merge requests, a limited number of times", async () => {
    const { client, server, facts, listOf } = await having(2);
    const list = listOf({ state: 'opened', scope: 'created_by_me' });
    const read = async (): Promise<readonly [after: number | undefined, rechecks: boolean]> => {
      await list.refresh(client);
      const { url = '' } = server.requests.at(-1) ?? {};
      return [list.recheckAfter, url.includes('with_merge_status_recheck=true')];
    };
    facts.set(2, { sha: 'a', detailed_merge_status: 'unchecked' });
    facts.set(1, { sha: 'b', detailed_merge_status: 'mergeable' });
    assert.deepEqual(await read(), [3_000, false]);
    assert.deepEqual(await read(), [6_000, true]);
    assert.deepEqual(await read(), [12_000, true]);
    assert.deepEqual(await read(), [24_000, true]);
    assert.deepEqual(await read(), [undefined, true], 'one that never ends is asked for as any other list');
    facts.set(1, { sha: 'c', detailed_merge_status: 'checking' });
    assert.deepEqual(await read(), [3_000, true], 'another that is checked gets its turns');
    facts.set(1, { sha: 'c', detailed_merge_status: 'mergeable' });
    facts.set(2, { sha: 'a', detailed_merge_status: 'conflict' });
    assert.deepEqual(await read(), [undefined, true]);
    assert.deepEqual(await read(), [undefined, false]);
  });

  it("doesn't request rechecks for other users' merge requests", async () => {
    const { client, server, facts, listOf } = await having(1);
    facts.set(1, { sha: 'a', detailed_merge_status: 'unchecked' });
    for (const filters of [{ state: 'opened' }, { reviewer_username: 'dana' }] as const) {
      const list = listOf(filters);
      await list.refresh(client);
      await list.refresh(client);
      assert.equal(list.recheckAfter, undefined);
    }
    assert.ok(server.requests.every(({ url }) => !url.includes('recheck')));
  });

  it('returns the status before the server began to check new commits', async () => {
    const { client, facts, listOf } = await having(1);
    const list = listOf();
    const row = { project: 1, iid: 1 };
    facts.set(1, { sha: 'a', detailed_merge_status: 'checking' });
    await list.refresh(client);
    assert.equal(list.settledOf(row), undefined);
    facts.set(1, { sha: 'a', detailed_merge_status: 'conflict' });
    await list.refresh(client);
    facts.set(1, { sha: 'b', detailed_merge_status: 'checking' });
    await list.refresh(client);
    assert.equal(list.items[0]?.detailed_merge_status, 'checking', 'the row says what is so');
    assert.equal(list.settledOf(row)?.detailed_merge_status, 'conflict');
  });

  it('updates its items, and returns whether something changed', async () => {
    const { client, listOf } = await having(3);
    const list = listOf();
    await list.refresh(client);
    const [first] = list.items;
    assert.ok(first);
    assert.equal(list.take(first), false);
    assert.equal(list.take({ ...first, title: 'Another' }), true);
    assert.equal(list.items[0]?.title, 'Another');
    assert.equal(list.take({ ...first, id: 99 }), false);
    assert.equal(list.drop({ base: '', project: 1, iid: 3 }), true);
    assert.equal(list.drop({ base: '', project: 1, iid: 3 }), false);
    assert.equal(list.drop({ base: '', project: 2, iid: 2 }), false);
    assert.deepEqual(
      list.items.map(({ iid }) => iid),
      [2, 1],
    );
  });
});
