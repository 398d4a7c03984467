import assert from 'node:assert/strict';
import {
  type LogResult,
  MAX_OF_ALL,
  MAX_OF_LOG,
  type SearchDeps,
  searchLogs,
} from '../../../src/app/logs/search';
import { systemClock } from '../../../src/base/clock';
import { type LineSearch, readSearch } from '../../../src/domain/logs/search-input';
import { regexTimeout } from '../../../src/editor/shared/regex-timeout';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { type Seen, sendJson, sendText, startServer } from '../../api/helpers/loopback';
import { JOB } from '../../builders/project-jobs';

const signal = new AbortController().signal;

/** A busy machine is no reason to give up a log. */
const UNHURRIED: Pick<SearchDeps, 'clock' | 'regexTimeout'> = {
  clock: new ManualClock(),
  regexTimeout: (ms, work) => regexTimeout(ms * 100, work),
};

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
    limits: Pick<SearchDeps, 'clock' | 'regexTimeout'> = UNHURRIED,
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
        onProgress: (checked, of) => counts.push(`${checked} of ${of}`),
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
      checked: 3,
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
    const full = 'needle\n'.repeat(MAX_OF_LOG + 50);
    const { run, results, traces } = await pipelineWith(Array.from({ length: 40 }, () => full));
    const { ended, checked } = await run('needle');
    assert.equal(ended, 'most');
    assert.ok(results.every(({ hits, stoppedAt }) => hits === MAX_OF_LOG && stoppedAt === 'most'));
    assert.equal(results.length, MAX_OF_ALL / MAX_OF_LOG);
    assert.ok(checked < 20 && traces() < 20, `${checked} of ${traces()} logs`);
  });

  it('gives a log up whose lines take too long, and goes on with the others', async () => {
    const slow = `${'a'.repeat(9_000)}\n`;
    const { run, results } = await pipelineWith([slow, 'aab\n'], undefined, 1, {
      clock: systemClock,
      regexTimeout,
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
      { signal, onProgress: () => undefined, onResult: (result) => results.push(result) },
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
    const { failed, checked } = await searchLogs(
      { client: clientOf(server.url).client, ...UNHURRIED },
      { base: server.url, project: 1, pipeline: 9 },
      search('x'),
      { signal, onProgress: () => undefined, onResult: () => undefined },
    );
    assert.equal(checked, 0);
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
    assert.ok(summary.checked >= 3 && summary.failed.length === 0);
    assert.ok(traces() <= 30);
  });
});
