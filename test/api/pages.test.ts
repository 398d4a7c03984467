import assert from 'node:assert/strict';
import { listProjectJobs } from '../../src/api/endpoints/jobs';
import { job, jobs } from './helpers/builders';
import { CANARY, clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, sendJson, startServer } from './helpers/loopback';

const args = { id: 'acme/storefront', per_page: 2 } as const;
const link = (url: string): Record<string, string> => ({ link: `<${url}>; rel="next"` });

describe('list page', () => {
  afterEach(closeAll);

  it('returns the items, the total, and the URL of the next page', async () => {
    const server: Loopback = await startServer((_, response) =>
      sendJson(response, jobs(2), 200, {
        ...link(`${server.url}/gitlab/api/v4/n?page=2&per_page=`),
        'x-total': '5',
      }),
    );
    const page = await clientOf(`${server.url}/gitlab`).client.page(listProjectJobs, {
      ...args,
      scope: ['running', 'failed'],
    });
    assert.deepEqual(
      page.items.map(({ id }) => id),
      [1, 2],
    );
    assert.deepEqual(page.problems, []);
    assert.equal(page.total, 5);
    assert.equal(page.next, `${server.url}/gitlab/api/v4/n?page=2&per_page=`);
    const requestUrl = new URL(server.requests[0]?.url ?? '', server.url);
    assert.equal(requestUrl.pathname, '/gitlab/api/v4/projects/acme%2Fstorefront/jobs');
    assert.deepEqual(
      [...requestUrl.searchParams],
      [
        ['scope[]', 'running'],
        ['scope[]', 'failed'],
        ['per_page', '2'],
      ],
    );
  });

  const totals: [header: string | undefined, total: number | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['many', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['0', 0],
    [' 12 ', 12],
  ];
  for (const [header, total] of totals) {
    it(`returns the total ${total ?? 'unknown'} for ${JSON.stringify(header)}`, async () => {
      const server = await startServer((_, response) =>
        sendJson(response, [], 200, header === undefined ? {} : { 'x-total': header }),
      );
      assert.equal((await clientOf(server.url).client.page(listProjectJobs, args)).total, total);
    });
  }

  it('reports malformed elements and returns the others', async () => {
    const server = await startServer((_, response) =>
      sendJson(response, [
        job(1),
        job(2, { name: { secret: 'value' } }),
        null,
        'x',
        job(3, { status: 'brand_new' }),
      ]),
    );
    const page = await clientOf(server.url).client.page(listProjectJobs, args);
    assert.deepEqual(
      page.items.map(({ id, status }) => [id, status]),
      [
        [1, 'success'],
        [3, 'brand_new'],
      ],
    );
    assert.deepEqual(page.problems, [
      { index: 1, problem: '$.name: expected string' },
      { index: 2, problem: '$: expected object' },
      { index: 3, problem: '$: expected object' },
    ]);
  });

  it("reports a schema error if the response isn't a list", async () => {
    const server = await startServer((_, response) => sendJson(response, { message: 'no' }));
    const error = await errorOf(clientOf(server.url).client.page(listProjectJobs, args), 'schema');
    assert.equal(error.detail, '$: expected array');
  });

  it('requests the URL of the next page unchanged', async () => {
    const path = '/api/v4/projects/1/jobs?cursor=eyJpZCI6IjEifQ%3D%3D&id=acme%2Fstorefront&per_page=&x=a+b';
    const server = await startServer((_, response) => sendJson(response, []));
    await clientOf(server.url).client.page(listProjectJobs, args, { next: `${server.url}${path}` });
    assert.equal(server.requests[0]?.url, path);
    assert.equal(server.requests[0].headers['private-token'], CANARY);
  });

  it('requests a next page on another origin from the configured server, with the query of the link', async () => {
    const foreign = await startServer((_, response) => sendJson(response, []));
    const server = await startServer(({ url }, response) => {
      const isFirst = !url.includes('cursor=b');
      sendJson(
        response,
        jobs(2, isFirst ? 1 : 3),
        200,
        isFirst ? link(`${foreign.url}/a?cursor=b&per_page=2`) : {},
      );
    });
    const { client } = clientOf(server.url);
    const ids: number[] = [];
    for await (const page of client.pages(listProjectJobs, args)) ids.push(...page.items.map(({ id }) => id));
    assert.deepEqual(ids, [1, 2, 3, 4]);
    assert.equal(server.requests[1]?.url, '/api/v4/projects/acme%2Fstorefront/jobs?cursor=b&per_page=2');
    assert.equal(server.requests[1].headers['private-token'], CANARY);
    assert.equal(foreign.sockets(), 0);
  });

  it('uses X-Next-Page if the link to another origin has no query', async () => {
    const server = await startServer((_, response, number) =>
      sendJson(response, jobs(1, number), 200, {
        ...(number === 1 ? { ...link('https://other.example/next'), 'x-next-page': '2' } : {}),
      }),
    );
    const ids: number[] = [];
    for await (const page of clientOf(server.url).client.pages(listProjectJobs, args))
      ids.push(...page.items.map(({ id }) => id));
    assert.deepEqual(ids, [1, 2]);
    assert.equal(new URL(server.requests[1]?.url ?? '', server.url).searchParams.get('page'), '2');
  });

  it('rejects a next page on another origin without a usable query, but returns the pages before it', async () => {
    for (const foreign of [
      'https://other.example/a',
      'https://me:pw@other.example/a?page=2',
      'ftp://other.example/?page=2',
    ]) {
      const server = await startServer((_, response) => sendJson(response, jobs(2), 200, link(foreign)));
      const { client } = clientOf(server.url);
      const page = await client.page(listProjectJobs, args);
      assert.equal(page.items.length, 2);
      const error = await errorOf(client.page(listProjectJobs, args, { next: page.next }), 'moved');
      assert.equal(error.detail, 'the next page is on another origin');
      const { items, cut } = await client.collect(listProjectJobs, args, { maxPages: 10 });
      assert.deepEqual([items.length, cut], [2, true]);
      assert.equal(server.requests.length, 2);
    }
  });

  for (const next of ['not an address', 'file:///etc/passwd', '/relative']) {
    it(`rejects "${next}" as the next page`, async () => {
      const server = await startServer((_, response) => sendJson(response, []));
      await errorOf(clientOf(server.url).client.page(listProjectJobs, args, { next }), 'moved');
      assert.equal(server.requests.length, 0);
    });
  }

  it('resolves a relative URL of the next page', async () => {
    const server = await startServer((_, response) => sendJson(response, [], 200, link('/api/v4/x?page=2')));
    const page = await clientOf(server.url).client.page(listProjectJobs, args);
    assert.equal(page.next, `${server.url}/api/v4/x?page=2`);
  });

  it('resolves a URL relative to the current path only if the path stays the same', async () => {
    const path = '/api/v4/projects/acme%2Fstorefront/jobs';
    for (const [next, whole] of [
      ['jobs?page=2', `${path}?page=2`],
      ['./jobs?page=2', `${path}?page=2`],
      ['jobs/deeper?page=2', undefined],
    ] as const) {
      const server = await startServer((_, response) => sendJson(response, [], 200, link(next)));
      const page = await clientOf(server.url).client.page(listProjectJobs, args);
      assert.equal(page.next, whole === undefined ? undefined : `${server.url}${whole}`);
    }
  });

  it('uses X-Next-Page if there is no Link header', async () => {
    const server = await startServer((_, response) =>
      sendJson(response, jobs(2), 200, { 'x-page': '1', 'x-next-page': '2' }),
    );
    const page = await clientOf(server.url).client.page(listProjectJobs, { ...args, scope: ['running'] });
    const next = new URL(page.next ?? '');
    assert.equal(next.pathname, '/api/v4/projects/acme%2Fstorefront/jobs');
    assert.deepEqual(
      [...next.searchParams],
      [
        ['scope[]', 'running'],
        ['per_page', '2'],
        ['page', '2'],
      ],
    );
  });

  for (const named of ['', '0', '-1', 'two', '2.5', '99999999999999999999']) {
    it(`is the last page without a Link header if X-Next-Page is ${JSON.stringify(named)}`, async () => {
      const server = await startServer((_, response) =>
        sendJson(response, jobs(2), 200, { 'x-next-page': named }),
      );
      assert.equal((await clientOf(server.url).client.page(listProjectJobs, args)).next, undefined);
    });
  }

  it('ignores X-Next-Page if there is a Link header', async () => {
    const server: Loopback = await startServer((_, response) =>
      sendJson(response, jobs(2), 200, {
        link: `<${server.url}/api/v4/x?page=1>; rel="first"`,
        'x-next-page': '2',
      }),
    );
    assert.equal((await clientOf(server.url).client.page(listProjectJobs, args)).next, undefined);
  });

  it('is the last page if its next page is itself', async () => {
    const server: Loopback = await startServer((request, response) =>
      sendJson(response, jobs(1), 200, link(`${server.url}${request.url}`)),
    );
    const { client } = clientOf(server.url);
    assert.equal((await client.page(listProjectJobs, args)).next, undefined);
    let count = 0;
    for await (const page of client.pages(listProjectJobs, args)) count += page.items.length;
    assert.equal(count, 1);
  });
});
