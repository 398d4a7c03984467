import type { CallOptions, Client } from '../../api/client';
import { listProjectJobs } from '../../api/endpoints/jobs';
import { listPipelines } from '../../api/endpoints/pipelines';
import { isApiError } from '../../api/errors';
import type { Job } from '../../schemas/job';
import type { ProjectKey } from '../shared/keys';
import { type ListConditions, type ListedPipeline, matchesConditions } from './query';

/**
 * The source of a project's pipelines: the pipeline list, or the project's jobs if the server refuses the
 * list.
 */
export type PipelineSource = 'list' | 'jobs';

/** A page of pipelines, newest first. */
export interface PipelinePage {
  readonly items: readonly ListedPipeline[];
  /**
   * IDs of all pipelines that were read, including those that don't match. Pages with a common ID are
   * adjacent.
   */
  readonly ids: readonly number[];
  /** The URL of the next older page. */
  readonly next: string | undefined;
  /** True if the page contains all pipelines in its range, so that missing ones were deleted. */
  readonly complete: boolean;
  /** Creation time of the oldest item, back to which the list is complete. */
  readonly oldest: string | undefined;
}

interface Reading {
  readonly project: ProjectKey;
  readonly conditions: readonly ListConditions[];
  readonly perPage: number;
  readonly next?: string | undefined;
}

/** Largest page (server-behavior.md#page-parameters), because a pipeline has many jobs. */
const JOBS_PER_PAGE = 100;

type Read = (client: Client, reading: Reading, options?: CallOptions) => Promise<PipelinePage>;

export const PAGE_READERS: Readonly<Record<PipelineSource, Read>> = {
  list: async (client, { project, conditions, perPage, next }, options) => {
    const page = await client.page(
      listPipelines,
      { id: project.project, per_page: perPage, ...conditions[0] },
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
  // Keyset pagination isn't affected by new jobs (server-behavior.md#keyset-pagination). Other jobs of a
  // pipeline may be on the next page, but each job contains its pipeline.
  jobs: async (client, { project, conditions, next }, options) => {
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
      items: pipelines.filter((pipeline) => conditions.some((ask) => matchesConditions(pipeline, ask))),
      ids: pipelines.map(({ id }) => id),
      next: page.next,
      complete: false,
      oldest: page.items.at(-1)?.created_at ?? undefined,
    };
  },
};

/** True if the list doesn't exist or the user can't see it. Then jobs are read instead. */
export function isListMissing(error: unknown): boolean {
  return isApiError(error, 'not-found') || isApiError(error, 'forbidden');
}

/** The pipelines of jobs, newest first. Missing fields are filled from the jobs. */
export function pipelinesOf(jobs: readonly Job[]): readonly ListedPipeline[] {
  const found = new Map<number, ListedPipeline>();
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

/** The earlier of two ISO 8601 times. */
export function earlierOf(
  one: string | null | undefined,
  other: string | null | undefined,
): string | null | undefined {
  if (one === null || one === undefined) return other;
  return other === null || other === undefined || one < other ? one : other;
}
