import assert from 'node:assert/strict';
import { listProjectJobs } from '../../src/api/endpoints/jobs';
import { job, jobs } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, sendJson, startServer } from './helpers/loopback';

const args = { id: 1, per_page: 2 } as const;

/** Starts a server with a list of the given number of pages. `odd` contains the pages that fail. */
async function aList(pages: number, odd: Partial<Record<number, 'fails'>> = {}): Promise<Loopback> {
  const server: Loopback = await startServer((request, response) => {
    const page = Number(new URL(request.url, server.url).searchParams.get('page') ?? 1);
    if (odd[page] === 'fails') {
      sendJson(response, { message: '403 Forbidden' }, 403);
      return;
    }
    const next = `${server.url}/api/v4/projects/1/jobs?page=${page + 1}`;
    sendJson(response, jobs(2, 2 * page - 1), 200, page < pages ? { link: `<${next}>; rel="next"` } : {});
  });
  return server;
}

describe('prefetched pages', () => {
  afterEach(closeAll);

  it('are the same pages, each requested once', async () => {
    const server = await aList(4);
    const ids: number[] = [];
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args, { ahead: true }))
      ids.push(...page.items.map(({ id }) => id));
    assert.deepEqual(ids, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.equal(server.requests.length, 4);
  });

  it('are at most one page ahead of the reader', async () => {
    const server = await aList(6);
    const { client } = clientOf(server.url);
    for await (const page of client.pages(listProjectJobs, args, { ahead: true })) {
      // By now, the next page is requested, but never the one after it.
      await client.page(listProjectJobs, { ...args, scope: ['failed'] });
      const requestCount = server.requests.filter(({ url }) => !url.includes('scope')).length;
      const number = ((page.items[0]?.id ?? 0) + 1) / 2;
      assert.ok(
        requestCount >= number && requestCount <= number + 1,
        `${requestCount} were asked for at page ${number}`,
      );
      if (number === 3) break;
    }
  });

  it("aren't requested without the option", async () => {
    const server = await aList(3);
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args)) {
      assert.equal(page.items.length, 2);
      break;
    }
    assert.equal(server.requests.length, 1);
  });

  it('are canceled when the reader stops', async () => {
    const left = await startServer((request, response) => {
      if (request.url.includes('?page=2')) return; // Never responds.
      sendJson(response, [job(1)], 200, { link: `<${left.url}/api/v4/projects/1/jobs?page=2>; rel="next"` });
    });
    const { client, lines } = clientOf(left.url);
    for await (const page of client.pages(listProjectJobs, args, { ahead: true })) {
      assert.equal(page.items.length, 1);
      break;
    }
    // The loop has ended, so the pending request is canceled.
    assert.equal((await client.page(listProjectJobs, args)).items.length, 1);
    assert.ok(lines.length > 0);
  });

  it('fail when they are reached, after the previous pages were read', async () => {
    const server = await aList(3, { 2: 'fails' });
    const ids: number[] = [];
    const reading = (async () => {
      for await (const page of clientOf(server.url).client.pages(listProjectJobs, args, { ahead: true }))
        ids.push(...page.items.map(({ id }) => id));
    })();
    await errorOf(reading, 'forbidden');
    assert.deepEqual(ids, [1, 2]);
  });

  it('are never requested from another origin', async () => {
    const stranger = await startServer((_, response) => sendJson(response, []));
    const server = await startServer((_, response) =>
      sendJson(response, [job(1)], 200, { link: `<${stranger.url}/api/v4/projects/1/jobs>; rel="next"` }),
    );
    const reading = (async () => {
      for await (const page of clientOf(server.url).client.pages(listProjectJobs, args, { ahead: true }))
        assert.equal(page.items.length, 1);
    })();
    await errorOf(reading, 'moved');
    assert.equal(stranger.requests.length, 0);
  });
});
