import assert from 'node:assert/strict';
import { listProjectJobs } from '../../src/api/endpoints/jobs';
import { jobs } from './helpers/builders';
import { CANARY, clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, sendJson, startServer } from './helpers/loopback';

const args = { id: 'acme/storefront', per_page: 2 } as const;
const link = (url: string): Record<string, string> => ({ link: `<${url}>; rel="next"` });

describe('pagination', () => {
  afterEach(closeAll);

  /** Starts a server that links every page to another one. */
  const endless = async (headers: Record<string, string> = {}) => {
    const server: Loopback = await startServer((_, response, number) =>
      sendJson(response, jobs(2), 200, { ...headers, ...link(`${server.url}/api/v4/p?cursor=${number}`) }),
    );
    return server;
  };

  it('stops reading an endless list shortly after the announced total', async () => {
    for (const [headers, most] of [
      [{ 'x-total': '6' }, 13],
      [{}, 300],
    ] as const) {
      const server = await endless(headers);
      const { items, cut } = await clientOf(server.url).client.collect(listProjectJobs, args, {
        maxPages: 1000,
      });
      assert.deepEqual([server.requests.length, items.length, cut], [most, 2 * most, true]);
    }
  });

  it('returns at most 1,000 items and 50 problems per page', async () => {
    const server = await startServer((_, response) => sendJson(response, jobs(5000)));
    const page = await clientOf(server.url).client.page(listProjectJobs, args);
    assert.equal(page.items.length, 1000);
    assert.deepEqual(page.problems, [{ index: 1000, problem: '$: expected at most 1000 elements' }]);
    const broken = await startServer((_, response) => sendJson(response, Array(400_000).fill(7)));
    const { items, problems } = await clientOf(broken.url).client.page(listProjectJobs, args);
    assert.deepEqual([items.length, problems.length], [0, 51]);
  });

  it('follows the Link header until it is absent', async () => {
    const server: Loopback = await startServer((_, response, number) =>
      number < 4
        ? sendJson(response, jobs(2, number * 2), 200, link(`${server.url}/api/v4/p?cursor=${number}`))
        : sendJson(response, []),
    );
    const ids: number[] = [];
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args)) {
      ids.push(...page.items.map(({ id }) => id));
      assert.equal(server.requests.length, Math.min(4, ids.length / 2 + (page.items.length === 0 ? 1 : 0)));
    }
    assert.deepEqual(ids, [2, 3, 4, 5, 6, 7]);
  });

  it('reads all pages if the server sends only the number of the next page', async () => {
    const server = await startServer((request, response) => {
      const number = Number(new URL(request.url, 'http://host.example').searchParams.get('page') ?? '1');
      const next = number < 3 ? String(number + 1) : '';
      sendJson(response, jobs(2, number * 2), 200, { 'x-next-page': next });
    });
    for (const ahead of [false, true]) {
      const ids: number[] = [];
      for await (const page of clientOf(server.url).client.pages(listProjectJobs, args, { ahead }))
        ids.push(...page.items.map(({ id }) => id));
      assert.deepEqual(ids, [2, 3, 4, 5, 6, 7]);
    }
    assert.ok(server.requests.every(({ headers }) => headers['private-token'] === CANARY));
  });

  it('stops if the links form a cycle', async () => {
    const server: Loopback = await startServer((_, response, number) =>
      sendJson(response, jobs(1), 200, link(`${server.url}/api/v4/p?page=${number % 3}`)),
    );
    let count = 0;
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args))
      count += page.items.length;
    assert.equal(count, 4);
  });

  it('returns the pages that were read before a page fails', async () => {
    const server: Loopback = await startServer((_, response, number) =>
      number === 1
        ? sendJson(response, jobs(2), 200, link(`${server.url}/api/v4/p`))
        : sendJson(response, { message: 'no' }, 500),
    );
    let count = 0;
    const read = async (): Promise<void> => {
      for await (const page of clientOf(server.url).client.pages(listProjectJobs, args))
        count += page.items.length;
    };
    await errorOf(read(), 'server');
    assert.equal(count, 2);
  });

  it("doesn't request pages that aren't read", async () => {
    const server: Loopback = await startServer((_, response, number) =>
      sendJson(response, jobs(2), 200, link(`${server.url}/api/v4/p?page=${number}`)),
    );
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args)) {
      assert.equal(page.items.length, 2);
      break;
    }
    assert.equal(server.requests.length, 1);
  });
});
