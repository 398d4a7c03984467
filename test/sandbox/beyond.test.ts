import assert from 'node:assert/strict';
import { get } from 'node:http';
import * as z from 'zod/mini';
import { pipelineDetailSchema } from '../../src/schemas/pipeline';
import { type Ask, errorOf, withSandbox } from './helpers/sandbox';

const named = z.array(z.looseObject({ name: z.string() }));
const numbered = z.array(z.looseObject({ id: z.number() }));

describe('lists of projects', () => {
  const world = withSandbox();
  const ids = async (query: string, ask: Ask = {}): Promise<number[]> => {
    const response = await world().ask(`/projects?${query}`, ask);
    assert.equal(response.status, 200, query);
    return z.parse(numbered, await response.json()).map(({ id }) => id);
  };

  it('lists visible projects: public, internal if signed in, and private for members', async () => {
    assert.deepEqual(await ids('order_by=id&sort=asc', { as: 'nobody' }), [1, 2, 5]);
    assert.deepEqual(await ids('order_by=id&sort=asc', { as: 'guest' }), [1, 2, 5, 8, 9, 10]);
    assert.deepEqual(await ids('order_by=id&sort=asc', { as: 'owner' }), [1, 2, 3, 5, 8, 9, 10, 11]);
  });

  it('filters by membership and search term, and returns simple fields', async () => {
    assert.deepEqual(await ids('membership=true&order_by=id&sort=asc', { as: 'developer' }), [1, 2, 5, 9]);
    assert.deepEqual(await ids('search=STORE'), [5, 1]);
    const [simple] = z.parse(
      z.array(z.looseObject({})),
      await (await world().ask('/projects?simple=true')).json(),
    );
    assert.equal(simple?.['permissions'], undefined);
  });

  it('supports keyset pagination in both directions', async () => {
    for (const sort of ['asc', 'desc']) {
      const seen: number[] = [];
      let next: string | undefined =
        `${world().sandbox.url}/api/v4/projects?pagination=keyset&order_by=id&sort=${sort}&per_page=1`;
      while (next !== undefined) {
        const response: Response = await fetch(next);
        seen.push(...z.parse(numbered, await response.json()).map(({ id }) => id));
        next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      assert.deepEqual(seen, sort === 'asc' ? [1, 2, 5] : [5, 2, 1]);
    }
    assert.equal((await world().ask('/projects?pagination=keyset&order_by=name')).status, 405);
  });
});

describe('guest role', () => {
  const world = withSandbox();

  it('allows access to projects but not to their jobs', async () => {
    assert.equal((await world().ask('/projects/9', { as: 'guest' })).status, 200);
    for (const path of ['/projects/1/jobs', '/projects/9/pipelines', '/projects/9/repository/branches']) {
      const response = await world().ask(path, { as: 'guest' });
      assert.equal(response.status, 403, path);
      assert.deepEqual(await errorOf(response), { message: '403 Forbidden' });
    }
    assert.equal((await world().ask('/projects/1/pipelines', { as: 'guest' })).status, 200);
    assert.equal((await world().ask('/projects/3', { as: 'guest' })).status, 404);
  });

  it('allows access to an internal project, which is hidden without a login', async () => {
    assert.equal((await world().ask('/projects/8', { as: 'guest' })).status, 200);
    assert.equal((await world().ask('/projects/8', { as: 'nobody' })).status, 404);
  });
});

describe('pipelines', () => {
  const world = withSandbox({}, 'each');
  const detail = async (response: Response) => z.parse(pipelineDetailSchema, await response.json());

  it('creates a pipeline for a branch or tag, with variables', async () => {
    const json = { ref: 'main', variables: [{ key: 'COLOUR', value: 'blue' }] };
    const response = await world().post('/projects/1/pipeline', { as: 'developer', json });
    assert.equal(response.status, 201);
    const made = await detail(response);
    assert.deepEqual([made.ref, made.source, made.tag], ['main', 'api', false]);
    world().sandbox.advance(60_000);
    const install = (await world().jobsOf(made.id)).find(({ name }) => name === 'install');
    assert.ok((await world().trace(install?.id ?? 0)).includes('COLOUR'));
    const tag = await world().post('/projects/1/pipeline', { json: { ref: 'v1.0.0' } });
    assert.equal((await detail(tag)).tag, true);
  });

  it('creates no pipeline for an unknown ref or for a reporter', async () => {
    const unknown = await world().post('/projects/1/pipeline', { json: { ref: 'nowhere' } });
    assert.equal(unknown.status, 400);
    assert.deepEqual(await errorOf(unknown), { message: { base: ['Reference not found'] } });
    const without = await world().post('/projects/1/pipeline', { json: {} });
    assert.deepEqual(await errorOf(without), { error: 'ref is missing' });
    const reporter = await world().post('/projects/1/pipeline', { as: 'reporter', json: { ref: 'main' } });
    assert.equal(reporter.status, 403);
  });

  it('cancels and retries a pipeline', async () => {
    const [{ id } = { id: 0 }] = await world().pipelines('ref=main&source=push');
    world().sandbox.advance(20_000);
    assert.equal((await world().post(`/projects/1/pipelines/${id}/cancel`)).status, 200);
    world().sandbox.advance(60_000);
    assert.equal((await world().pipeline(id)).status, 'canceled');
    const retried = await world().post(`/projects/1/pipelines/${id}/retry`);
    assert.equal(retried.status, 201);
    assert.ok(['pending', 'running'].includes((await detail(retried)).status));
  });
});

describe('repository and project resources', () => {
  const world = withSandbox();
  const names = async (path: string): Promise<string[]> =>
    z.parse(named, await (await world().ask(path)).json()).map(({ name }) => name);

  it('lists and searches branches', async () => {
    assert.ok((await names('/projects/1/repository/branches')).includes('main'));
    const cards = await names('/projects/1/repository/branches?search=gift');
    assert.ok(cards.length > 0 && cards.every((name) => name.includes('gift')));
    assert.deepEqual(await names('/projects/1/repository/branches?search=%5Emain$'), []);
  });

  it('returns raw files at a branch, tag, SHA, or HEAD', async () => {
    const raw = (file: string, query = ''): Promise<Response> =>
      world().ask(`/projects/1/repository/files/${encodeURIComponent(file)}/raw${query}`, { as: 'nobody' });
    const price = await raw('src/cart/price.ts', '?ref=main');
    assert.equal(price.headers.get('content-type'), 'text/plain; charset=utf-8');
    const text = await price.text();
    assert.ok(text.includes('rate'));
    assert.equal(Buffer.byteLength(text), Number(price.headers.get('x-gitlab-size')));
    const commit = price.headers.get('x-gitlab-commit-id') ?? '';
    assert.equal(await (await raw('src/cart/price.ts', `?ref=${commit}`)).text(), text);
    assert.equal((await raw('README.md', '?ref=v1.0.0')).status, 200);
    assert.equal((await raw('README.md')).status, 200);
    for (const [file, query] of [
      ['src', ''],
      ['no/where.ts', ''],
      ['../../vault.git/HEAD', ''],
      ['README.md', '?ref=--help'],
      ['README.md', '?ref=nowhere'],
    ] as const) {
      assert.equal((await raw(file, query)).status, 404, file + query);
    }
  });

  it('lists and searches members, labels, and milestones', async () => {
    const members = z.parse(
      z.array(z.looseObject({ username: z.string(), access_level: z.number() })),
      await (await world().ask('/projects/1/members/all')).json(),
    );
    assert.deepEqual(
      members.map(({ access_level: level }) => level),
      [50, 40, 30, 20, 10],
    );
    assert.deepEqual(await names('/projects/1/members/all?query=dana'), ['Dana Lindqvist']);
    assert.deepEqual(await names('/projects/1/labels?search=bug'), ['bug']);
    const milestones = await world().ask('/projects/1/milestones?state=active');
    assert.deepEqual(
      z
        .parse(z.array(z.looseObject({ title: z.string() })), await milestones.json())
        .map(({ title }) => title),
      ['v1.3'],
    );
  });
});

describe('git over HTTP', () => {
  const world = withSandbox();
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${world().sandbox.url}${path}`, { redirect: 'manual', headers });
  /** Unlike fetch, doesn't normalize the path. */
  const rawStatus = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get({ port: new URL(world().sandbox.url).port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
  const SERVICE = '?service=git-upload-pack';

  it('redirects to the URL with .git and to the current path', async () => {
    for (const from of ['acme/storefront', 'acme/shop.git', 'acme/shop']) {
      const response = await ask(`/${from}/info/refs${SERVICE}`);
      assert.equal(response.status, 301, from);
      assert.equal(
        response.headers.get('location'),
        `${world().sandbox.url}/acme/storefront.git/info/refs${SERVICE}`,
      );
    }
  });

  it('rejects project IDs and path traversal', async () => {
    for (const path of [
      `/1.git/info/refs${SERVICE}`,
      '/acme/storefront.git/objects/../../vault.git/HEAD',
      '/acme/storefront.git/objects/%2e%2e/%2e%2e/vault.git/HEAD',
      '/acme/storefront.git/objects/info/../../config',
    ]) {
      assert.equal(await rawStatus(path), 404, path);
    }
  });

  it('rejects a wrong password even if none is required', async () => {
    const wrong = `Basic ${Buffer.from('me:wrong').toString('base64')}`;
    const response = await ask(`/acme/storefront.git/info/refs${SERVICE}`, { Authorization: wrong });
    assert.equal(response.status, 401);
  });
});
