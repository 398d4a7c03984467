import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { clientKeySchema, errorTrackingSettingsSchema } from '../../src/schemas/client-key';
import { errorOf, withSandbox, type Ask, type TestSandbox } from './helpers/sandbox';

const HOUR = 60 * 60_000;

const errorSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  count: z.number(),
  userCount: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
const listSchema = z.object({
  data: z.object({
    project: z.object({
      sentryErrors: z.object({
        errors: z.object({
          nodes: z.array(errorSchema),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
        }),
      }),
    }),
  }),
});

const LIST = `query errors($path: ID!, $first: Int = 20, $after: String, $term: String, $sort: String) {
  project(fullPath: $path) { sentryErrors { errors(first: $first, after: $after, searchTerm: $term, sort: $sort) {
    nodes { ...row } pageInfo { hasNextPage endCursor } } } }
}
fragment row on SentryError { id title count userCount firstSeen lastSeen }`;

/** A client of one project's error tracking, as an SDK and a reader of errors have it. */
class Tracker {
  readonly #world: TestSandbox;
  readonly dsn: URL;

  constructor(world: TestSandbox, dsn: string) {
    this.#world = world;
    this.dsn = new URL(dsn);
  }

  get key(): string {
    return this.dsn.username;
  }

  /** By the public protocol: `…/PATH/ID` posts to `…/PATH/api/ID/what/`. */
  address(what: string): string {
    const { origin, pathname } = this.dsn;
    const at = pathname.lastIndexOf('/');
    return `${origin}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/${what}/`;
  }

  send(what: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.address(what), {
      method: 'POST',
      headers: { 'X-Sentry-Auth': `Sentry sentry_version=7, sentry_key=${this.key}`, ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
  }

  async query(query: string, variables: object = {}, ask: Ask = {}): Promise<unknown> {
    const response = await fetch(`${this.#world.sandbox.url}/api/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(ask.as === 'nobody' ? {} : { 'PRIVATE-TOKEN': this.#world.sandbox.tokens.developer }),
        ...ask.headers,
      },
      body: JSON.stringify({ query, variables: { path: 'acme/storefront', ...variables } }),
    });
    return response.json();
  }

  async errors(variables: object = {}) {
    const { data } = z.parse(listSchema, await this.query(LIST, variables));
    return data.project.sentryErrors.errors;
  }
}

async function trackerOf(world: TestSandbox): Promise<Tracker> {
  const response = await world.post('/projects/1/error_tracking/client_keys');
  assert.equal(response.status, 201);
  return new Tracker(world, z.parse(clientKeySchema, await response.json()).sentry_dsn ?? '');
}

const frame = (name: string, own = true) => ({
  function: name,
  filename: `src/${name}.ts`,
  lineno: 10,
  colno: 3,
  in_app: own,
  pre_context: ['before'],
  context_line: `${name}();`,
  post_context: ['after'],
});
const exception = (type: string, value: string, names: readonly string[], more: object = {}) => ({
  event_id: 'A'.repeat(8) + '0'.repeat(24),
  exception: { values: [{ type, value, stacktrace: { frames: names.map((name) => frame(name)) } }] },
  ...more,
});
const envelope = (event: object): string => `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`;

describe('client keys', () => {
  const world = withSandbox();

  it('are made, listed and deleted by maintainers', async () => {
    const made = await trackerOf(world());
    assert.match(made.key, /^glet_[0-9a-f]{32}$/);
    const keys = z.parse(
      z.array(clientKeySchema),
      await (await world().ask('/projects/1/error_tracking/client_keys')).json(),
    );
    const own = keys.find(({ public_key: key }) => key === made.key);
    assert.ok(own);
    const path = `/projects/1/error_tracking/client_keys/${own.id}`;
    const removed = await world().ask(path, { method: 'DELETE' });
    assert.deepEqual([removed.status, await removed.json()], [200, { ...own }]);
    assert.equal((await world().ask(path, { method: 'DELETE' })).status, 404);
    assert.equal((await made.send('envelope', envelope({ message: 'late' }))).status, 403);
  });

  it('are not for developers, and not where monitoring is disabled', async () => {
    assert.equal(
      (await world().post('/projects/1/error_tracking/client_keys', { as: 'developer' })).status,
      403,
    );
    const response = await world().ask('/projects/3/error_tracking/settings');
    assert.equal(response.status, 404);
    assert.deepEqual(await errorOf(response), { message: '404 Error Tracking Setting Not Found' });
  });
});

describe('settings of error tracking', () => {
  const world = withSandbox({}, 'each');

  it('turn everything off, and hand it to an external server', async () => {
    const tracker = await trackerOf(world());
    const set = (json: object) =>
      world().ask('/projects/1/error_tracking/settings', { method: 'PATCH', json });
    const off = await set({ active: false });
    assert.equal(z.parse(errorTrackingSettingsSchema, await off.json()).active, false);
    assert.equal((await tracker.send('envelope', envelope({ message: 'x' }))).status, 404);
    const query =
      '{ project(fullPath: "acme/storefront") { sentryErrors { externalUrl errors { nodes { id } } } } }';
    assert.deepEqual(await tracker.query(query), { data: { project: { sentryErrors: null } } });
    await set({ active: true, integrated: false });
    assert.ok(JSON.stringify(await tracker.query(query)).includes('"errors":null'));
  });
});

describe('events', () => {
  const world = withSandbox({}, 'each');

  it('of the same type and place are one error, with counts, people and times', async () => {
    const tracker = await trackerOf(world());
    const ago = (ms: number): number => (Date.now() - ms) / 1000;
    for (const [value, user, at] of [
      ['x is 1', 'ann', ago(5 * HOUR)],
      ['x is 2', 'bob', ago(2 * HOUR)],
      ['x is 3', 'ann', ago(3 * HOUR)],
    ] as const) {
      const event = exception('Boom', value, ['main', 'inner'], { user: { id: user }, timestamp: at });
      assert.equal((await tracker.send('envelope', envelope(event))).status, 200);
    }
    await tracker.send('envelope', envelope(exception('Boom', 'elsewhere', ['main', 'other'])));
    const { nodes } = await tracker.errors({ term: 'boom' });
    assert.equal(nodes.length, 2);
    const same = nodes.find(({ count }) => count === 3);
    assert.deepEqual([same?.title, same?.userCount], ['Boom: x is 2', 2]);
    const span = Date.parse(same?.lastSeen ?? '') - Date.parse(same?.firstSeen ?? '');
    assert.ok(Math.abs(span - 3 * HOUR) < 5_000);
  });

  it('are grouped by what an SDK says, where it does', async () => {
    const tracker = await trackerOf(world());
    for (const name of ['one', 'two']) {
      await tracker.send(
        'store',
        JSON.stringify(exception('Grouped', name, [name], { fingerprint: ['mine'] })),
      );
    }
    const { nodes } = await tracker.errors({ term: 'grouped' });
    assert.deepEqual(
      nodes.map(({ count }) => count),
      [2],
    );
  });

  it('come to both endpoints, plain and compressed in every way, with the key in header or query', async () => {
    const tracker = await trackerOf(world());
    const event = exception('Packed', 'v', ['f']);
    const id = event.event_id.toLowerCase();
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      for (const [what, text] of [
        ['envelope', envelope(event)],
        ['store', JSON.stringify(event)],
      ] as const) {
        const response = await tracker.send(what, pack(text), { 'Content-Encoding': encoding });
        assert.deepEqual([response.status, await response.json()], [200, { id }], `${what} ${encoding}`);
      }
    }
    const packed = deflateSync(JSON.stringify(event)).toString('base64');
    assert.equal((await tracker.send('store', packed)).status, 200);
    const inQuery = await fetch(`${tracker.address('envelope')}?sentry_version=7&sentry_key=${tracker.key}`, {
      method: 'POST',
      body: envelope(event),
    });
    assert.equal(inQuery.status, 200);
    assert.equal((await tracker.errors({ term: 'packed' })).nodes[0]?.count, 8);
    assert.ok(!JSON.stringify(world().sandbox.requests()).includes(tracker.key));
  });

  it('can be messages; sessions are counted, and what is unknown is passed over', async () => {
    const tracker = await trackerOf(world());
    const items = [
      { event_id: 'b'.repeat(32), sent_at: '2026-01-01T00:00:00Z' },
      { type: 'attachment', length: 5 },
      'a\nb\nc',
      { type: 'event' },
      { message: 'Stock is low: 4', level: 'warning' },
      { type: 'session' },
      { init: true, status: 'crashed' },
      { type: 'nobody_knows' },
      {},
    ];
    const text = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n');
    const response = await tracker.send('envelope', text);
    assert.deepEqual(await response.json(), { id: 'b'.repeat(32) });
    assert.equal((await tracker.errors({ term: 'stock is low' })).nodes.length, 1);
  });

  it('are refused with a wrong key, no key, no sense, or too much', async () => {
    const tracker = await trackerOf(world());
    const status = async (what: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      (await tracker.send(what, body, headers)).status;
    const fine = envelope({ message: 'x' });
    assert.equal(await status('envelope', fine, { 'X-Sentry-Auth': 'Sentry sentry_key=glet_wrong' }), 403);
    assert.equal(await status('envelope', fine, { 'X-Sentry-Auth': '' }), 401);
    assert.equal(await status('envelope', 'no json'), 400);
    assert.equal(await status('envelope', '{}\n{"type":"event","length":900}\n{}'), 400);
    assert.equal(await status('store', '[1]'), 400);
    assert.equal(await status('store', fine, { 'Content-Encoding': 'gzip' }), 400);
    assert.equal(await status('store', JSON.stringify({ message: 'x'.repeat(1_100_000) })), 413);
    const bomb = gzipSync(Buffer.alloc(110 * 1024 * 1024));
    assert.equal(await status('envelope', bomb, { 'Content-Encoding': 'gzip' }), 413);
    assert.equal((await fetch(tracker.address('store'))).status, 405);
    assert.equal(
      (await fetch(tracker.address('store').replace('/1/', '/99/'), { method: 'POST' })).status,
      404,
    );
  });
});

describe('reading errors by GraphQL', () => {
  const world = withSandbox();
  let tracker: Tracker;
  before(async () => {
    tracker = await trackerOf(world());
  });

  it('pages through the errors of the demo, and sorts them', async () => {
    const all = (await tracker.errors()).nodes;
    assert.ok(all.length >= 4);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await tracker.errors({ first: 1, after });
      seen.push(...page.nodes.map(({ id }) => id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    const counts = (await tracker.errors({ sort: 'frequency' })).nodes.map(({ count }) => count);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
  });

  it('gives one error with its stack trace', async () => {
    const [error] = (await tracker.errors({ term: 'rate' })).nodes;
    const query = `query ($path: ID!, $id: ID!) { project(fullPath: $path) { __typename sentryErrors {
      detailedError(id: $id) { title count tags { level } frequency { time count } firstReleaseVersion }
      trace: errorStackTrace(id: $id) { issueId dateReceived stackTraceEntries {
        fileName function line col traceContext { line code } } } } } }`;
    const answer = JSON.stringify(await tracker.query(query, { id: error?.id }));
    assert.ok(answer.includes('"__typename":"Project"'));
    assert.ok(
      answer.includes(
        '{"fileName":"src/cart/price.ts","function":"priceOf","line":42,"col":17,"traceContext":[{"line":42,',
      ),
    );
    assert.ok(answer.includes('"tags":{"level":"error"}'));
  });

  it('says what it does not know', async () => {
    const rows: [query: string, message: RegExp][] = [
      ['{ nothing }', /^Field 'nothing' doesn't exist on type 'Query'$/],
      [
        '{ project(fullPath: "x") { sentryErrors { errors { nodes { colour } } } } }',
        /'colour' doesn't exist/,
      ],
      ['{ project { id } }', /missing required arguments: fullPath/],
      ['{ project(fullPath: "x") }', /must have selections/],
      ['{ project(fullPath: "x", why: 1) { id } }', /doesn't accept argument 'why'/],
      ['{ project(fullPath: $nowhere) { id } }', /nowhere is used but not declared/],
      ['{ project(fullPath: "x") { ...loop } } fragment loop on Project { ...loop }', /loop was used/],
      ['mutation { a }', /not configured for mutations/],
      ['{ a', /Unexpected end of document/],
      ['{ a ? }', /Parse error on "\?"/],
      ['', /No query string/],
    ];
    for (const [query, message] of rows) {
      const answer = z.parse(
        z.object({ errors: z.array(z.looseObject({ message: z.string() })) }),
        await tracker.query(query),
      );
      assert.match(answer.errors[0]?.message ?? '', message, query);
    }
  });

  it('shows nothing to who may not see it, and refuses an unknown token', async () => {
    const query = '{ project(fullPath: "acme/storefront") { id sentryErrors { externalUrl } } }';
    const open = { data: { project: { id: 'gid://gitlab/Project/1', sentryErrors: null } } };
    assert.deepEqual(await tracker.query(query, {}, { as: 'nobody' }), open);
    const hidden = '{ project(fullPath: "acme/vault") { id } }';
    assert.deepEqual(await tracker.query(hidden, {}), { data: { project: null } });
    const headers = { 'PRIVATE-TOKEN': 'glpat-unknown' };
    assert.deepEqual(await tracker.query(query, {}, { as: 'nobody', headers }), {
      errors: [{ message: 'Invalid token' }],
    });
  });
});

describe('sessions', () => {
  const world = withSandbox({ admin: true }, 'each');

  it('are counted one by one and in sums', async () => {
    const tracker = await trackerOf(world());
    const item = (type: string, payload: object): string =>
      `${JSON.stringify({ type })}\n${JSON.stringify(payload)}\n`;
    const body = [
      '{}\n',
      item('session', { sid: '1', init: true, status: 'ok', errors: 0 }),
      item('session', { sid: '1', status: 'crashed', errors: 1 }),
      item('sessions', { aggregates: [{ exited: 5, errored: 2 }, { exited: 1 }] }),
    ].join('');
    const response = await tracker.send('envelope', body);
    assert.deepEqual([response.status, await response.json()], [200, {}]);
    const counts = await fetch(`${world().sandbox.admin ?? ''}/sessions?project_id=1`);
    assert.deepEqual(await counts.json(), { started: 9, errored: 2, crashed: 1 });
  });

  it('are counted once each, for the worst that is known of them, in whatever order that comes', async () => {
    const tracker = await trackerOf(world());
    for (const payload of [
      { sid: 'a', init: true, status: 'ok', errors: 1 },
      { sid: 'a', init: false, status: 'ok', errors: 2 },
      { sid: 'a', init: false, status: 'exited', errors: 2 },
      { sid: 'b', init: true, status: 'ok', errors: 1 },
      { sid: 'b', status: 'crashed', errors: 2 },
      { sid: 'c', status: 'crashed', errors: 1 },
      { sid: 'c', init: true, status: 'ok', errors: 0 },
    ]) {
      await tracker.send('envelope', `{}\n{"type":"session"}\n${JSON.stringify(payload)}\n`);
    }
    const counts = await fetch(`${world().sandbox.admin ?? ''}/sessions?project_id=1`);
    assert.deepEqual(await counts.json(), { started: 3, errored: 1, crashed: 2 });
  });

  it('may come from browsers of another origin', async () => {
    const tracker = await trackerOf(world());
    const asked = await fetch(tracker.address('envelope'), { method: 'OPTIONS' });
    assert.deepEqual([asked.status, asked.headers.get('access-control-allow-origin')], [200, '*']);
  });
});

describe('hostile events and queries', () => {
  const world = withSandbox();

  it('end in an answer below 500', async () => {
    const tracker = await trackerOf(world());
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('{}', '{"type":"event"}', '{"type":"event","length":1e300}', '{"type":"sessions"}'),
      fc
        .json()
        .map((value) => `{"exception":${value},"message":${value},"user":${value},"timestamp":${value}}`),
      fc
        .json()
        .map((frames) => `{"exception":[{"type":1,"stacktrace":{"frames":[${frames},{"lineno":1}]}}]}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 5 }), async (lines) => {
        for (const what of ['envelope', 'store']) {
          const response = await tracker.send(what, lines.join('\n'));
          assert.ok(response.status < 500, lines.join('\n'));
        }
      }),
      { numRuns: 150 },
    );
    const word = fc.constantFrom(
      ...[
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',
        ':',
        '$',
        '!',
        '...',
        'on',
        '@skip',
        'query',
        'fragment',
        '"',
        '"""',
        '#',
      ],
      ...[
        'project',
        'fullPath',
        '"acme/storefront"',
        'sentryErrors',
        'errors',
        'first',
        '-1',
        '1e9',
        'nodes',
        'id',
      ],
      ...['__proto__', '__typename', 'null', 'true', '\\u0000', 'mutation'],
    );
    const query = fc.oneof(fc.array(word, { maxLength: 25 }), fc.array(word.map((one) => `{${one}`)));
    await fc.assert(
      fc.asyncProperty(query, async (words) => {
        await tracker.query(words.join(' '), { path: words });
      }),
      { numRuns: 200 },
    );
    for (const open of ['{a', '{a(b:[', '[', '{a(b:{c:', 'query($a:['])
      await tracker.query(open.repeat(1_500));
    assert.ok((await tracker.errors()).nodes.length > 0);
  });
});
