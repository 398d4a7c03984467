import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { readCommandLine } from '../../src/sandbox/command-line';
import { FaultPlan } from '../../src/sandbox/faults/plan';
import { startSandbox } from '../../src/sandbox/index';
import { errorOf, withSandbox } from './helpers/sandbox';

describe('fault plan', () => {
  const world = withSandbox({ admin: true });
  const plan = (): FaultPlan => world().sandbox.faults;
  afterEach(() => plan().clear());
  const status = async (of = '/user'): Promise<number> => (await world().ask(of)).status;

  it('applies a rule to a number of matching requests and leaves others unchanged', async () => {
    plan().add({ kind: 'status', status: 503, method: 'GET', path: '/api/v4/projects/*/jobs', next: 2 });
    assert.equal(await status('/projects/1/pipelines'), 200);
    assert.deepEqual([await status('/projects/1/jobs'), await status('/projects/2/jobs')], [503, 503]);
    assert.equal(await status('/projects/1/jobs'), 200);
    assert.deepEqual(plan().rules, []);
  });

  it('applies a rule to a share of the requests, the same in every run', () => {
    const runs = [1, 2].map(() => {
      const own = new FaultPlan();
      own.add({ rules: [{ kind: 'reset', share: 0.3 }] });
      return Array.from({ length: 300 }, () => own.take('GET', '/x') !== undefined);
    });
    assert.deepEqual(runs[0], runs[1]);
    const hits = runs[0]?.filter(Boolean).length ?? 0;
    assert.ok(hits > 60 && hits < 120, String(hits));
  });

  it('throttles with the headers and messages of the service, in both formats', async () => {
    plan().add([
      { kind: 'throttle', retryAfter: 7, next: 1 },
      { kind: 'throttle', form: 'json', next: 1 },
      { kind: 'throttle', retryAfter: null, next: 1 },
    ]);
    const text = await world().ask('/user');
    assert.deepEqual([text.status, await text.text()], [429, 'Retry later\n']);
    assert.equal(text.headers.get('retry-after'), '7');
    assert.equal(text.headers.get('ratelimit-remaining'), '0');
    assert.ok(Number(text.headers.get('ratelimit-reset')) * 1000 > Date.now());
    assert.ok(Date.parse(text.headers.get('ratelimit-resettime') ?? '') > Date.now());
    const json = await world().ask('/user');
    assert.deepEqual(await errorOf(json), {
      message: { error: 'This endpoint has been requested too many times. Try again later.' },
    });
    const silent = await world().ask('/user');
    assert.deepEqual([silent.status, silent.headers.get('retry-after')], [429, null]);
  });

  it('truncates bodies, closes connections, and sends invalid JSON', async () => {
    plan().add({ kind: 'reset', next: 1 });
    await assert.rejects(world().ask('/user'));
    plan().add({ kind: 'cut', next: 1 });
    const cut = await world().ask('/projects/1/jobs');
    assert.equal(cut.status, 200);
    await assert.rejects(cut.text());
    plan().add({ kind: 'wrong-json', next: 1 });
    const wrong = await world().ask('/projects/1/jobs');
    assert.equal(wrong.headers.get('content-type'), 'application/json');
    await assert.rejects(wrong.json(), SyntaxError);
    plan().add({ kind: 'html', next: 1 });
    const page = await world().ask('/user');
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.equal(await status(), 200);
  });

  it('ignores parameters, as an older server does', async () => {
    plan().add({ kind: 'ignore', fields: ['per_page'], next: 1 });
    const lengths = [];
    for (let turn = 0; turn < 2; turn++) {
      const list: unknown = await (await world().ask('/projects/1/jobs?per_page=1')).json();
      lengths.push(Array.isArray(list) ? list.length : -1);
    }
    assert.deepEqual(lengths, [20, 1]);
  });

  it('delays responses, and handles clients that abort', async () => {
    plan().add({ kind: 'slow', ms: 30, next: 1 });
    const begin = Date.now();
    assert.equal(await status(), 200);
    assert.ok(Date.now() - begin >= 25);
    plan().add({ kind: 'slow', ms: 600_000, next: 1 });
    const { url, tokens } = world().sandbox;
    const controller = new AbortController();
    const response = fetch(`${url}/api/v4/user`, {
      signal: controller.signal,
      headers: { 'PRIVATE-TOKEN': tokens.owner },
    });
    controller.abort();
    await assert.rejects(response);
  });

  it('is set by the admin server, which rejects invalid rules', async () => {
    const admin = `${world().sandbox.admin ?? ''}/faults`;
    const rule = { kind: 'status', status: 502, form: 'html', next: 3 };
    const added = await fetch(admin, { method: 'POST', body: JSON.stringify(rule) });
    assert.deepEqual(await added.json(), [rule]);
    assert.equal(await status(), 502);
    assert.deepEqual(await (await fetch(admin)).json(), [{ ...rule, next: 2 }]);
    await fetch(admin, { method: 'DELETE' });
    assert.equal(await status(), 200);
    for (const [body, error] of [
      ['[{"kind":"flood"}]', /^Fault rule 1: "kind" must be one of /],
      ['{"kind":"slow","for":3}', /^Fault rule 1: unknown field "for"\.$/],
      ['[{"kind":"reset"},{"kind":"slow","ms":-1}]', /^Fault rule 2: "ms" must be /],
      ['no json', /^The body must be JSON\.$/],
    ] as const) {
      const refused = await fetch(admin, { method: 'POST', body });
      assert.equal(refused.status, 400);
      assert.match(z.parse(z.object({ error: z.string() }), await refused.json()).error, error);
    }
    assert.deepEqual(plan().rules, []);
  });

  it('returns the guest token from the admin server', async () => {
    const response = await fetch(`${world().sandbox.admin ?? ''}/guest-token`);
    assert.deepEqual(await response.json(), { token: world().sandbox.guestToken });
  });
});

describe('throttle', () => {
  const world = withSandbox({ throttle: 3 }, 'each');

  it('counts for each token, and resets after a minute', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 4; index++) statuses.push((await world().ask('/user')).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const other = await world().ask('/user', { as: 'reporter' });
    assert.deepEqual(
      ['limit', 'observed', 'remaining', 'name'].map((name) => other.headers.get(`ratelimit-${name}`)),
      ['3', '1', '2', 'throttle_authenticated_api'],
    );
    const refused = await world().ask('/user');
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 60);
    world().sandbox.advance(wait * 1000);
    assert.equal((await world().ask('/user')).status, 200);
  });
});

describe('hosted service', () => {
  const world = withSandbox({ hosted: true });

  it('sends no totals of lists', async () => {
    for (const list of ['/projects/1/pipelines', '/projects', '/projects/1/merge_requests']) {
      const response = await world().ask(`${list}?per_page=1`);
      assert.equal(response.headers.get('x-total'), null, list);
      assert.equal(response.headers.get('x-total-pages'), null, list);
      assert.ok(!response.headers.get('link')?.includes('rel="last"'), list);
      assert.equal(response.headers.get('x-next-page'), '2', list);
    }
  });
});

describe('faults on the command line', () => {
  it('are parsed with the other options', () => {
    const read = readCommandLine(['--faults', 'plan.json', '--throttle', '60', '--hosted']);
    assert.ok(read.kind === 'options');
    assert.equal(read.faultsFile, 'plan.json');
    assert.deepEqual([read.options.throttle, read.options.hosted], [60, true]);
    assert.equal(readCommandLine(['--throttle', '0']).kind, 'problem');
  });

  it('prevent the start of the sandbox if they are invalid', async () => {
    await assert.rejects(startSandbox({ faults: [{ kind: 'flood' }] }), /Fault rule 1: "kind"/);
  });
});
