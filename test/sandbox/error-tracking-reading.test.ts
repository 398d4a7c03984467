import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Tracker } from './helpers/error-tracking';
import { trackerOf } from './helpers/error-tracking';
import { withSandbox } from './helpers/sandbox';

describe('errors in GraphQL', () => {
  const world = withSandbox();
  let tracker: Tracker;
  before(async () => {
    tracker = await trackerOf(world());
  });

  it('paginates and sorts errors', async () => {
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

  it('returns an error with its stack trace', async () => {
    const [error] = (await tracker.errors({ term: 'rate' })).nodes;
    const query = `query ($path: ID!, $id: ID!) { project(fullPath: $path) { __typename sentryErrors {
      detailedError(id: $id) { title count tags { level } frequency { time count } firstReleaseVersion }
      trace: errorStackTrace(id: $id) { issueId dateReceived stackTraceEntries {
        fileName function line col traceContext { line code } } } } } }`;
    const responseText = JSON.stringify(await tracker.query(query, { id: error?.id }));
    assert.ok(responseText.includes('"__typename":"Project"'));
    assert.ok(
      responseText.includes(
        '{"fileName":"src/cart/price.ts","function":"discountFor","line":42,"col":17,"traceContext":[{"line":42,',
      ),
    );
    assert.ok(responseText.includes('"tags":{"level":"error"}'));
  });

  it('rejects invalid queries with a message', async () => {
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
      ['subscription { a }', /not configured for subscriptions/],
      ['mutation { a }', /Field 'a' doesn't exist on type 'Mutation'/],
      ['{ a', /Unexpected end of document/],
      ['{ a ? }', /Parse error on "\?"/],
      ['', /No query string/],
    ];
    for (const [query, message] of rows) {
      const response = z.parse(
        z.object({ errors: z.array(z.looseObject({ message: z.string() })) }),
        await tracker.query(query),
      );
      assert.match(response.errors[0]?.message ?? '', message, query);
    }
  });

  it('hides errors from users without access, and rejects an unknown token', async () => {
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
  const world = withSandbox({ admin: true, cors: true }, 'each');

  it('are counted individually and aggregated', async () => {
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

  it('are counted once by their worst status, in any order', async () => {
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

  it('are accepted from browsers with another origin', async () => {
    const tracker = await trackerOf(world());
    const preflight = await fetch(tracker.address('envelope'), {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    });
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [200, '*']);
  });
});

describe('hostile events and queries', () => {
  const world = withSandbox();

  it('returns a status below 500', async () => {
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
      fc.asyncProperty(query, async (tokens) => {
        await tracker.query(tokens.join(' '), { path: tokens });
      }),
      { numRuns: 200 },
    );
    for (const open of ['{a', '{a(b:[', '[', '{a(b:{c:', 'query($a:['])
      await tracker.query(open.repeat(1_500));
    assert.ok((await tracker.errors()).nodes.length > 0);
  });
});
