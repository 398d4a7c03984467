import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { JobHistory } from '../../../src/app/jobs/history';
import {
  comparableText,
  earlierAttempts,
  lastPassing,
  NotComparableError,
  readableLog,
} from '../../../src/app/logs/compare';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, sendText, startServer } from '../../api/helpers/loopback';
import { aJob } from '../../builders/jobs';
import { JOB, manyJobs, projectWith } from '../../builders/project-jobs';

describe('lastPassing', () => {
  afterEach(closeAll);

  it('finds the newest previous run on the same ref, with as few requests as possible', async () => {
    const { client, key, server } = await projectWith(
      manyJobs(250, (id) => ({ name: id === 120 ? 'unit-tests' : 'other', ref: 'main' })),
    );
    const checked: number[] = [];
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 240, status: 'failed' }), {
      onProgress: (jobs) => checked.push(jobs),
    });
    assert.ok(found.found && found.sameRef);
    assert.equal(found.job.id, 120);
    assert.deepEqual(checked, [100, 200]);
    assert.equal(server.requests.length, 2);
  });

  it('finds a run on another ref if there is none on the same ref, and stops soon after', async () => {
    const { client, key, server } = await projectWith(
      manyJobs(3_000, (id) => ({ name: id === 2_950 ? 'unit-tests' : 'other', ref: 'feature' })),
    );
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 3_001, status: 'failed' }));
    assert.ok(found.found && !found.sameRef);
    assert.equal(found.job.id, 2_950);
    assert.equal(server.requests.length, 11);
  });

  it('ignores later runs and runs whose job log was erased', async () => {
    const { client, key } = await projectWith([
      { ...JOB, id: 9, status: 'success' },
      { ...JOB, id: 4, status: 'success', erased_at: '2026-11-06T12:00:00.000Z' },
      { ...JOB, id: 3, status: 'success' },
    ]);
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 5, status: 'failed' }));
    assert.ok(found.found);
    assert.equal(found.job.id, 3);
  });

  it('limits the search, and returns the number of checked jobs', async () => {
    const { client, key, server } = await projectWith(manyJobs(5_000, () => ({ name: 'other' })));
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 6_000, status: 'failed' }));
    assert.deepEqual(found, { found: false, checked: 4_000, all: false });
    assert.equal(server.requests.length, 40);
    const none = await projectWith(manyJobs(150, () => ({ name: 'other' })));
    assert.deepEqual(await lastPassing(none.client, none.key, aJob({ ...JOB, id: 999 })), {
      found: false,
      checked: 150,
      all: true,
    });
  });

  it('stops when it is canceled', async () => {
    const { client, key, server } = await projectWith(manyJobs(5_000, () => ({ name: 'other' })));
    const stop = new AbortController();
    const walk = lastPassing(client, key, aJob({ ...JOB, id: 6_000 }), {
      signal: stop.signal,
      onProgress: (jobs) => {
        if (jobs === 300) stop.abort();
      },
    });
    await assert.rejects(walk);
    assert.ok(server.requests.length <= 4);
  });
});

describe('readableLog', () => {
  afterEach(closeAll);
  const logServer = async (send: (response: ServerResponse) => void) => {
    const server = await startServer((_request, response) => {
      send(response);
    });
    return { client: clientOf(server.url).client, key: { base: server.url, project: 1, job: 7 } };
  };

  it('returns the readable text, and comparableText replaces values that differ between runs', async () => {
    const raw = 'section_start:1:a\r\u001b[0K\u001b[32mdone in 3s\u001b[0m\nlocalhost:4711\n';
    const { client, key } = await logServer((response) => {
      sendText(response, raw);
    });
    const text = await readableLog(key, { client });
    assert.equal(text, 'done in 3s\nlocalhost:4711');
    assert.equal(await comparableText(text), 'done in <duration>\nlocalhost:<port>');
  });

  it('rejects a job log that is too large without reading all of it, and a missing one', async () => {
    const large = await logServer((response) => {
      sendText(response, 'x'.repeat(1_000));
    });
    const refused = (error: unknown, why: string): boolean =>
      error instanceof NotComparableError && error.reason === why && error.job === 7;
    await assert.rejects(readableLog(large.key, { client: large.client, most: 999 }), (error) =>
      refused(error, 'too-large'),
    );
    assert.equal((await readableLog(large.key, { client: large.client, most: 1_000 })).length, 1_000);
    const empty = await logServer((response) => {
      sendText(response, '');
    });
    await assert.rejects(readableLog(empty.key, empty), (error) => refused(error, 'no-log'));
    const missing = await logServer((response) => {
      sendJson(response, { message: '404 Not Found' }, 404);
    });
    await assert.rejects(readableLog(missing.key, missing), (error) => refused(error, 'no-log'));
  });
});

describe('earlierAttempts', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  it('returns the previous attempts of a job in its pipeline, newest first', async () => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.owner);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const base = { base: sandbox.url, project: 1 };
    const history = new JobHistory({ ...base, name: 'unit-tests' }, () => client);
    await history.loadOlder();
    let several = 0;
    for (const run of history.runs) {
      const job = aJob({ ...JOB, id: run.id, pipeline: { id: run.pipeline, status: 'success' } });
      const attempts = await earlierAttempts(client, { ...base, pipeline: run.pipeline ?? 0 }, job);
      const known = history.runs.filter(({ id, pipeline }) => pipeline === run.pipeline && id < run.id);
      assert.deepEqual(
        attempts.map(({ id }) => id),
        known.map(({ id }) => id),
      );
      several += attempts.length;
    }
    assert.ok(several > 0, 'the demo world has a retried job');
  });
});
