import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { Client } from '../../src/api/client';
import { changeErrorTrackingSettings, createClientKey } from '../../src/api/endpoints/error-tracking';
import { isApiError } from '../../src/api/errors';
import {
  getSentryError,
  getSentryStackTrace,
  listSentryErrors,
  sentryErrorId,
} from '../../src/api/queries/sentry-errors';
import { query } from '../../src/api/query';
import { type Sandbox, startSandbox } from '../../src/sandbox/index';
import { type Witness, witness } from './helpers';

const fullPath = 'acme/payments';

/** Returns an event as sent by SDKs, with the frame that throws last. */
const event = (type: string) => ({
  platform: 'node',
  level: 'error',
  release: 'shop@1.2.0',
  exception: {
    values: [
      {
        type,
        value: `${type} happened`,
        stacktrace: {
          frames: [
            { filename: 'src/main.ts', function: 'main', lineno: 3, colno: 1 },
            {
              filename: 'src/pay.ts',
              function: 'pay',
              lineno: 17,
              colno: 5,
              context_line: '  throw new X();',
            },
          ],
        },
      },
    ],
  },
});

describe('errors of a project in the GraphQL API', () => {
  let sandbox: Sandbox;
  let person: Witness;
  let client: Client;

  before(async () => {
    sandbox = await startSandbox({ still: true });
    const { owner } = sandbox.tokens;
    person = witness(sandbox.url, { kind: 'personal', token: () => Promise.resolve(owner) });
    client = person.client;
    await changeSettings({ active: true, integrated: true });
    const { sentry_dsn } = await client.call(createClientKey, { id: fullPath });
    const dsn = new URL(sentry_dsn ?? '');
    const [, path = '', project = ''] = /^(.*)\/(\d+)$/.exec(dsn.pathname) ?? [];
    // Newer servers use another path in their DSNs; the same key is valid for both.
    const paths = [path, '/errortracking/api/v1/projects'];
    for (const [index, type] of ['FirstError', 'SecondError', 'ThirdError', 'ThirdError'].entries()) {
      const response = await fetch(`${dsn.origin}${paths[index % 2] ?? ''}/api/${project}/store/`, {
        method: 'POST',
        headers: { 'X-Sentry-Auth': `Sentry sentry_key=${dsn.username}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(event(type)),
      });
      assert.equal(response.status, 200);
    }
  });
  after(async () => {
    person.dispose();
    await sandbox.close();
  });

  const changeSettings = (settings: { active: boolean; integrated: boolean }) =>
    client.call(changeErrorTrackingSettings, { id: fullPath, ...settings });

  const list = async (args: { searchTerm?: string; first?: number; after?: string } = {}) => {
    const { project } = await client.query(listSentryErrors, { fullPath, sort: 'frequency', ...args });
    const { nodes, pageInfo } = project?.sentryErrors?.errors ?? {};
    return { errors: (nodes ?? []).flatMap((error) => error ?? []), pageInfo };
  };

  it('are listed, sorted, searched, and paginated', async () => {
    const first = await list({ searchTerm: 'Error happened', first: 2 });
    assert.deepEqual(
      first.errors.map(({ title, count }) => [title, count]),
      [
        ['ThirdError: ThirdError happened', 2],
        ['SecondError: SecondError happened', 1],
      ],
    );
    assert.equal(first.pageInfo?.hasNextPage, true);
    const after = first.pageInfo.endCursor ?? '';
    const second = await list({ searchTerm: 'Error happened', first: 2, after });
    assert.deepEqual(
      second.errors.map(({ type, title }) => [type, title]),
      [['error', 'FirstError: FirstError happened']],
    );
    assert.equal(second.pageInfo?.hasNextPage, false);
  });

  it('are returned one by one with the frames of the latest event, oldest frame first', async () => {
    const [error] = (await list({ searchTerm: 'ThirdError' })).errors;
    const id = sentryErrorId(error?.sentryId ?? '');
    const { project } = await client.query(getSentryError, { fullPath, id });
    assert.equal(project?.sentryErrors?.detailedError?.lastReleaseVersion, 'shop@1.2.0');
    const traced = await client.query(getSentryStackTrace, { fullPath, id });
    const frames = traced.project?.sentryErrors?.errorStackTrace?.stackTraceEntries ?? [];
    assert.deepEqual(
      frames.map((frame) => [frame.fileName, frame.function, frame.line, frame.col]),
      [
        ['src/main.ts', 'main', 3, 1],
        ['src/pay.ts', 'pay', 17, 5],
      ],
    );
    assert.ok(frames.at(-1)?.traceContext?.some(({ code }) => code.includes('throw new X()')));
  });

  it("are null if the token can't access the project or if the feature is disabled", async () => {
    const hidden = await client.query(listSentryErrors, { fullPath: 'nobody/nowhere' });
    assert.equal(hidden.project, null);
    await changeSettings({ active: false, integrated: true });
    assert.equal((await client.query(listSentryErrors, { fullPath })).project?.sentryErrors, null);
    await changeSettings({ active: true, integrated: false });
    const external = await client.query(listSentryErrors, { fullPath });
    assert.ok(external.project?.sentryErrors);
    assert.equal(external.project.sentryErrors.errors, null);
    await changeSettings({ active: true, integrated: true });
  });

  it("result in an error if the server doesn't support the query", async () => {
    const odd = query({
      name: 'odd',
      text: 'query odd { planets { name } }',
      variables: {},
      data: z.unknown(),
    });
    await assert.rejects(client.query(odd, {}), (error) => {
      assert.ok(isApiError(error, 'bad-request'));
      assert.equal(error.endpoint, 'POST /graphql#odd');
      assert.match(error.serverMessage ?? '', /planets/);
      return true;
    });
  });

  it('result in the usual errors for invalid tokens', async () => {
    const stranger = witness(sandbox.url, {
      kind: 'personal',
      token: () => Promise.resolve('glpat-unknown'),
    });
    await assert.rejects(stranger.client.query(listSentryErrors, { fullPath }), (error) =>
      isApiError(error, 'unauthorized'),
    );
    stranger.dispose();
  });
});
