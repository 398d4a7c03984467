import type { CallOptions, Client } from '../../api/client';
import { listPipelineJobs, listProjectJobs } from '../../api/endpoints/jobs';
import { isApiError } from '../../api/errors';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import type { Job } from '../../schemas/job';
import { type PipelineKey, projectId, type ProjectKey } from '../shared/keys';

const MAX_PIPELINES = 5_000;
/** Largest page (server-behavior.md#page-parameters). */
const PAGE_SIZE = 100;
/** Maximum number of pipelines of a page to check. */
const MAX_CHECKED = 10;

/**
 * Finds passed pipelines with a failed job that is allowed to fail. Pipeline lists don't contain this, so the
 * project's failed jobs are read with one request per page of pipelines. They include jobs that passed when
 * they were retried, so each pipeline that is found is checked with another request.
 */
export class PipelineWarnings {
  readonly #clientFor: (base: string) => Client;
  /** Keyed by project and pipeline; null if the pipeline couldn't be checked. */
  readonly #known = new LruMap<string, boolean | null>(MAX_PIPELINES);
  readonly #changed = new Emitter<ProjectKey>();
  #generation = 0;

  /** Fires with the project in which warnings were found. */
  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
  }

  has({ pipeline, ...project }: PipelineKey): boolean {
    return this.#known.peek(`${projectId(project)} ${pipeline}`) === true;
  }

  /** Checks the passed pipelines that weren't checked. Rejects if a request fails; the next call retries. */
  async load(
    project: ProjectKey,
    pipelines: readonly { readonly id: number; readonly status: string }[],
    options?: CallOptions,
  ): Promise<void> {
    const idOf = (pipeline: number): string => `${projectId(project)} ${pipeline}`;
    const unknown = pipelines.filter(({ id, status }) => status === 'success' && !this.#known.has(idOf(id)));
    if (unknown.length === 0) return;
    const generation = this.#generation;
    const { jobs, isComplete } = await this.#failedJobs(project, options);
    if (generation !== this.#generation) return;
    const oldest = isComplete ? 0 : Math.min(...jobs.map(({ pipeline }) => pipeline?.id ?? Infinity));
    const failed = new Set(jobs.flatMap((job) => (job.allow_failure ? (job.pipeline?.id ?? []) : [])));
    const found = unknown.filter(({ id }) => failed.has(id)).slice(0, MAX_CHECKED);
    const checked = await Promise.all(
      found.map(async ({ id }) => [id, await this.#isWarned({ ...project, pipeline: id }, options)] as const),
    );
    if (generation !== this.#generation) return;
    // Pipelines with failed jobs beyond the maximum stay unknown, so that the next call checks them.
    for (const { id } of unknown) if (!failed.has(id)) this.#known.set(idOf(id), id <= oldest ? null : false);
    for (const [id, isWarned] of checked) this.#known.set(idOf(id), isWarned);
    if (checked.some(([, isWarned]) => isWarned)) this.#changed.fire(project);
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#generation++;
    this.#known.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** True if one of its failed jobs is allowed to fail. Servers omit retried jobs. */
  async #isWarned({ base, project, pipeline }: PipelineKey, options?: CallOptions): Promise<boolean> {
    const { items } = await this.#clientFor(base).page(
      listPipelineJobs,
      { id: project, pipeline_id: pipeline, scope: ['failed'], per_page: PAGE_SIZE },
      options,
    );
    return items.some(({ allow_failure: isAllowed }) => isAllowed);
  }

  async #failedJobs(
    project: ProjectKey,
    options?: CallOptions,
  ): Promise<{ readonly jobs: readonly Job[]; readonly isComplete: boolean }> {
    try {
      const { items, next } = await this.#clientFor(project.base).page(
        listProjectJobs,
        { id: project.project, scope: ['failed'], per_page: PAGE_SIZE },
        options,
      );
      return { jobs: items, isComplete: next === undefined };
    } catch (error) {
      if (isApiError(error, 'not-found') || isApiError(error, 'forbidden'))
        return { jobs: [], isComplete: false };
      throw error;
    }
  }
}
