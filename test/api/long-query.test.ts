import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeQuery } from '../../src/api/encode';
import { listProjectJobs } from '../../src/api/endpoints/jobs';
import { listMergeRequests, listProjectMergeRequests } from '../../src/api/endpoints/merge-requests';
import { MAX_QUERY_BYTES, splitArgs } from '../../src/api/split-query';
import { mergeRequest } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, sendJson, startServer } from './helpers/loopback';

const iids = (count: number, from = 100_000): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

/** Starts a server that returns every requested merge request, and 414 for longer queries. */
const serving = (): Promise<Loopback> =>
  startServer((request, response) => {
    const { search, searchParams } = new URL(request.url, 'http://x');
    if (search.length > MAX_QUERY_BYTES + 1) {
      response.writeHead(414).end();
      return;
    }
    const requestedIids = searchParams.getAll('iids[]').map(Number);
    sendJson(
      response,
      requestedIids.map((iid) => mergeRequest(iid, iid === 100_350 ? { title: 3 } : {})),
    );
  });

describe('long query', () => {
  afterEach(closeAll);

  it('is split by its iids, and the results are merged in order', async () => {
    const server = await serving();
    const requestedIids = iids(1000).filter((iid) => iid !== 100_350);
    const { client } = clientOf(server.url);
    const page = await client.page(listProjectMergeRequests, { id: 1, iids: requestedIids, state: 'all' });
    assert.deepEqual(
      page.items.map(({ iid }) => iid),
      requestedIids,
    );
    assert.deepEqual([page.next, page.total, page.problems], [undefined, 999, []]);
    assert.equal(server.requests.length, 10);
    for (const { url } of server.requests) {
      assert.match(url, /state=all/);
      assert.match(url, /per_page=100/);
    }
  });

  it('returns its parts page by page, and requests only pages that are read', async () => {
    const server = await serving();
    const { client } = clientOf(server.url);
    const sizes: number[] = [];
    for await (const page of client.pages(listProjectMergeRequests, {
      id: 1,
      iids: iids(500),
      per_page: 50,
    })) {
      sizes.push(page.items.length);
      if (sizes.length === 2) break;
    }
    assert.deepEqual(sizes, [50, 50]);
    assert.equal(server.requests.length, 2);
  });

  it('reports the index of a malformed element in the merged list', async () => {
    const server = await serving();
    const page = await clientOf(server.url).client.page(listProjectMergeRequests, { id: 1, iids: iids(500) });
    assert.equal(page.items.length, 499);
    assert.deepEqual(page.problems, [{ index: 350, problem: '$.title: expected string' }]);
  });

  it("isn't split if it is short enough", async () => {
    const server = await serving();
    await clientOf(server.url).client.page(listProjectMergeRequests, { id: 1, iids: iids(100) });
    assert.equal(server.requests.length, 1);
    assert.doesNotMatch(server.requests[0]?.url ?? '', /per_page/);
  });

  it("isn't sent if it can't be split, and the error names the longest parameter", async () => {
    const server = await serving();
    const { client } = clientOf(server.url);
    const text = 'x'.repeat(7000);
    const tooLong = async (call: Promise<unknown>, parameter: string): Promise<void> => {
      const error = await errorOf(call, 'uri-too-long');
      assert.equal(error.status, undefined);
      assert.equal(error.detail, `${parameter} takes most of a query over 6144 bytes`);
    };
    await tooLong(client.page(listMergeRequests, { search: text, labels: ['a'] }), 'search');
    await tooLong(client.page(listMergeRequests, { not: { labels: [text] }, search: 'y' }), 'not');
    await tooLong(client.page(listProjectMergeRequests, { id: 1, search: text, iids: iids(10) }), 'search');
    await tooLong(client.page(listProjectMergeRequests, { id: 1, page: 2, iids: iids(900) }), 'iids');
    const scope = Array.from({ length: 900 }, () => 'running' as const);
    await tooLong(client.page(listProjectJobs, { id: 1, scope }), 'scope');
    assert.equal(server.requests.length, 0);
  });

  it('is split into parts that are short enough, with each iid once', () => {
    const args = fc.record({
      iids: fc.array(fc.nat(), { maxLength: 2000, size: 'max' }),
      search: fc.string({ maxLength: 1500 }),
      per_page: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(args, (values) => {
        const parts = splitArgs(listProjectMergeRequests, values);
        if (parts === undefined) return;
        const lists = parts.map(({ iids: part }) => part as number[]);
        assert.deepEqual(lists.flat(), [...new Set(values.iids)]);
        assert.ok(lists.every((part) => part.length > 0 && part.length <= (values.per_page ?? 100)));
        for (const part of parts) {
          assert.ok(encodeQuery(listProjectMergeRequests.query, part).length <= MAX_QUERY_BYTES);
        }
      }),
      { numRuns: 100 },
    );
  });
});
