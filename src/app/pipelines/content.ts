import type { CallOptions, Client, Collected } from '../../api/client';
import { listPipelineBridges, listPipelineJobs } from '../../api/endpoints/jobs';
import { getPipeline } from '../../api/endpoints/pipelines';
import { isApiError } from '../../api/errors';
import { deepEqual } from '../../base/deep-equal';
import { parseUrl } from '../../base/parse-url';
import { isLive } from '../../domain/jobs/status';
import { type Stage, type StageMember, stagesOf } from '../../domain/pipelines/grouping';
import type { Bridge, Job } from '../../schemas/job';
import type { PipelineDetail } from '../../schemas/pipeline';
import type { PipelineKey } from '../shared/keys';

/** Why a pipeline has more jobs than were read: there are too many, or the next page is on another host. */
export type OmittedJobs = { readonly why: 'many' } | { readonly why: 'foreign'; readonly host: string };

/**
 * The content of a pipeline. `detail` is undefined if the server doesn't return it
 * (server-behavior.md#core-and-additional-endpoints).
 */
export interface PipelineContent {
  readonly detail: PipelineDetail | undefined;
  /** All attempts of all jobs, including retried ones. */
  readonly jobs: readonly Job[];
  readonly bridges: readonly Bridge[];
  readonly cut: OmittedJobs | undefined;
  /** Stages with their jobs and trigger jobs, in order. */
  readonly stages: readonly Stage[];
  /** Jobs and trigger jobs by ID, including earlier attempts. */
  readonly members: ReadonlyMap<number, StageMember>;
}

/** A content, and the number of requests for it. */
export interface ContentReading {
  readonly content: PipelineContent;
  readonly requests: number;
}

type FetchedContent = Pick<PipelineContent, 'detail' | 'jobs' | 'bridges' | 'cut'>;

function contentOf(fetched: FetchedContent): PipelineContent {
  const stages = stagesOf(fetched.jobs, fetched.bridges);
  const members = new Map<number, StageMember>();
  for (const member of stages.flatMap((stage) => stage.members)) {
    members.set(member.job.id, member);
    if (member.kind === 'bridge') continue;
    for (const job of member.earlier) members.set(job.id, { kind: 'job', job, earlier: [] });
  }
  return { ...fetched, stages, members };
}

/** True if two contents are equal. */
export function sameContent(a: PipelineContent, b: PipelineContent): boolean {
  return deepEqual([a.detail, a.jobs, a.bridges], [b.detail, b.jobs, b.bridges]);
}

/** Largest page (server-behavior.md#page-parameters), and the maximum number of pages. */
const PAGE_SIZE = 100;
const MAX_PAGES = 50;

/** Reads jobs, trigger jobs, and the pipeline concurrently. */
export async function readContent(
  client: Client,
  key: PipelineKey,
  options?: CallOptions,
): Promise<ContentReading> {
  const [detail, jobs, bridges] = await Promise.all([
    readDetail(client, key, options),
    readJobs(client, key, options),
    readBridges(client, key, options),
  ]);
  const content = contentOf({
    detail,
    jobs: jobs.items,
    bridges: bridges.items,
    cut: cutOf(jobs) ?? cutOf(bridges),
  });
  return { content, requests: 1 + jobs.pages + bridges.pages };
}

/** Reads only the jobs, and the trigger jobs if one of them isn't finished. */
export async function readOnlyJobs(
  client: Client,
  key: PipelineKey,
  before: PipelineContent,
  options?: CallOptions,
): Promise<ContentReading> {
  const moves = before.bridges.some(
    ({ status, downstream_pipeline: started }) =>
      isLive(status) || (typeof started?.status === 'string' && isLive(started.status)),
  );
  const [jobs, bridges] = await Promise.all([
    readJobs(client, key, options),
    moves ? readBridges(client, key, options) : undefined,
  ]);
  const content = contentOf({
    detail: before.detail,
    jobs: jobs.items,
    bridges: bridges?.items ?? before.bridges,
    cut: cutOf(jobs) ?? (bridges && cutOf(bridges)),
  });
  return { content, requests: jobs.pages + (bridges?.pages ?? 0) };
}

/** Undefined if a server doesn't have the endpoint or refuses it. Jobs and trigger jobs are sufficient. */
export async function readDetail(
  client: Client,
  { project, pipeline }: PipelineKey,
  options?: CallOptions,
): Promise<PipelineDetail | undefined> {
  try {
    return await client.call(getPipeline, { id: project, pipeline_id: pipeline }, options);
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}

function readJobs(client: Client, { project, pipeline }: PipelineKey, options?: CallOptions) {
  const args = { id: project, pipeline_id: pipeline, include_retried: true, per_page: PAGE_SIZE };
  return client.collect(listPipelineJobs, args, { ...options, ahead: true, maxPages: MAX_PAGES });
}

function readBridges(client: Client, { project, pipeline }: PipelineKey, options?: CallOptions) {
  const args = { id: project, pipeline_id: pipeline, per_page: PAGE_SIZE };
  return client.collect(listPipelineBridges, args, { ...options, maxPages: MAX_PAGES });
}

function cutOf({ cut, foreign }: Collected<unknown>): OmittedJobs | undefined {
  if (foreign !== undefined) return { why: 'foreign', host: hostOf(foreign) };
  return cut ? { why: 'many' } : undefined;
}

const hostOf = (address: string): string => parseUrl(address)?.host ?? '';

/** Returns the content with a newer state of a job, or with a new attempt. */
export function withJob(content: PipelineContent, job: Job | Bridge): PipelineContent {
  const { bridges, jobs } = content;
  // A retried trigger job replaces the one with the same name.
  const old = bridges.find(({ id, name }) => id === job.id || name === job.name);
  if (old === undefined)
    return contentOf({ ...content, jobs: [job, ...jobs.filter(({ id }) => id !== job.id)] });
  const bridge: Bridge = { downstream_pipeline: old.id === job.id ? old.downstream_pipeline : null, ...job };
  return contentOf({ ...content, bridges: bridges.map((other) => (other === old ? bridge : other)) });
}

/** The URL of a pipeline's page, from the server. */
export async function pipelinePage(
  client: Client,
  key: PipelineKey,
  options?: CallOptions,
): Promise<string | null | undefined> {
  return (await readDetail(client, key, options))?.web_url;
}
