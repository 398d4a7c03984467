import type { CallOptions, Client, Page } from '../api/client';
import { listPipelineBridges, listPipelineJobs } from '../api/endpoints/jobs';
import { getPipeline } from '../api/endpoints/pipelines';
import { isApiError } from '../api/errors';
import { stagesOf, type Stage } from '../domain/pipeline-grouping';
import type { Bridge, Job } from '../schemas/job';
import type { PipelineDetail } from '../schemas/pipeline';
import type { PipelineKey } from './keys';

/** What is inside a pipeline. `detail` is missing where the server does not give it (beyond the description). */
export interface PipelineContent {
  readonly detail: PipelineDetail | undefined;
  /** All attempts of all jobs: retried ones are among them. */
  readonly jobs: readonly Job[];
  readonly bridges: readonly Bridge[];
  /** True where the pipeline has more jobs than are read. */
  readonly cut: boolean;
  /** Jobs and trigger jobs in their order. */
  readonly stages: readonly Stage[];
}

type Answers = Omit<PipelineContent, 'stages'>;

function contentOf(answers: Answers): PipelineContent {
  return { ...answers, stages: stagesOf(answers.jobs, answers.bridges) };
}

/** Whether two readings say the same. */
export function sameContent(a: PipelineContent, b: PipelineContent): boolean {
  const answers = ({ detail, jobs, bridges }: PipelineContent): string =>
    JSON.stringify([detail, jobs, bridges]);
  return answers(a) === answers(b);
}

/** Largest page (doc 1 §4), and how many pages of it are read at most. */
const PAGE_SIZE = 100;
const MOST_PAGES = 50;

/** Reads jobs, trigger jobs and the pipeline itself at the same time. */
export async function readContent(
  client: Client,
  key: PipelineKey,
  options?: CallOptions,
): Promise<PipelineContent> {
  const args = { id: key.project, pipeline_id: key.pipeline };
  const [detail, jobs, bridges] = await Promise.all([
    client.call(getPipeline, args, options).catch(unlessMissing),
    readAll(client.pages(listPipelineJobs, { ...args, include_retried: true, per_page: PAGE_SIZE }, options)),
    readAll(client.pages(listPipelineBridges, { ...args, per_page: PAGE_SIZE }, options)),
  ]);
  return contentOf({ detail, jobs: jobs.items, bridges: bridges.items, cut: jobs.cut || bridges.cut });
}

/** Jobs and trigger jobs are enough to go on where a server has no such endpoint or refuses it. */
function unlessMissing(error: unknown): undefined {
  if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
  throw error;
}

async function readAll<T>(pages: AsyncIterable<Page<T>>): Promise<{ items: readonly T[]; cut: boolean }> {
  const items: T[] = [];
  let read = 0;
  for await (const page of pages) {
    items.push(...page.items);
    read++;
    if (read === MOST_PAGES && page.next !== undefined) return { items, cut: true };
  }
  return { items, cut: false };
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
