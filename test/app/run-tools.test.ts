import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { JobHistory, PAGES_OF_LOOK, RUNS_OF_LOOK } from '../../src/app/job-history';
import {
  comparableText,
  earlierAttempts,
  lastPassing,
  NotComparable,
  readableLog,
} from '../../src/app/log-compare';
import {
  MOST_OF_ALL,
  MOST_OF_LOG,
  searchLogs,
  type LogResult,
  type SearchPorts,
} from '../../src/app/log-search';
import { systemClock } from '../../src/base/clock';
import { readSearch, type LineSearch } from '../../src/domain/search-input';
import { timeBox } from '../../src/editor/time-box';
import { startSandbox, type Sandbox } from '../../src/sandbox/index';
import { clientOf, closeAll } from '../api/helpers/client';
import { ManualClock } from '../api/helpers/clocks';
import { sendJson, sendText, startServer, type Seen } from '../api/helpers/loopback';
import { aJob } from '../builders/jobs';

const JOB = { name: 'unit-tests', stage: 'test', ref: 'main', started_at: '2026-11-05T12:00:00.000Z' };

/** A server whose project has these jobs, the newest first, read by keyset. */
async function projectWith(jobs: readonly Readonly<Record<string, unknown>>[]) {
  const server = await startServer((request, response) => {
    const { searchParams } = new URL(request.url, 'http://x');
    const after = Number(searchParams.get('cursor') ?? Infinity);
    const scope = searchParams.getAll('scope[]');
    const size = Number(searchParams.get('per_page'));
    const fitting = jobs.filter(
      ({ id, status }) => Number(id) < after && (scope.length === 0 || scope.includes(String(status))),
    );
    const page = fitting.slice(0, size);
    const address = new URL(request.url, server.url);
    address.searchParams.set('cursor', String(page.at(-1)?.['id']));
    const link = page.length === 0 ? {} : { link: `<${address.href}>; rel="next"` };
    sendJson(response, page, 200, link);
  });
  const { client } = clientOf(server.url);
  return { server, client, key: { base: server.url, project: 1, job: 0 } };
}

const manyJobs = (count: number, of: (id: number) => Readonly<Record<string, unknown>>) =>
  Array.from({ length: count }, (_, at) => ({
    ...JOB,
    status: 'success',
    id: count - at,
    ...of(count - at),
  }));

const signal = new AbortController().signal;

/** A busy machine is no reason to give up a log. */
const UNHURRIED: Pick<SearchPorts, 'clock' | 'timeBox'> = {
  clock: new ManualClock(),
  timeBox: (ms, work) => timeBox(ms * 100, work),
};

describe('the last passing run of a job', () => {
  afterEach(closeAll);

  it('is the newest one before it on its ref, without asking for more than is needed', async () => {
    const { client, key, server } = await projectWith(
      manyJobs(250, (id) => ({ name: id === 120 ? 'unit-tests' : 'other', ref: 'main' })),
    );
    const looked: number[] = [];
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 240, status: 'failed' }), {
      onLooked: (jobs) => looked.push(jobs),
    });
    assert.ok(found.found && found.sameRef);
    assert.equal(found.job.id, 120);
    assert.deepEqual(looked, [100, 200]);
    assert.equal(server.requests.length, 2);
  });

  it('is one of another ref only where its own has none, and the walk ends soon after', async () => {
    const { client, key, server } = await projectWith(
      manyJobs(3_000, (id) => ({ name: id === 2_950 ? 'unit-tests' : 'other', ref: 'feature' })),
    );
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 3_001, status: 'failed' }));
    assert.ok(found.found && !found.sameRef);
    assert.equal(found.job.id, 2_950);
    assert.equal(server.requests.length, 11);
  });

  it('is neither a later run, nor one whose log was erased', async () => {
    const { client, key } = await projectWith([
      { ...JOB, id: 9, status: 'success' },
      { ...JOB, id: 4, status: 'success', erased_at: '2026-11-06T12:00:00.000Z' },
      { ...JOB, id: 3, status: 'success' },
    ]);
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 5, status: 'failed' }));
    assert.ok(found.found);
    assert.equal(found.job.id, 3);
  });

  it('is not looked for without end: it says how far it looked', async () => {
    const { client, key, server } = await projectWith(manyJobs(5_000, () => ({ name: 'other' })));
    const found = await lastPassing(client, key, aJob({ ...JOB, id: 6_000, status: 'failed' }));
    assert.deepEqual(found, { found: false, looked: 4_000, all: false });
    assert.equal(server.requests.length, 40);
    const none = await projectWith(manyJobs(150, () => ({ name: 'other' })));
    assert.deepEqual(await lastPassing(none.client, none.key, aJob({ ...JOB, id: 999 })), {
      found: false,
      looked: 150,
      all: true,
    });
  });

  it('is not looked for any more once that is given up', async () => {
    const { client, key, server } = await projectWith(manyJobs(5_000, () => ({ name: 'other' })));
    const stop = new AbortController();
    const walk = lastPassing(client, key, aJob({ ...JOB, id: 6_000 }), {
      signal: stop.signal,
      onLooked: (jobs) => {
        if (jobs === 300) stop.abort();
      },
    });
    await assert.rejects(walk);
    assert.ok(server.requests.length <= 4);
  });
});

describe('a log to compare', () => {
  afterEach(closeAll);
  const logServer = async (send: (response: ServerResponse) => void) => {
    const server = await startServer((_request, response) => {
      send(response);
    });
    return { client: clientOf(server.url).client, key: { base: server.url, project: 1, job: 7 } };
  };

  it('is what a person reads, and can be freed of what differs from run to run', async () => {
    const raw = 'section_start:1:a\r\u001b[0K\u001b[32mdone in 3s\u001b[0m\nlocalhost:4711\n';
    const { client, key } = await logServer((response) => {
      sendText(response, raw);
    });
    const text = await readableLog(key, { client });
    assert.equal(text, 'done in 3s\nlocalhost:4711');
    assert.equal(await comparableText(text), 'done in <duration>\nlocalhost:<port>');
  });

  it('is refused where it is too large, without reading all of it, and where there is none', async () => {
    const large = await logServer((response) => {
      sendText(response, 'x'.repeat(1_000));
    });
    const refused = (error: unknown, why: string): boolean =>
      error instanceof NotComparable && error.why === why && error.job === 7;
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

describe('the history of a job', () => {
  afterEach(closeAll);

  it('looks back until it found enough, then further where it is asked to', async () => {
    const { client, key, server } = await projectWith(
      manyJobs(400, (id) => ({ name: id % 2 === 0 ? 'unit-tests' : 'other' })),
    );
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    await history.lookBack();
    assert.equal(history.runs.length, RUNS_OF_LOOK);
    assert.equal(history.looked, 100);
    assert.equal(server.requests.length, 1);
    assert.ok(history.hasOlder);
    await history.lookBack();
    assert.equal(history.runs.length, 2 * RUNS_OF_LOOK);
    assert.deepEqual(
      history.runs.map(({ id }) => id),
      Array.from({ length: 100 }, (_, at) => 400 - 2 * at),
    );
  });

  it('ends a look after so many requests, and knows when there is nothing older', async () => {
    const { client, key, server } = await projectWith(manyJobs(1_150, () => ({ name: 'other' })));
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    await history.lookBack();
    assert.equal(server.requests.length, PAGES_OF_LOOK);
    assert.ok(history.hasOlder);
    await history.lookBack();
    assert.equal(history.hasOlder, false);
    assert.equal(history.looked, 1_150);
    const { length } = server.requests;
    await history.lookBack();
    assert.equal(server.requests.length, length, 'nothing is asked for beyond the end');
  });

  it('keeps what it found where it is given up, and goes on from there', async () => {
    const { client, key } = await projectWith(manyJobs(500, () => ({ name: 'other' })));
    const history = new JobHistory({ ...key, name: 'unit-tests' }, () => client);
    const stop = new AbortController();
    const look = history.lookBack({
      signal: stop.signal,
      onLooked: (jobs) => {
        if (jobs === 200) stop.abort();
      },
    });
    await assert.rejects(look);
    assert.equal(history.looked, 200);
    await history.lookBack();
    assert.equal(history.looked, 500);
  });
});

describe('a search in the logs of a pipeline', () => {
  afterEach(closeAll);

  const search = (typed: string): LineSearch => {
    const read = readSearch(typed);
    assert.ok(read.ok);
    return read.search;
  };

  /** A pipeline with jobs 1, 2, … and what their logs are. */
  async function pipelineWith(
    logs: readonly (string | undefined)[],
    jobs: (id: number) => object = () => ({}),
    atOnce = 1,
    limits: Pick<SearchPorts, 'clock' | 'timeBox'> = UNHURRIED,
  ) {
    const isTrace = ({ url }: Seen): boolean => url.includes('/trace');
    const waiting: (() => void)[] = [];
    let most = 0;
    let answered = 0;
    const server = await startServer((request, response) => {
      if (!isTrace(request)) {
        sendJson(
          response,
          logs.map((_, at) => ({
            ...JOB,
            id: at + 1,
            name: `job ${at + 1}`,
            status: 'success',
            ...jobs(at + 1),
          })),
        );
        return;
      }
      const log = logs[Number(/jobs\/(\d+)/.exec(request.url)?.[1]) - 1];
      waiting.push(() => {
        if (log === undefined) sendJson(response, { message: '404 Not found' }, 404);
        else sendText(response, log);
      });
      most = Math.max(most, waiting.length);
      // Answered together, as soon as as many wait as are expected.
      if (waiting.length < Math.min(atOnce, logs.length - answered)) return;
      answered += waiting.length;
      for (const answer of waiting.splice(0)) setImmediate(answer);
    });
    const { client } = clientOf(server.url);
    const results: LogResult[] = [];
    const counts: string[] = [];
    const run = (typed: string, ended: AbortSignal = signal) =>
      searchLogs({ client, ...limits }, { base: server.url, project: 1, pipeline: 9 }, search(typed), {
        signal: ended,
        onLooked: (looked, of) => counts.push(`${looked} of ${of}`),
        onResult: (result) => results.push(result),
      });
    return { run, results, counts, traces: () => server.requests.filter(isTrace).length, most: () => most };
  }

  it('finds lines as a person reads them, with those around them, and counts the logs', async () => {
    const raw = 'one\n\u001b[31mtw\u001b[0mo needle\nthree\nfour\nfive\n';
    const { run, results, counts, traces } = await pipelineWith([raw, 'nothing\n', undefined]);
    const summary = await run('two NEEDLE');
    assert.equal(results.length, 1);
    assert.deepEqual(results[0]?.lines, [
      { line: 0, text: 'one', spans: [] },
      { line: 1, text: 'two needle', spans: [[0, 10]] },
      { line: 2, text: 'three', spans: [] },
      { line: 3, text: 'four', spans: [] },
    ]);
    assert.deepEqual(counts, ['0 of 3', '1 of 3', '2 of 3', '3 of 3']);
    assert.equal(traces(), 3);
    assert.deepEqual(summary, {
      looked: 3,
      logs: 3,
      slow: [],
      withoutLog: 1,
      failed: [],
      ended: 'all',
      moreJobs: false,
      below: 0,
      notBelow: 0,
    });
  });

  it('reads four logs at a time and no more', async () => {
    const { run, most, traces } = await pipelineWith(
      Array.from({ length: 24 }, () => 'needle\n'),
      undefined,
      4,
    );
    await run('needle');
    assert.equal(most(), 4);
    assert.equal(traces(), 24);
  });

  it('asks for no log of a job that did not start or was erased, and looks into failed ones first', async () => {
    const { run, results, traces } = await pipelineWith(['x\n', 'x\n', 'x\n', 'x\n'], (id) =>
      id === 1
        ? { started_at: null, status: 'manual' }
        : id === 2
          ? { erased_at: JOB.started_at }
          : id === 4
            ? { status: 'failed' }
            : {},
    );
    const { withoutLog } = await run('x');
    assert.equal(withoutLog, 2);
    assert.equal(traces(), 2);
    assert.equal(results[0]?.job.id, 4);
  });

  it('shows so many lines of a log, so many of all, and then asks for nothing more', async () => {
    const full = 'needle\n'.repeat(MOST_OF_LOG + 50);
    const { run, results, traces } = await pipelineWith(Array.from({ length: 40 }, () => full));
    const { ended, looked } = await run('needle');
    assert.equal(ended, 'most');
    assert.ok(results.every(({ hits, stoppedAt }) => hits === MOST_OF_LOG && stoppedAt === 'most'));
    assert.equal(results.length, MOST_OF_ALL / MOST_OF_LOG);
    assert.ok(looked < 20 && traces() < 20, `${looked} of ${traces()} logs`);
  });

  it('gives a log up whose lines take too long, and goes on with the others', async () => {
    const slow = `${'a'.repeat(9_000)}\n`;
    const { run, results } = await pipelineWith([slow, 'aab\n'], undefined, 1, {
      clock: systemClock,
      timeBox,
    });
    const summary = await run('/a*a*a*a*a*ab/');
    assert.deepEqual(
      results.map(({ job }) => job.id),
      [2],
    );
    assert.equal(summary.ended, 'all');
    assert.deepEqual(
      summary.slow.map(({ id }) => id),
      [1],
    );
  }).timeout(15_000);

  it('looks into the pipelines that were started, too, so far as it may: two levels, ten pipelines', async () => {
    const started: Readonly<Record<number, readonly number[]>> = {
      9: [10, 11, 403],
      10: [20, 9],
      20: [30],
      11: [40, 41, 42, 43, 44, 45, 46, 47, 48],
    };
    const asked: number[] = [];
    const server = await startServer((request, response) => {
      const { pathname } = new URL(request.url, 'http://x');
      const pipeline = Number(/pipelines\/(\d+)/.exec(pathname)?.[1]);
      if (pathname.endsWith('/trace')) sendText(response, `${pathname}\nneedle\n`);
      else if (pipeline === 403) sendJson(response, { message: '403 Forbidden' }, 403);
      else if (pathname.endsWith('/bridges')) {
        const below = (id: number) => ({ id, status: 'success', project_id: id === 11 ? 2 : 1 });
        sendJson(
          response,
          (started[pipeline] ?? []).map((id) => ({
            ...JOB,
            id: id * 100,
            status: 'success',
            downstream_pipeline: below(id),
          })),
        );
      } else {
        asked.push(pipeline);
        sendJson(response, [{ ...JOB, id: pipeline, status: 'success' }]);
      }
    });
    const results: LogResult[] = [];
    const { below, notBelow } = await searchLogs(
      { client: clientOf(server.url).client, ...UNHURRIED },
      { base: server.url, project: 1, pipeline: 9 },
      search('needle'),
      { signal, onLooked: () => undefined, onResult: (result) => results.push(result) },
    );
    // Of 9 the three, of these seven of ten; one of the ten may not be read, and 30 lies too deep.
    assert.equal(asked.length, 10);
    assert.equal(below, 9);
    assert.equal(notBelow, 5);
    assert.equal(results.length, 10);
    assert.equal(results.find(({ job }) => job.id === 9)?.below, undefined);
    const other = results.find(({ job }) => job.id === 11);
    assert.equal(other?.below, 11);
    assert.deepEqual(other.key, { base: server.url, project: 2, job: 11 });
  });

  it('tells which logs could not be read', async () => {
    const server = await startServer((request, response) => {
      if (request.url.includes('/trace')) sendJson(response, { message: '403 Forbidden' }, 403);
      else sendJson(response, [{ ...JOB, id: 1, status: 'failed' }]);
    });
    const { failed, looked } = await searchLogs(
      { client: clientOf(server.url).client, ...UNHURRIED },
      { base: server.url, project: 1, pipeline: 9 },
      search('x'),
      { signal, onLooked: () => undefined, onResult: () => undefined },
    );
    assert.equal(looked, 0);
    assert.deepEqual(
      failed.map(({ job }) => job.id),
      [1],
    );
  });

  it('ends where it is given up, with what was found until then', async () => {
    const stop = new AbortController();
    const { run, results, counts, traces } = await pipelineWith(Array.from({ length: 30 }, () => 'needle\n'));
    const watch = setInterval(() => {
      if (results.length >= 3) stop.abort();
    }, 1);
    const summary = await run('needle', stop.signal).finally(() => {
      clearInterval(watch);
    });
    assert.ok(summary.ended === 'stopped' || counts.length > 29);
    assert.ok(summary.looked >= 3 && summary.failed.length === 0);
    assert.ok(traces() <= 30);
  });
});

describe('the earlier attempts of a job', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  it('are those of its name in its pipeline, the newest first', async () => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.owner);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const base = { base: sandbox.url, project: 1 };
    const history = new JobHistory({ ...base, name: 'unit-tests' }, () => client);
    await history.lookBack();
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
