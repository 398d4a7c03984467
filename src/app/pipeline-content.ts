import type { CallOptions, Client, Page } from '../api/client';
import { listPipelineBridges, listPipelineJobs } from '../api/endpoints/jobs';
import { getPipeline } from '../api/endpoints/pipelines';
import { isApiError } from '../api/errors';
import { sameValue } from '../base/same-value';
import { isLive } from '../domain/job-status';
import { stagesOf, type Stage, type StageMember } from '../domain/pipeline-grouping';
import type { Bridge, Job } from '../schemas/job';
import type { PipelineDetail } from '../schemas/pipeline';
import type { PipelineKey } from './keys';

/** Why a pipeline has more jobs than were read: there are too many, or the next page is on another host. */
export type Cut = { readonly why: 'many' } | { readonly why: 'foreign'; readonly host: string };

/** What is inside a pipeline. `detail` is missing where the server does not give it (beyond the description). */
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
  return sameValue([a.detail, a.jobs, a.bridges], [b.detail, b.jobs, b.bridges]);
}

/** Largest page (doc 1 §4), and how many pages of it are read at most. */
const PAGE_SIZE = 100;
const MOST_PAGES = 50;

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
    cut: jobs.cut ?? bridges.cut,
  });
  return { content, requests: 1 + jobs.requests + bridges.requests };
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
    cut: jobs.cut ?? bridges?.cut,
  });
  return { content, requests: jobs.requests + (bridges?.requests ?? 0) };
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
  return readAll(client.pages(listPipelineJobs, args, { ...options, ahead: true }));
}

function readBridges(client: Client, { project, pipeline }: PipelineKey, options?: CallOptions) {
  const args = { id: project, pipeline_id: pipeline, per_page: PAGE_SIZE };
  return readAll(client.pages(listPipelineBridges, args, options));
}

async function readAll<T>(
  pages: AsyncIterable<Page<T>>,
): Promise<{ items: readonly T[]; cut: Cut | undefined; requests: number }> {
  const items: T[] = [];
  let requests = 0;
  try {
    for await (const page of pages) {
      items.push(...page.items);
      requests++;
      if (requests === MOST_PAGES && page.next !== undefined)
        return { items, cut: { why: 'many' }, requests };
    }
  } catch (error) {
    // The next page is on another host: what was read before it is worth showing.
    if (requests === 0 || !isApiError(error, 'moved')) throw error;
    return { items, cut: { why: 'foreign', host: hostOf(error.location) }, requests };
  }
  return { items, cut: undefined, requests };
}

function hostOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : '';
}

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
