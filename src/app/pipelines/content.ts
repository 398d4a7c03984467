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
export type Cut = { readonly why: 'many' } | { readonly why: 'foreign'; readonly host: string };

/**
 * What is inside a pipeline. `detail` is missing where the server does not give it
 * (server-behavior.md#core-and-additional-endpoints).
 */
export interface PipelineContent {
  readonly detail: PipelineDetail | undefined;
  /** All attempts of all jobs: retried ones are among them. */
  readonly jobs: readonly Job[];
  readonly bridges: readonly Bridge[];
  readonly cut: Cut | undefined;
  /** Jobs and trigger jobs in their order. */
  readonly stages: readonly Stage[];
  /** Jobs and trigger jobs by their id; an earlier attempt stands for itself. */
  readonly members: ReadonlyMap<number, StageMember>;
}

/** A content, and how many requests it took. */
export interface ContentReading {
  readonly content: PipelineContent;
  readonly requests: number;
}

type Answers = Pick<PipelineContent, 'detail' | 'jobs' | 'bridges' | 'cut'>;

function contentOf(answers: Answers): PipelineContent {
  const stages = stagesOf(answers.jobs, answers.bridges);
  const members = new Map<number, StageMember>();
  for (const member of stages.flatMap((stage) => stage.members)) {
    members.set(member.job.id, member);
    if (member.kind === 'bridge') continue;
    for (const job of member.earlier) members.set(job.id, { kind: 'job', job, earlier: [] });
  }
  return { ...answers, stages, members };
}

/** Whether two readings say the same. */
export function sameContent(a: PipelineContent, b: PipelineContent): boolean {
  return deepEqual([a.detail, a.jobs, a.bridges], [b.detail, b.jobs, b.bridges]);
}

/** Largest page (server-behavior.md#page-parameters), and how many pages of it are read at most. */
const PAGE_SIZE = 100;
const MAX_PAGES = 50;

/** Reads jobs, trigger jobs and the pipeline itself at the same time. */
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

/** Reads again only what moves inside: the jobs, and the trigger jobs where one of them is not over. */
export async function readMoving(
  client: Client,
  key: PipelineKey,
  before: PipelineContent,
  options?: CallOptions,
): Promise<ContentReading> {
  const moves = before.bridges.some(
    ({ status, downstream_pipeline: started }) => isLive(status) || isLive(started?.status ?? ''),
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

/** Jobs and trigger jobs are enough to go on where a server has no such endpoint or refuses it. */
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

function cutOf({ cut, foreign }: Collected<unknown>): Cut | undefined {
  if (foreign !== undefined) return { why: 'foreign', host: hostOf(foreign) };
  return cut ? { why: 'many' } : undefined;
}

const hostOf = (address: string): string => parseUrl(address)?.host ?? '';

/** The content with one newer job in it: in the place of what it was, or as a new attempt. */
export function withJob(content: PipelineContent, job: Job | Bridge): PipelineContent {
  const { bridges, jobs } = content;
  // A retried trigger job is a new trigger job in the place of the one of its name.
  const old = bridges.find(({ id, name }) => id === job.id || name === job.name);
  if (old === undefined)
    return contentOf({ ...content, jobs: [job, ...jobs.filter(({ id }) => id !== job.id)] });
  const bridge: Bridge = { downstream_pipeline: old.id === job.id ? old.downstream_pipeline : null, ...job };
  return contentOf({ ...content, bridges: bridges.map((other) => (other === old ? bridge : other)) });
}
