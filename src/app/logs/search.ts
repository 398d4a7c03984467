import type { Client } from '../../api/client';
import { getJobTrace, listPipelineJobs } from '../../api/endpoints/jobs';
import { isApiError, isCancelled } from '../../api/errors';
import { isAbort } from '../../base/abort';
import type { Clock } from '../../base/clock';
import type { RegexTimeout } from '../../base/regex-timeout';
import { hasLog } from '../../domain/jobs/log-availability';
import { type HitLine, HitLines } from '../../domain/logs/hit-lines';
import type { LineSearch } from '../../domain/logs/search-input';
import type { Job } from '../../schemas/job';
import { familyOf } from '../pipelines/family';
import { inBulk } from '../shared/bulk-actions';
import type { JobKey, PipelineKey } from '../shared/keys';
import type { LogCache } from './cache';
import { PlainTextLog } from './plain-text';
import { slicesOf } from './slices';

/** Lines with hits of one log, and of all. */
export const MAX_OF_LOG = 100;
export const MAX_OF_ALL = 1_000;
/** Leaves room for what a person looks at meanwhile. */
const AT_ONCE = 4;
/** Largest page (server-behavior.md#page-parameters), and how many of them are read. */
const PAGE_SIZE = 100;
const MAX_PAGES = 20;
/** Milliseconds that looking into the lines of one log may take, and into the lines that came at once. */
const LOG_MS = 3_000;
const PIECE_MS = 250;

export interface SearchDeps {
  readonly client: Client;
  readonly cache?: LogCache | undefined;
  readonly clock: Clock;
  readonly regexTimeout: RegexTimeout;
}

/** What was found in one log. */
export interface LogResult {
  readonly key: JobKey;
  readonly job: Job;
  /** Of a pipeline below the one that was asked for: its number. */
  readonly below?: number;
  readonly lines: readonly HitLine[];
  /** Lines with hits. */
  readonly hits: number;
  /** Why not all of the log was looked at. */
  readonly stoppedAt?: 'most' | 'time';
}

export interface SearchRun {
  readonly signal: AbortSignal;
  /** Told at the start, after each log, and of each log with hits. */
  readonly onProgress: (logs: number, of: number) => void;
  readonly onResult: (result: LogResult) => void;
}

export interface SearchSummary {
  /** Logs that were looked at, of so many. */
  readonly checked: number;
  readonly logs: number;
  /** Jobs whose logs were given up, because looking into their lines took too long. */
  readonly slow: readonly Job[];
  /** Jobs that have none: they did not start, or it was erased. */
  readonly withoutLog: number;
  readonly failed: readonly { readonly job: Job; readonly error: unknown }[];
  /** Whether a person ended it, or there were too many hits, before all logs were looked at. */
  readonly ended: 'all' | 'stopped' | 'most';
  /** The pipeline, or one below it, has more jobs than were read. */
  readonly moreJobs: boolean;
  /** Pipelines below that were searched too. */
  readonly below: number;
  /** Pipelines below that were not: they lie too deep, there are too many, or one may not read them. */
  readonly notBelow: number;
}

/** A job of the pipeline that was asked for, or of one below it. */
interface Candidate {
  readonly of: PipelineKey;
  readonly job: Job;
}

/**
 * Looks into the logs of all jobs of a pipeline and of those below it, earlier attempts too; those of failed jobs first.
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
  let left = MAX_OF_ALL;
  let empty = 0;
  const slow: Job[] = [];
  const look = async (candidate: Candidate): Promise<void> => {
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
  const report = await inBulk(withLog, look, { signal: reading, atOnce: AT_ONCE, onProgress });
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

/** All jobs of a pipeline and of those below it. A pipeline below that one may not read is left out. */
async function candidates(client: Client, key: PipelineKey, signal: AbortSignal) {
  const [own, family] = await Promise.all([jobsOf(client, key, signal), familyOf(client, key, signal)]);
  const others = await Promise.all(
    family.below.map((of) =>
      jobsOf(client, of, signal).catch((error: unknown) => {
        if (isApiError(error, 'forbidden') || isApiError(error, 'not-found')) return undefined;
        throw error;
      }),
    ),
  );
  const jobs: Candidate[] = own.jobs.map((job) => ({ of: key, job }));
  for (const [at, of] of family.below.entries())
    jobs.push(...(others[at]?.jobs ?? []).map((job) => ({ of, job })));
  const read = others.filter((other) => other !== undefined);
  return {
    jobs,
    more: own.more || read.some(({ more }) => more),
    below: read.length,
    notBelow: family.leftOut + others.length - read.length,
  };
}

/** Undefined where there is no log. */
async function searchLog(
  { client, cache, clock, regexTimeout }: SearchDeps,
  { of, job }: Candidate,
  search: LineSearch,
  signal: AbortSignal,
): Promise<LogResult | undefined> {
  const key: JobKey = { base: of.base, project: of.project, job: job.id };
  const stored = await cache?.find(key);
  const found = new HitLines(search, MAX_OF_LOG);
  const clean = new PlainTextLog();
  let spent = 0;
  /** False where it takes too long. */
  const look = (text: string): boolean => {
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
      if (!look(clean.push(piece))) return result('time');
      if (found.more) return result('most');
    }
    if (bytes === 0) return undefined;
    if (!look(clean.end())) return result('time');
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

const wasEnded = (error: unknown): boolean => isAbort(error) || isCancelled(error);
