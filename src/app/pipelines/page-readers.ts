import type { CallOptions, Client } from '../../api/client';
import { listProjectJobs } from '../../api/endpoints/jobs';
import { listPipelines } from '../../api/endpoints/pipelines';
import { isApiError } from '../../api/errors';
import type { Job } from '../../schemas/job';
import type { ProjectKey } from '../shared/keys';
import { type Ask, fitsAsk, type Listed } from './query';

/** Where the pipelines of a project are read from: their own list, or the project's jobs where a server refuses it. */
export type PipelineSource = 'list' | 'jobs';

/** One page of pipelines, newest first. */
export interface PipelinePage {
  readonly items: readonly Listed[];
  /** Ids of all that were read, those that do not fit among them: two pages that share one lie side by side. */
  readonly ids: readonly number[];
  /** The server's own address of the next older page. */
  readonly next: string | undefined;
  /** True where every pipeline of this stretch is in it: what is known and missing was deleted. */
  readonly complete: boolean;
  /** When the oldest thing that was read was created: the list is known down to there. */
  readonly oldest: string | undefined;
}

interface Reading {
  readonly project: ProjectKey;
  readonly asks: readonly Ask[];
  readonly perPage: number;
  readonly next?: string | undefined;
}

/** Largest page (server-behavior.md#page-parameters): a pipeline has many jobs. */
const JOBS_PER_PAGE = 100;

type Read = (client: Client, reading: Reading, options?: CallOptions) => Promise<PipelinePage>;

export const PAGE_READERS: Readonly<Record<PipelineSource, Read>> = {
  list: async (client, { project, asks, perPage, next }, options) => {
    const page = await client.page(
      listPipelines,
      { id: project.project, per_page: perPage, ...asks[0] },
      { ...options, next },
    );
    return {
      items: page.items,
      ids: page.items.map(({ id }) => id),
      next: page.next,
      complete: true,
      oldest: page.items.at(-1)?.created_at ?? undefined,
    };
  },
  // Keyset goes on where it ended however many jobs come meanwhile (server-behavior.md#keyset-pagination). The rest of
  // a pipeline's jobs may be on the next page, but each of them tells its whole pipeline.
  jobs: async (client, { project, asks, next }, options) => {
    const page = await client.page(
      listProjectJobs,
      {
        id: project.project,
        pagination: 'keyset',
        order_by: 'id',
        sort: 'desc',
        per_page: JOBS_PER_PAGE,
      },
      { ...options, next },
    );
    const pipelines = pipelinesOf(page.items);
    return {
      items: pipelines.filter((pipeline) => asks.some((ask) => fitsAsk(pipeline, ask))),
      ids: pipelines.map(({ id }) => id),
      next: page.next,
      complete: false,
      oldest: page.items.at(-1)?.created_at ?? undefined,
    };
  },
};

/** True for an answer that says that there is no such list here, or not for this person: jobs are asked for then. */
export function isListMissing(error: unknown): boolean {
  return isApiError(error, 'not-found') || isApiError(error, 'forbidden');
}

/** The pipelines that jobs belong to, newest first. What a pipeline does not say itself is taken from its jobs. */
export function pipelinesOf(jobs: readonly Job[]): readonly Listed[] {
  const found = new Map<number, Listed>();
  for (const job of jobs) {
    const { pipeline } = job;
    if (pipeline === null || pipeline === undefined) continue;
    const known = found.get(pipeline.id);
    const created = pipeline.created_at ?? earlierOf(known?.created_at, job.created_at);
    found.set(pipeline.id, {
      ...pipeline,
      sha: pipeline.sha ?? job.commit?.id ?? '',
      ref: pipeline.ref ?? job.ref,
      source: job.source,
      created_at: created,
      username: job.user?.username,
      name: undefined,
      iid: undefined,
    });
  }
  return [...found.values()].sort((a, b) => b.id - a.id);
}

/** The earlier one of two times as the wire has them. */
export function earlierOf(
  one: string | null | undefined,
  other: string | null | undefined,
): string | null | undefined {
  if (one === null || one === undefined) return other;
  return other === null || other === undefined || one < other ? one : other;
}
