import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { changeErrorTrackingSettings, createClientKey } from '../../../src/api/endpoints/error-tracking';
import { isApiError } from '../../../src/api/errors';
import { getSentryStackTrace, sentryErrorId } from '../../../src/api/queries/sentry-errors';
import { nodeTransport, type Transport, type WireRequest } from '../../../src/api/transport';
import type { AddressesOf } from '../../../src/app/errors/event-target';
import { sendTestEvent, watchForError } from '../../../src/app/errors/test-event';
import { systemClock } from '../../../src/base/clock';
import { readDsn } from '../../../src/domain/errors/dsn';
import { LANGUAGES, SDK_SUPPORT } from '../../../src/domain/errors/languages';
import { TestEventRefusedError } from '../../../src/domain/errors/test-event';
import { explainTestEvent } from '../../../src/presentation/errors/sdk-messages';
import { explain, failureText } from '../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { PassingClock } from '../../api/helpers/clocks';
import { startServer } from '../../api/helpers/loopback';
import { LOCAL } from '../../builders/local-addresses';

const fullPath = 'acme/storefront';
/** Host names that only this test resolves. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'inside.example': ['203.0.113.7', '127.0.0.1'],
  'link.example': ['fe80::1%eth0'],
  'public.example': ['203.0.113.7', '2001:db8::1'],
};
const addressesOf: AddressesOf = (name) => Promise.resolve(NAMES[name] ?? []);
const KEY = 'glet_c4n4ryc4n4ryc4n4ryc4n4ry';

describe('test event', () => {
  let sandbox: Sandbox;
  const wire = nodeTransport({ userAgent: 'test', clock: systemClock });
  const clock = systemClock;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    wire.dispose();
    await closeAll();
    await sandbox.close();
  });

  const ownersClient = () => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.owner);
    return clientOf(sandbox.url, { credential: { kind: 'personal', token } });
  };
  const aDsn = async (): Promise<string> =>
    (await ownersClient().client.call(createClientKey, { id: fullPath })).sentry_dsn ?? '';
  const watch = (mark: string) => watchForError({ ...ownersClient(), fullPath, mark });

  for (const language of LANGUAGES) {
    it(`of ${language} is sent to the ${SDK_SUPPORT[language].kind} endpoint and appears in the list`, async () => {
      const sent: WireRequest[] = [];
      const noting: Transport = {
        send: (request) => {
          sent.push(request);
          return wire.send(request);
        },
      };
      const dsn = await aDsn();
      const { eventId, mark } = await sendTestEvent({
        dsn,
        language,
        wire: noting,
        base: sandbox.url,
        addressesOf,
        clock,
      });
      assert.match(eventId, /^[0-9a-f]{32}$/);
      const sentryId = await watch(mark);
      assert.ok(sentryId);
      const id = sentryErrorId(sentryId);
      const result = await ownersClient().client.query(getSentryStackTrace, { fullPath, id });
      const frames = result.project?.sentryErrors?.errorStackTrace?.stackTraceEntries ?? [];
      assert.deepEqual(
        frames.map((frame) => frame.function),
        ['sendTestEvent'],
      );

      const [request, ...others] = sent;
      assert.deepEqual(others, []);
      assert.ok(request);
      assert.ok(request.url.endsWith(`/${SDK_SUPPORT[language].kind}/`));
      const key = readDsn(dsn)?.key ?? '-';
      const { 'x-sentry-auth': auth, ...headers } = request.headers;
      assert.ok(auth?.endsWith(`sentry_key=${key}`));
      const rest = JSON.stringify([request.url, request.body, request.label, headers]);
      assert.ok(!rest.includes(key));
      assert.doesNotMatch(rest, /token|glpat/i);
    });
  }

  it('is a separate error each time, so that it can be found', async () => {
    const dsn = await aDsn();
    const first = await sendTestEvent({
      dsn,
      language: 'nodejs',
      wire,
      base: sandbox.url,
      addressesOf,
      clock,
    });
    const second = await sendTestEvent({
      dsn,
      language: 'nodejs',
      wire,
      base: sandbox.url,
      addressesOf,
      clock,
    });
    assert.notEqual(await watch(first.mark), await watch(second.mark));
  });

  it("is rejected with the key of another project, with the server's reason", async () => {
    const dsn = (await aDsn()).replace(/glet_[0-9a-f]+/, KEY);
    const error = await refusalOf(
      sendTestEvent({ dsn, language: 'python', wire, base: sandbox.url, addressesOf, clock }),
    );
    assert.deepEqual([error.reason, error.facts.status], ['key', 403]);
    assert.match(error.facts.serverMessage ?? '', /unknown client key/);
  });

  it('is rejected if error tracking is disabled', async () => {
    const dsn = await aDsn();
    const set = (active: boolean) =>
      ownersClient().client.call(changeErrorTrackingSettings, { id: fullPath, active, integrated: true });
    await set(false);
    try {
      const error = await refusalOf(
        sendTestEvent({ dsn, language: 'go', wire, base: sandbox.url, addressesOf, clock }),
      );
      assert.deepEqual([error.reason, error.facts.status], ['off', 404]);
      assert.equal(await watch('whatever'), undefined);
    } finally {
      await set(true);
    }
  });

  it("isn't sent without a valid DSN", async () => {
    const error = await refusalOf(
      sendTestEvent({ dsn: KEY, language: 'go', wire, base: sandbox.url, addressesOf, clock }),
    );
    assert.equal(error.reason, 'no-dsn');
  });

  it("isn't sent to a loopback or link-local address, unless the server has one", async () => {
    const server = await startServer((_request, response) => {
      response.end(JSON.stringify({ id: 'taken' }));
    });
    const { port } = new URL(server.url);
    const send = (host: string, base: string) =>
      sendTestEvent({
        dsn: `http://${KEY}@${host}:${port}/collector/1`,
        language: 'nodejs',
        wire,
        base,
        addressesOf,
        clock,
      });
    for (const host of [...LOCAL, 'inside.example', 'link.example']) {
      const error = await refusalOf(send(host, 'https://gitlab.example'));
      assert.equal(error.reason, 'local', host);
      assert.match(
        explainTestEvent(error, () => assert.fail())?.why ?? '',
        /a loopback or link-local address\./,
      );
    }
    assert.equal(server.requests.length, 0);
    for (const base of ['http://localhost:3000', 'http://[::1]/gitlab', 'http://inside.example']) {
      assert.equal((await send('127.0.0.1', base)).eventId, 'taken', base);
    }
  });

  for (const [status, refusal, headers] of [
    [401, 'key', {}],
    [429, 'busy', { 'retry-after': '7' }],
    [302, 'moved', { location: '/elsewhere' }],
    [418, 'other', {}],
  ] as const) {
    it(`is sent once after ${status} without an ID, and the error doesn't contain the key`, async () => {
      const server = await startServer((_request, response) => {
        response.writeHead(status, headers).end(JSON.stringify({ detail: `not ${KEY}` }));
      });
      const dsn = `${server.url.replace('//', `//${KEY}@`)}/collector/1`;
      const error = await refusalOf(
        sendTestEvent({ dsn, language: 'nodejs', wire, base: sandbox.url, addressesOf, clock }),
      );
      assert.equal(error.reason, refusal);
      assert.equal(error.facts.retryAfterMs, status === 429 ? 7_000 : undefined);
      assert.equal(server.requests.length, 1);
      assert.ok(!JSON.stringify([error.message, error.stack, error.facts]).includes(KEY));
    });
  }

  for (const [what, respond] of [
    ['status 500', (response) => response.writeHead(500).end('{"detail":"busy"}')],
    ['status 200 without an id', (response) => response.writeHead(200).end('{}')],
    ['a connection that ends', (response) => response.destroy()],
  ] satisfies readonly (readonly [string, (response: ServerResponse) => unknown])[]) {
    it(`is sent once and reported as unconfirmed after ${what}`, async () => {
      const server = await startServer((_request, response) => {
        respond(response);
      });
      const dsn = `${server.url.replace('//', `//${KEY}@`)}/collector/1`;
      const event = { dsn, language: 'nodejs', wire, base: sandbox.url, addressesOf, clock } as const;
      const error: unknown = await sendTestEvent(event).catch((reason: unknown) => reason);
      const host = new URL(server.url).host;
      assert.equal(
        failureText("Couldn't send the test event.", error),
        `${host} didn't confirm the test event. It may have been sent. Refresh to check.`,
      );
      assert.deepEqual(explain(error).check, 'switchyard.refreshErrors');
      assert.equal(server.requests.length, 1);
    });
  }

  it('is searched for 30 seconds, or until the search is canceled', async () => {
    const passing = new PassingClock();
    const { client } = ownersClient();
    assert.equal(await watchForError({ client, fullPath, mark: 'nowhere', clock: passing }), undefined);
    assert.equal(
      passing.waits.reduce((sum, ms) => sum + ms, 0),
      30_000,
    );
    const stop = new AbortController();
    stop.abort();
    const given = watchForError({ client, fullPath, mark: 'nowhere', clock, signal: stop.signal });
    await assert.rejects(given, (error) => isApiError(error, 'aborted'));
  });
});

async function refusalOf(sending: Promise<unknown>): Promise<TestEventRefusedError> {
  const error = await sending.then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof TestEventRefusedError, String(error));
  return error;
}
