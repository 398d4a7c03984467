import type { Client } from '../../api/client';
import { getJobTrace, listPipelineJobs, listProjectJobs } from '../../api/endpoints/jobs';
import { isApiError } from '../../api/errors';
import { ReasonError } from '../../base/reason-error';
import { nextTurn } from '../../base/slices';
import { hasLog } from '../../domain/jobs/log-availability';
import { normalizeLine } from '../../domain/logs/normalize';
import { LogParser } from '../../domain/logs/parser';
import type { Job } from '../../schemas/job';
import type { JobKey, PipelineKey, ProjectKey } from '../shared/keys';
import type { LogCache } from './cache';
import { slicesOf } from './slices';

/** Maximum size of a log to compare, in bytes. */
const MAX_COMPARED_BYTES = 20_000_000;
/** Largest page (server-behavior.md#page-parameters). */
const PAGE_SIZE = 100;
const MAX_ATTEMPT_PAGES = 10;
/** Maximum number of pages of passed jobs, and of further pages after a job of another ref was found. */
const MAX_WALK_PAGES = 40;
const MAX_PAGES_FOR_REF = 10;
/** Number of characters to process before yielding to other tasks, rounded up to whole lines. */
const CHARACTERS_AT_ONCE = 50_000;

/** Thrown if a log can't be compared. */
export class NotComparableError extends ReasonError<'too-large' | 'no-log'> {
  override readonly name = 'NotComparableError';
  readonly job: number;

  constructor(reason: 'too-large' | 'no-log', job: number) {
    super(reason, `The log of job ${job} cannot be compared: ${reason}`);
    this.job = job;
  }
}

/** Earlier attempts of a job that have a log, newest first. */
export async function earlierAttempts(
  client: Client,
  { project, pipeline }: PipelineKey,
  job: Job,
  signal?: AbortSignal,
): Promise<readonly Job[]> {
  const args = { id: project, pipeline_id: pipeline, include_retried: true, per_page: PAGE_SIZE };
  const { items } = await client.collect(listPipelineJobs, args, { signal, maxPages: MAX_ATTEMPT_PAGES });
  return items
    .filter((other) => other.name === job.name && other.id < job.id && hasLog(other))
    .sort((one, other) => other.id - one.id);
}

export interface PassingSearch {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of passed jobs checked so far. */
  readonly onProgress?: (jobs: number) => void;
}

/** The found run, or the number of checked jobs and whether there are more. */
export type LastPassing =
  | { readonly found: true; readonly job: Job; readonly sameRef: boolean }
  | { readonly found: false; readonly checked: number; readonly all: boolean };

/** The latest passed run of the job before this one: on the same ref, otherwise on any. */
export async function lastPassing(
  client: Client,
  { project }: ProjectKey,
  job: Job,
  { signal, onProgress }: PassingSearch = {},
): Promise<LastPassing> {
  const args = {
    id: project,
    scope: ['success'],
    per_page: PAGE_SIZE,
    pagination: 'keyset',
    order_by: 'id',
    sort: 'desc',
  } as const;
  let checked = 0;
  let pages = 0;
  let other: Job | undefined;
  let pagesSince = 0;
  let all = true;
  for await (const { items, next } of client.pages(listProjectJobs, args, { signal })) {
    checked += items.length;
    onProgress?.(checked);
    const fitting = items.filter((one) => one.name === job.name && one.id < job.id && hasLog(one));
    const same = fitting.find((one) => one.ref === job.ref && one.tag === job.tag);
    if (same !== undefined) return { found: true, job: same, sameRef: true };
    if (other !== undefined) pagesSince++;
    other ??= fitting[0];
    if (++pages === MAX_WALK_PAGES || pagesSince === MAX_PAGES_FOR_REF) {
      all = next === undefined;
      break;
    }
  }
  return other === undefined ? { found: false, checked, all } : { found: true, job: other, sameRef: false };
}

export interface ReadLog {
  readonly client: Client;
  readonly cache?: LogCache | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Maximum number of bytes. Default: the limit for comparing. */
  readonly most?: number;
}

/** The readable text of a log. Rejects with `NotComparableError` if it is too large or doesn't exist. */
export async function readableLog(
  key: JobKey,
  { client, cache, signal, most = MAX_COMPARED_BYTES }: ReadLog,
): Promise<string> {
  const stored = await cache?.find(key);
  const parser = new LogParser();
  let bytes = 0;
  try {
    const pieces = stored?.read() ?? (await streamOf(client, key, most + 1, signal));
    for await (const piece of slicesOf(pieces)) {
      signal?.throwIfAborted();
      bytes += piece.length;
      if (bytes > most) throw new NotComparableError('too-large', key.job);
      parser.push(piece);
    }
  } catch (error) {
    if (isApiError(error, 'not-found')) throw new NotComparableError('no-log', key.job);
    throw error;
  } finally {
    await stored?.close();
  }
  if (bytes === 0) throw new NotComparableError('no-log', key.job);
  parser.end();
  return parser.text();
}

/** Removes the parts of a log that differ between runs, line by line. Yields to other tasks meanwhile. */
export async function comparableText(text: string, signal?: AbortSignal): Promise<string> {
  const lines = text.split('\n');
  let characters = 0;
  for (const [at, line] of lines.entries()) {
    lines[at] = normalizeLine(line);
    characters += line.length + 1;
    if (characters < CHARACTERS_AT_ONCE) continue;
    characters = 0;
    await nextTurn();
    signal?.throwIfAborted();
  }
  return lines.join('\n');
}

function streamOf(client: Client, { project, job }: JobKey, maxBytes: number, signal?: AbortSignal) {
  return client.stream(getJobTrace, { id: project, job_id: job }, { signal, maxBytes });
}
