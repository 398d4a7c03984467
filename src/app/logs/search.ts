import type { Client } from '../../api/client';
import { getJobTrace, listPipelineJobs } from '../../api/endpoints/jobs';
import { isApiError, isCanceled } from '../../api/errors';
import { isAbort } from '../../base/abort';
import type { Clock } from '../../base/clock';
import type { RegexTimeout } from '../../base/regex-timeout';
import { hasLog } from '../../domain/jobs/log-availability';
import { type HitLine, HitLines } from '../../domain/logs/hit-lines';
import type { LineSearch } from '../../domain/logs/search-input';
import type { Job } from '../../schemas/job';
import { readDownstreamPipelines } from '../pipelines/downstream-pipelines';
import { inBulk } from '../shared/bulk-actions';
import type { JobKey, PipelineKey } from '../shared/keys';
import type { LogCache } from './cache';
import { PlainTextLog } from './plain-text';
import { slicesOf } from './slices';

/** Maximum number of matching lines per log and in total. */
export const MAX_MATCHES_PER_LOG = 100;
export const MAX_MATCHES_IN_TOTAL = 1_000;
/** Leaves capacity for requests of views. */
const AT_ONCE = 4;
/** Largest page (server-behavior.md#page-parameters), and the maximum number of pages. */
const PAGE_SIZE = 100;
const MAX_PAGES = 20;
/** Maximum milliseconds for matching the lines of one log, and of one piece. */
const LOG_MS = 3_000;
const PIECE_MS = 250;

export interface SearchDeps {
  readonly client: Client;
  readonly cache?: LogCache | undefined;
  readonly clock: Clock;
  readonly regexTimeout: RegexTimeout;
}

/** The result for one log. */
export interface LogResult {
  readonly key: JobKey;
  readonly job: Job;
  /** ID of its pipeline, if that is a downstream pipeline. */
  readonly below?: number;
  readonly lines: readonly HitLine[];
  /** Number of matching lines. */
  readonly hits: number;
  /** Why the log wasn't searched completely. */
  readonly stoppedAt?: 'most' | 'time';
}

export interface SearchRun {
  readonly signal: AbortSignal;
  /** Called at the start and after each log, and for each log with matches. */
  readonly onProgress: (logs: number, of: number) => void;
  readonly onResult: (result: LogResult) => void;
}

export interface SearchSummary {
  /** Number of searched logs, and of all logs. */
  readonly checked: number;
  readonly logs: number;
  /** Jobs whose logs were aborted because matching took too long. */
  readonly slow: readonly Job[];
  /** Number of jobs without a log, because they didn't start or the log was erased. */
  readonly withoutLog: number;
  readonly failed: readonly { readonly job: Job; readonly error: unknown }[];
  /** Whether the search was completed, stopped by the user, or ended by too many matches. */
  readonly ended: 'all' | 'stopped' | 'most';
  /** True if one of the pipelines has more jobs than were read. */
  readonly moreJobs: boolean;
  /** Number of searched downstream pipelines. */
  readonly below: number;
  /** Number of downstream pipelines that weren't searched, because of the limits or missing access. */
  readonly notBelow: number;
}

/** A job of the pipeline or of a downstream pipeline. */
interface Candidate {
  readonly of: PipelineKey;
  readonly job: Job;
}

/**
 * Searches the logs of all jobs of a pipeline and its downstream pipelines, including earlier attempts,
 * failed jobs first.
 */
export async function searchLogs(
  deps: SearchDeps,
  key: PipelineKey,
  search: LineSearch,
  { signal, onProgress, onResult }: SearchRun,
): Promise<SearchSummary> {
  const { jobs, more, below, notBelow } = await candidates(deps.client, key, signal);
  const withLog = jobs.filter(({ job }) => hasLog(job)).sort((one, other) => failedFirst(one.job, other.job));
  const enough = new AbortController();
  const reading = AbortSignal.any([signal, enough.signal]);
  let left = MAX_MATCHES_IN_TOTAL;
  let empty = 0;
  const slow: Job[] = [];
  const searchOne = async (candidate: Candidate): Promise<void> => {
    const { of, job } = candidate;
    const found = await searchLog(deps, candidate, search, reading);
    const result = found === undefined || of === key ? found : { ...found, below: of.pipeline };
    if (result?.stoppedAt === 'time') slow.push(job);
    if (result === undefined) empty++;
    else if (result.hits > 0 && left > 0) {
      left -= result.hits;
      onResult(result);
      if (left <= 0) enough.abort();
    }
  };
  const report = await inBulk(withLog, searchOne, { signal: reading, atOnce: AT_ONCE, onProgress });
  return {
    checked: report.done.length,
    logs: withLog.length,
    slow,
    withoutLog: jobs.length - withLog.length + empty,
    failed: report.failed
      .filter(({ error }) => !(reading.aborted && wasEnded(error)))
      .map(({ item, error }) => ({ job: item.job, error })),
    ended: signal.aborted ? 'stopped' : enough.signal.aborted ? 'most' : 'all',
    moreJobs: more,
    below,
    notBelow,
  };
}

/** All jobs of a pipeline and its downstream pipelines. Skips downstream pipelines without access. */
async function candidates(client: Client, key: PipelineKey, signal: AbortSignal) {
  const [own, downstream] = await Promise.all([
    jobsOf(client, key, signal),
    readDownstreamPipelines(client, key, signal),
  ]);
  const others = await Promise.all(
    downstream.below.map((of) =>
      jobsOf(client, of, signal).catch((error: unknown) => {
        if (isApiError(error, 'forbidden') || isApiError(error, 'not-found')) return undefined;
        throw error;
      }),
    ),
  );
  const jobs: Candidate[] = own.jobs.map((job) => ({ of: key, job }));
  for (const [at, of] of downstream.below.entries())
    jobs.push(...(others[at]?.jobs ?? []).map((job) => ({ of, job })));
  const read = others.filter((other) => other !== undefined);
  return {
    jobs,
    more: own.more || read.some(({ more }) => more),
    below: read.length,
    notBelow: downstream.leftOut + others.length - read.length,
  };
}

/** Undefined if there is no log. */
async function searchLog(
  { client, cache, clock, regexTimeout }: SearchDeps,
  { of, job }: Candidate,
  search: LineSearch,
  signal: AbortSignal,
): Promise<LogResult | undefined> {
  const key: JobKey = { base: of.base, project: of.project, job: job.id };
  const stored = await cache?.find(key);
  const found = new HitLines(search, MAX_MATCHES_PER_LOG);
  const clean = new PlainTextLog();
  let spent = 0;
  /** False if it takes too long. */
  const searchText = (text: string): boolean => {
    if (text === '') return true;
    const lines = text.slice(0, -1).split('\n');
    const began = clock.now();
    const inTime = regexTimeout(Math.min(PIECE_MS, LOG_MS - spent), () => {
      for (const line of lines) found.add(line);
    });
    spent += clock.now() - began;
    return inTime && spent < LOG_MS;
  };
  const result = (stoppedAt?: LogResult['stoppedAt']): LogResult => {
    const { lines, hits } = found;
    return { key, job, lines, hits, ...(stoppedAt === undefined ? {} : { stoppedAt }) };
  };
  try {
    let bytes = 0;
    for await (const piece of slicesOf(stored?.read() ?? (await streamOf(client, key, signal)))) {
      signal.throwIfAborted();
      bytes += piece.length;
      if (!searchText(clean.push(piece))) return result('time');
      if (found.more) return result('most');
    }
    if (bytes === 0) return undefined;
    if (!searchText(clean.end())) return result('time');
    return result(found.more ? 'most' : undefined);
  } catch (error) {
    if (isApiError(error, 'not-found')) return undefined;
    throw error;
  } finally {
    await stored?.close();
  }
}

function streamOf(client: Client, { project, job }: JobKey, signal: AbortSignal) {
  const options = { signal, priority: 'background', maxBytes: Number.MAX_SAFE_INTEGER } as const;
  return client.stream(getJobTrace, { id: project, job_id: job }, options);
}

async function jobsOf(
  client: Client,
  { project, pipeline }: PipelineKey,
  signal: AbortSignal,
): Promise<{ readonly jobs: readonly Job[]; readonly more: boolean }> {
  const args = { id: project, pipeline_id: pipeline, include_retried: true, per_page: PAGE_SIZE };
  const { items, cut } = await client.collect(listPipelineJobs, args, { signal, maxPages: MAX_PAGES });
  return { jobs: items, more: cut };
}

const failedFirst = (one: Job, other: Job): number =>
  Number(other.status === 'failed') - Number(one.status === 'failed') || one.id - other.id;

const wasEnded = (error: unknown): boolean => isAbort(error) || isCanceled(error);
