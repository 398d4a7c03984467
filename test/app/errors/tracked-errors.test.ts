import assert from 'node:assert/strict';
import { ErrorFilter } from '../../../src/app/errors/filter';
import { LatestTraces } from '../../../src/app/errors/latest-stack-traces';
import { readNewestTraces } from '../../../src/app/errors/stack-trace-backfill';
import { TrackedErrors } from '../../../src/app/errors/tracked-errors';
import { changeBackend } from '../../../src/app/errors/tracking-settings';
import type { ErrorPlace } from '../../../src/app/shared/error-keys';
import { Poller } from '../../../src/app/shared/poller';
import { isRecord } from '../../../src/base/record';
import { fromServer } from '../../../src/domain/errors/from-server';
import { clientOf, closeAll } from '../../api/helpers/client';
import { type Loopback, startServer } from '../../api/helpers/loopback';
import { heldMemory } from '../../builders/stores';
import { ErrorServer, HourClock } from './helpers/error-server';

describe('errors that a server keeps', () => {
  let held: ErrorServer;
  let server: Loopback;
  let place: ErrorPlace;
  beforeEach(async () => {
    held = new ErrorServer();
    server = await startServer((seen, response) => {
      const { status, json } = held.answer(seen);
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
      read: (given) => fromServer(given, {}),
    });
    return { clock, client, memory, filter, errors, traces };
  }

  it('are read with the settings, once, and told from then on', async () => {
    held.add(2);
    const { errors } = stores();
    const list = await errors.list(place);
    assert.deepEqual([list.state, list.items.length, list.cursor], ['listed', 2, undefined]);
    assert.deepEqual(list.settings, { state: 'known', active: true, integrated: true });
    await errors.list(place);
    assert.equal(held.asked.length, 2);
    assert.equal(errors.peek({ ...place, error: '2' })?.title, 'Error2: no 2');
  });

  it('are missing for a reason that is told: off, pending, not to be seen, or no list at all', async () => {
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

  it('are listed though the settings are not for everybody, or not there', async () => {
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

  it('come a hundred at a time, and a look at the first page keeps those that were loaded behind it', async () => {
    held.add(250);
    const { errors, clock } = stores();
    errors.retain(place);
    assert.equal((await errors.list(place)).items.length, 100);
    await errors.loadMore(place);
    await errors.loadMore(place);
    await errors.loadMore(place);
    const ids = (): string[] => errors.peekList(place)?.items.map(({ sentryId }) => sentryId) ?? [];
    assert.equal(new Set(ids()).size, 250);
    // The last one happened again: it comes first now.
    const last = held.errors.pop();
    assert.ok(last);
    held.errors.unshift({ ...last, lastSeen: '2026-11-05T12:00:30Z', count: 2 });
    await clock.wait(60_000);
    const before = held.asked.length;
    await errors.poll({ priority: 'background' }, false);
    assert.equal(held.asked.length, before + 1);
    assert.equal(ids()[0], '250');
    assert.equal(new Set(ids()).size, 250);
    assert.equal(ids().length, 250);
  });

  it('are asked for anew by the words and the order of a person, which the workspace remembers', async () => {
    held.add(12);
    const { errors, filter, memory } = stores();
    await errors.list(place);
    const told: string[] = [];
    errors.onDidChange(({ path }) => told.push(path));
    await filter.change({ search: '  no 11 ', order: 'frequency' });
    assert.deepEqual(told, ['acme/storefront']);
    assert.equal(errors.peekList(place), undefined);
    assert.deepEqual(
      (await errors.list(place)).items.map(({ title }) => title),
      ['Error11: no 11'],
    );
    assert.match(
      held.asked.join('\n'),
      /"sort":"frequency","searchTerm":"no 11"|"searchTerm":"no 11".*"sort":"frequency"/,
    );
    assert.deepEqual(new ErrorFilter(memory).current, { search: 'no 11', order: 'frequency' });
    await memory.set('error-filter', { search: 7, order: 'by colour' });
    assert.deepEqual(new ErrorFilter(memory).current, { search: '', order: 'last_seen' });
  });

  it('do not come from an account that was left while they were asked for', async () => {
    held.add(1);
    const { errors } = stores();
    const reading = errors.list(place);
    errors.clear();
    held.add(1);
    assert.equal((await reading).items.length, 2);
  });

  it('tell releases where one is asked for alone, and counts as the list tells them', async () => {
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

  it('have their latest stack trace read once, and again when they were seen again', async () => {
    held.add(1);
    const { errors, traces } = stores();
    const key = { ...place, error: '1' };
    await errors.list(place);
    const asked = (): number => held.asked.filter((each) => each.startsWith('sentryStackTrace')).length;
    const [first] = await traces.get(key);
    assert.deepEqual(
      first?.frames.map((frame) => frame.function),
      ['go', 'main'],
    );
    await traces.get(key);
    assert.equal(asked(), 1);
    const [kept] = held.errors;
    if (kept !== undefined) kept.lastSeen = '2026-11-05T11:30:00Z';
    await errors.refresh(place);
    await traces.get(key);
    assert.equal(asked(), 2);
  });

  it('have at most the 20 newest traces read without being asked, each once', async () => {
    held.add(40);
    const { errors, traces } = stores();
    await errors.list(place);
    await readNewestTraces(place, errors, traces, {});
    await readNewestTraces(place, errors, traces, {});
    assert.equal(traces.requests, 20);
  });

  it('cost at most 25 requests in an hour in which nobody does anything, and none while no project is open', async () => {
    held.add(3);
    const { errors, clock } = stores();
    const poller = new Poller({
      clock,
      poll: (signal, all) => errors.poll({ signal, priority: 'background' }, all),
      pace: () => 'idle',
      requests: () => errors.requests,
    });
    const hour = (): Promise<number> => {
      const before = held.asked.length;
      return new Promise((resolve) => {
        clock.over = () => {
          poller.on = false;
          resolve(held.asked.length - before);
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

  it('are kept where a person says so, and what is turned off keeps where that was', async () => {
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
