import assert from 'node:assert/strict';
import { listProjectJobs } from '../../src/api/endpoints/jobs';
import { job, jobs } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, sendJson, startServer } from './helpers/loopback';

const args = { id: 1, per_page: 2 } as const;

/** A list of so many pages; what a page answers can be held back or be a failure. */
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

describe('pages that are asked for ahead', () => {
  afterEach(closeAll);

  it('are the same pages, each asked for once', async () => {
    const server = await aList(4);
    const ids: number[] = [];
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args, { ahead: true }))
      ids.push(...page.items.map(({ id }) => id));
    assert.deepEqual(ids, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.equal(server.requests.length, 4);
  });

  it('are one ahead of the reader, and no more', async () => {
    const server = await aList(6);
    const { client } = clientOf(server.url);
    for await (const page of client.pages(listProjectJobs, args, { ahead: true })) {
      // The one after is asked for while this one is at hand; the one after that is not, however long it takes.
      await client.page(listProjectJobs, { ...args, scope: ['failed'] });
      const asked = server.requests.filter(({ url }) => !url.includes('scope')).length;
      const number = ((page.items[0]?.id ?? 0) + 1) / 2;
      assert.ok(asked >= number && asked <= number + 1, `${asked} were asked for at page ${number}`);
      if (number === 3) break;
    }
  });

  it('are not asked for where nobody wants them all', async () => {
    const server = await aList(3);
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args)) {
      assert.equal(page.items.length, 2);
      break;
    }
    assert.equal(server.requests.length, 1);
  });

  it('are given up when the reader has enough', async () => {
    const left = await startServer((request, response) => {
      if (request.url.includes('?page=2')) return; // It never answers.
      sendJson(response, [job(1)], 200, { link: `<${left.url}/api/v4/projects/1/jobs?page=2>; rel="next"` });
    });
    const { client, lines } = clientOf(left.url);
    for await (const page of client.pages(listProjectJobs, args, { ahead: true })) {
      assert.equal(page.items.length, 1);
      break;
    }
    // The list has ended: with it, what it was waiting for.
    assert.equal((await client.page(listProjectJobs, args)).items.length, 1);
    assert.ok(lines.length > 0);
  });

  it('fail when they are reached, after those before were read', async () => {
    const server = await aList(3, { 2: 'fails' });
    const ids: number[] = [];
    const reading = (async () => {
      for await (const page of clientOf(server.url).client.pages(listProjectJobs, args, { ahead: true }))
        ids.push(...page.items.map(({ id }) => id));
    })();
    await errorOf(reading, 'forbidden');
    assert.deepEqual(ids, [1, 2]);
  });

  it('never go to another origin', async () => {
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
