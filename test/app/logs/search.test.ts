import assert from 'node:assert/strict';
import {
  type LogResult,
  MAX_MATCHES_IN_TOTAL,
  MAX_MATCHES_PER_LOG,
  type SearchDeps,
  searchLogs,
} from '../../../src/app/logs/search';
import { systemClock } from '../../../src/base/clock';
import { type LineSearch, readSearch } from '../../../src/domain/logs/search-input';
import { regexTimeout } from '../../../src/ui/shared/editor/regex-timeout';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { type Seen, sendJson, sendText, startServer } from '../../api/helpers/loopback';
import { JOB } from '../../builders/project-jobs';

const signal = new AbortController().signal;

/** Limits that don't depend on the speed of the machine. */
const UNHURRIED: Pick<SearchDeps, 'clock' | 'regexTimeout'> = {
  clock: new ManualClock(),
  regexTimeout: (ms, work) => regexTimeout(ms * 100, work),
};

describe('searchLogs', () => {
  afterEach(closeAll);

  const search = (typed: string): LineSearch => {
    const read = readSearch(typed);
    assert.ok(read.ok);
    return read.search;
  };

  /** Starts a server that has a pipeline with the jobs 1, 2, … and their logs. */
  async function pipelineWith(
    logs: readonly (string | undefined)[],
    jobs: (id: number) => object = () => ({}),
    atOnce = 1,
    limits: Pick<SearchDeps, 'clock' | 'regexTimeout'> = UNHURRIED,
  ) {
    const isTrace = ({ url }: Seen): boolean => url.includes('/trace');
    const waiting: (() => void)[] = [];
    let most = 0;
    let responded = 0;
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
      // Responds to all waiting requests at once, as soon as the expected number of them is waiting.
      if (waiting.length < Math.min(atOnce, logs.length - responded)) return;
      responded += waiting.length;
      for (const respond of waiting.splice(0)) setImmediate(respond);
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

  it('finds readable lines with their context, and counts the job logs', async () => {
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

  it('reads four job logs at a time', async () => {
    const { run, most, traces } = await pipelineWith(
      Array.from({ length: 24 }, () => 'needle\n'),
      undefined,
      4,
    );
    await run('needle');
    assert.equal(most(), 4);
    assert.equal(traces(), 24);
  });

  it("skips jobs that didn't start or were erased, and reads failed jobs first", async () => {
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

  it('limits the results per job log and in total', async () => {
    const full = 'needle\n'.repeat(MAX_MATCHES_PER_LOG + 50);
    const { run, results, traces } = await pipelineWith(Array.from({ length: 40 }, () => full));
    const { ended, checked } = await run('needle');
    assert.equal(ended, 'most');
    assert.ok(results.every(({ hits, stoppedAt }) => hits === MAX_MATCHES_PER_LOG && stoppedAt === 'most'));
    assert.equal(results.length, MAX_MATCHES_IN_TOTAL / MAX_MATCHES_PER_LOG);
    assert.ok(checked < 20 && traces() < 20, `${checked} of ${traces()} logs`);
  });

  it('skips a job log whose search times out, and continues with the others', async () => {
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

  it('searches at most ten downstream pipelines on two levels', async () => {
    const started: Readonly<Record<number, readonly number[]>> = {
      9: [10, 11, 403],
      10: [20, 9],
      20: [30],
      11: [40, 41, 42, 43, 44, 45, 46, 47, 48],
    };
    const requestedPipelines: number[] = [];
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
        requestedPipelines.push(pipeline);
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
    // Three pipelines of 9, and seven of the ten below these. One can't be read, and 30 is too deep.
    assert.equal(requestedPipelines.length, 10);
    assert.equal(below, 9);
    assert.equal(notBelow, 5);
    assert.equal(results.length, 10);
    assert.equal(results.find(({ job }) => job.id === 9)?.below, undefined);
    const other = results.find(({ job }) => job.id === 11);
    assert.equal(other?.below, 11);
    assert.deepEqual(other.key, { base: server.url, project: 2, job: 11 });
  });

  it("reports job logs that couldn't be read", async () => {
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

  it('stops when it is canceled, and returns the results until then', async () => {
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
