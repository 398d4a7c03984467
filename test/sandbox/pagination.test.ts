import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { startSandbox } from '../../src/sandbox/index';
import { errorOf, withSandbox } from './helpers/sandbox';

const ids = async (response: Response): Promise<number[]> =>
  z.parse(z.array(z.looseObject({ id: z.number() })), await response.json()).map(({ id }) => id);

/** Relations of a Link header. */
function links(response: Response): Map<string, string> {
  const found = (response.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return new Map([...found].map(([, url = '', rel = '']) => [rel, url]));
}

describe('offset pagination', () => {
  const world = withSandbox();
  const header = (response: Response, names: readonly string[]) =>
    names.map((name) => response.headers.get(name));
  const COUNTS = ['x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total-pages'];

  it('sends all headers and links', async () => {
    const all = Number((await world().ask('/projects/1/pipelines')).headers.get('x-total'));
    const last = Math.ceil(all / 10);
    const first = await world().ask('/projects/1/pipelines?per_page=10');
    assert.deepEqual(header(first, COUNTS), ['1', '10', '2', '', String(last)]);
    assert.deepEqual([...links(first).keys()], ['next', 'first', 'last']);
    const end = await world().ask(`/projects/1/pipelines?per_page=10&page=${last}`);
    assert.deepEqual(header(end, COUNTS), [String(last), '10', '', String(last - 1), String(last)]);
    assert.deepEqual([...links(end).keys()], ['prev', 'first', 'last']);
  });

  it('returns 20 items by default and at most 100', async () => {
    assert.equal((await ids(await world().ask('/projects/1/jobs'))).length, 20);
    assert.equal((await ids(await world().ask('/projects/1/jobs?per_page=1000'))).length, 100);
  });

  it('reaches every item once by its links', async () => {
    const seen: number[] = [];
    let next: string | undefined =
      `${world().sandbox.url}/api/v4/projects/acme%2Fstorefront/pipelines?per_page=7&ref=main`;
    while (next !== undefined) {
      const response: Response = await fetch(next);
      seen.push(...(await ids(response)));
      next = links(response).get('next');
    }
    assert.deepEqual(
      seen,
      (await world().pipelines('ref=main')).map(({ id }) => id),
    );
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => b - a),
    );
  });

  it('returns an empty page after the last', async () => {
    const response = await world().ask('/projects/1/jobs?page=400&per_page=100');
    assert.deepEqual(await ids(response), []);
  });

  it('supports ascending order', async () => {
    const up = await ids(await world().ask('/projects/1/jobs?sort=asc&per_page=100'));
    assert.deepEqual(
      up,
      up.toSorted((a, b) => a - b),
    );
  });

  it('reports one page for an empty list', async () => {
    const response = await world().ask('/projects/1/pipelines?ref=nowhere');
    assert.deepEqual([response.headers.get('x-total'), response.headers.get('x-total-pages')], ['0', '1']);
  });
});

describe('keyset pagination', () => {
  const world = withSandbox();
  const KEYSET = 'pagination=keyset&order_by=id&sort=desc';

  it('links from the latest job to an empty page without a link', async () => {
    const seen: number[] = [];
    let next: string | undefined = `${world().sandbox.url}/api/v4/projects/1/jobs?${KEYSET}&per_page=100`;
    for (;;) {
      const response: Response = await fetch(next, {
        headers: { 'PRIVATE-TOKEN': world().sandbox.tokens.reporter },
      });
      const page = await ids(response);
      assert.equal(response.headers.get('x-page'), null);
      assert.equal(response.headers.get('x-total'), null);
      seen.push(...page);
      next = links(response).get('next');
      if (next === undefined) {
        assert.deepEqual(page, []);
        break;
      }
    }
    assert.equal(seen.length, Number((await world().ask('/projects/1/jobs')).headers.get('x-total')));
    assert.deepEqual(
      seen,
      [...new Set(seen)].sort((a, b) => b - a),
    );
  });

  it('only supports descending order', async () => {
    const up = await world().ask('/projects/1/jobs?pagination=keyset&order_by=id&sort=asc');
    assert.equal(up.status, 405);
    assert.deepEqual(await errorOf(up), {
      error: 'Keyset pagination is not yet available for this type of request',
    });
    assert.equal((await world().ask('/projects/1/jobs?pagination=keyset')).status, 400);
    assert.equal((await world().ask(`/projects/1/jobs?${KEYSET}&cursor=nonsense`)).status, 400);
  });
});

describe('large world', () => {
  const world = withSandbox({ seed: 'large' });

  it('has 2,000 pipelines and 50,000 jobs, 2,000 of them in one pipeline', async () => {
    const { projects } = world().sandbox;
    const id = projects.find(({ path }) => path === 'acme/monolith')?.id ?? 0;
    const pipelines = await world().ask(`/projects/${id}/pipelines?per_page=2`);
    assert.equal(pipelines.headers.get('x-total'), '2000');
    const [, giant] = await ids(pipelines);
    assert.equal(
      (await world().ask(`/projects/${id}/pipelines/${giant ?? 0}/jobs`)).headers.get('x-total'),
      '2000',
    );
    const end = await world().ask(`/projects/${id}/jobs?per_page=100&page=500`);
    assert.equal((await ids(end)).length, 100);
    assert.equal(links(end).get('next'), undefined);
    // The server sends no totals above 10,000 rows, and refuses offsets above the limit.
    assert.deepEqual([end.headers.get('x-total'), links(end).has('last')], [null, false]);
    assert.equal((await world().ask(`/projects/${id}/jobs?per_page=100&page=501`)).status, 405);
  });

  it('starts, and prints the duration', async () => {
    const begin = performance.now();
    const another = await startSandbox({ seed: 'large', still: true });
    console.log(`      ${Math.round(performance.now() - begin)} ms`);
    await another.close();
  });

  it('retries its jobs', async () => {
    const id = world().sandbox.projects.find(({ path }) => path === 'acme/monolith')?.id ?? 0;
    const [failed] = await ids(
      await world().ask(`/projects/${id}/jobs?scope=failed&pagination=keyset&order_by=id&sort=desc`),
    );
    assert.equal((await world().post(`/projects/${id}/jobs/${failed ?? 0}/retry`)).status, 201);
    const [newest] = await ids(await world().ask(`/projects/${id}/jobs`));
    assert.ok((newest ?? 0) > (failed ?? 0));
  });
});
