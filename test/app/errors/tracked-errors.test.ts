import assert from 'node:assert/strict';
import { ErrorFilter } from '../../../src/app/errors/filter';
import { LatestTraces } from '../../../src/app/errors/latest-stack-traces';
import { readLatestStackTraces } from '../../../src/app/errors/stack-trace-prefetch';
import { TrackedErrors } from '../../../src/app/errors/tracked-errors';
import { changeBackend } from '../../../src/app/errors/tracking-settings';
import type { ErrorPlace } from '../../../src/app/shared/error-keys';
import { Poller } from '../../../src/app/shared/poller';
import { isRecord } from '../../../src/base/record';
import { stackTraceFromServer } from '../../../src/domain/errors/from-server';
import { clientOf, closeAll } from '../../api/helpers/client';
import { HourClock } from '../../api/helpers/clocks';
import { type Loopback, startServer } from '../../api/helpers/loopback';
import { heldMemory } from '../../builders/stores';
import { ErrorServer } from './helpers/error-server';

describe('TrackedErrors', () => {
  let held: ErrorServer;
  let server: Loopback;
  let place: ErrorPlace;
  beforeEach(async () => {
    held = new ErrorServer();
    server = await startServer((seen, response) => {
      const { status, json } = held.respond(seen);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
    place = { base: server.url, project: 1, path: 'acme/storefront' };
  });
  afterEach(closeAll);

  function stores() {
    const clock = new HourClock();
    const { client } = clientOf(server.url);
    const memory = heldMemory();
    const filter = new ErrorFilter(memory);
    const errors = new TrackedErrors({ clientFor: () => client, clock, filter });
    const traces = new LatestTraces({
      clientFor: () => client,
      errorOf: (key) => errors.peek(key),
      read: stackTraceFromServer,
    });
    return { clock, client, memory, filter, errors, traces };
  }

  it('reads the errors and the settings once', async () => {
    held.add(2);
    const { errors } = stores();
    const list = await errors.list(place);
    assert.deepEqual([list.state, list.items.length, list.cursor], ['listed', 2, undefined]);
    assert.deepEqual(list.settings, { state: 'known', active: true, integrated: true });
    await errors.list(place);
    assert.equal(held.requests.length, 2);
    assert.equal(errors.peek({ ...place, error: '2' })?.title, 'Error2: no 2');
  });

  it('reports why there is no list', async () => {
    const { errors } = stores();
    const stateIs = async (): Promise<string> => (await errors.refresh(place)).state;
    held.instead = null;
    assert.equal(await stateIs(), 'off');
    held.instead = { externalUrl: null, errors: null };
    assert.equal(await stateIs(), 'pending');
    held.instead = undefined;
    held.project = 'unseen';
    assert.equal(await stateIs(), 'unseen');
    held.graphql = 404;
    assert.equal(await stateIs(), 'no-list');
    held.graphql = 403;
    await assert.rejects(stateIs());
  });

  it("reads the errors even if the settings can't be read", async () => {
    const { errors } = stores();
    held.add(1);
    const settingsAre = async () => (await errors.refresh(place)).settings?.state;
    for (const [status, state] of [
      [403, 'unknown'],
      [404, 'disabled'],
      [400, undefined],
    ] as const) {
      held.settings = status;
      assert.equal(await settingsAre(), state, String(status));
      assert.equal(errors.peekList(place)?.items.length, 1);
    }
  });

  it('reads pages of 100 errors, and keeps older ones when it polls the first page', async () => {
    held.add(250);
    const { errors, clock } = stores();
    errors.retain(place);
    assert.equal((await errors.list(place)).items.length, 100);
    await errors.loadMore(place);
    await errors.loadMore(place);
    await errors.loadMore(place);
    const ids = (): string[] => errors.peekList(place)?.items.map(({ sentryId }) => sentryId) ?? [];
    assert.equal(new Set(ids()).size, 250);
    // The last error occurred again and is now the first one.
    const last = held.errors.pop();
    assert.ok(last);
    held.errors.unshift({ ...last, lastSeen: '2026-11-05T12:00:30Z', count: 2 });
    await clock.wait(60_000);
    const before = held.requests.length;
    await errors.poll({ priority: 'background' }, false);
    assert.equal(held.requests.length, before + 1);
    assert.equal(ids()[0], '250');
    assert.equal(new Set(ids()).size, 250);
    assert.equal(ids().length, 250);
  });

  it('reloads the errors when the filter changes, which is stored in the workspace', async () => {
    held.add(12);
    const { errors, filter, memory } = stores();
    await errors.list(place);
    const changedPaths: string[] = [];
    errors.onDidChange(({ path }) => changedPaths.push(path));
    await filter.change({ search: '  no 11 ', order: 'frequency' });
    assert.deepEqual(changedPaths, ['acme/storefront']);
    assert.equal(errors.peekList(place), undefined);
    assert.deepEqual(
      (await errors.list(place)).items.map(({ title }) => title),
      ['Error11: no 11'],
    );
    assert.match(
      held.requests.join('\n'),
      /"sort":"frequency","searchTerm":"no 11"|"searchTerm":"no 11".*"sort":"frequency"/,
    );
    assert.deepEqual(new ErrorFilter(memory).current, { search: 'no 11', order: 'frequency' });
    await memory.set('error-filter', { search: 7, order: 'by colour' });
    assert.deepEqual(new ErrorFilter(memory).current, { search: '', order: 'last_seen' });
  });

  it("doesn't return errors of a previous account", async () => {
    held.add(1);
    const { errors } = stores();
    const reading = errors.list(place);
    errors.clear();
    held.add(1);
    assert.equal((await reading).items.length, 2);
  });

  it('keeps the release of an error when it updates the count from the list', async () => {
    held.add(1);
    const { errors } = stores();
    const key = { ...place, error: '1' };
    assert.equal(errors.peek(key), undefined);
    await errors.detail(key);
    await errors.list(place);
    const [kept] = held.errors;
    if (kept !== undefined) kept.count = 9;
    await errors.refresh(place);
    assert.deepEqual([errors.peek(key)?.lastReleaseVersion, errors.peek(key)?.count], ['1.2.0', 9]);
  });

  it('reads the latest stack trace once, and again after the error occurred again', async () => {
    held.add(1);
    const { errors, traces } = stores();
    const key = { ...place, error: '1' };
    await errors.list(place);
    const requestCount = (): number =>
      held.requests.filter((each) => each.startsWith('sentryStackTrace')).length;
    const [first] = await traces.get(key);
    assert.deepEqual(
      first?.frames.map((frame) => frame.function),
      ['go', 'main'],
    );
    await traces.get(key);
    assert.equal(requestCount(), 1);
    const [kept] = held.errors;
    if (kept !== undefined) kept.lastSeen = '2026-11-05T11:30:00Z';
    await errors.refresh(place);
    await traces.get(key);
    assert.equal(requestCount(), 2);
  });

  it('names a stack trace by its error, also if the list is read again with another filter meanwhile', async () => {
    held.add(1);
    const { errors, filter, traces } = stores();
    const key = { ...place, error: '1' };
    await errors.list(place);
    const reading = traces.get(key);
    await filter.change({ search: 'nothing' });
    assert.equal(errors.peek(key), undefined);
    const [trace] = await reading;
    assert.deepEqual([trace?.type, trace?.message], ['Error1', 'no 1']);
  });

  it('prefetches the stack traces of the 20 newest errors, each once', async () => {
    held.add(40);
    const { errors, traces } = stores();
    await errors.list(place);
    await readLatestStackTraces(place, errors, traces, {});
    await readLatestStackTraces(place, errors, traces, {});
    assert.equal(traces.requests, 20);
  });

  it('sends at most 25 requests in an idle hour, and none while no project is expanded', async () => {
    held.add(3);
    const { errors, clock } = stores();
    const poller = new Poller({
      clock,
      poll: (signal, all) => errors.poll({ signal, priority: 'background' }, all),
      pace: () => 'idle',
      requests: () => errors.requests,
    });
    const hour = (): Promise<number> => {
      const before = held.requests.length;
      return new Promise((resolve) => {
        clock.over = () => {
          poller.on = false;
          resolve(held.requests.length - before);
        };
        poller.on = true;
      });
    };
    await errors.list(place);
    const holding = errors.retain(place);
    const requests = await hour();
    assert.ok(requests > 10 && requests <= 25, String(requests));
    holding.dispose();
    assert.equal(await hour(), 0);
    poller.dispose();
  });

  it('changes the backend, and disables error tracking without changing the backend', async () => {
    const { client } = stores();
    for (const backend of ['integrated', 'external', 'off'] as const)
      await changeBackend(client, place, backend);
    assert.ok(held.bodies.every(isRecord));
    assert.deepEqual(held.bodies, [
      { active: true, integrated: true },
      { active: true, integrated: false },
      { active: false },
    ]);
  });
});
