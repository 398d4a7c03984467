import type { CallOptions, Client } from '../../api/client';
import { listJobNeeds } from '../../api/queries/job-needs';
import { LruMap } from '../../base/lru-map';
import type { Needs } from '../../domain/pipelines/timeline';
import type { PipelineFacts } from '../../schemas/pipeline';
import { pipelineId, type PipelineKey } from '../shared/keys';

/** Largest page, and maximum number of pages. */
const PAGE_SIZE = 100;
const MAX_PAGES = 10;
/** Maximum number of pipelines whose needs are cached. They don't change. */
const MAX_CACHED = 50;

export interface JobNeedsDeps {
  readonly clientFor: (base: string) => Client;
  /** Path of a project that was read before, which the query requires. */
  readonly pathOf: (key: PipelineKey) => string | undefined;
}

/** The jobs that the jobs of pipelines need, by GraphQL, which not every server allows. */
export class JobNeeds {
  readonly #deps: JobNeedsDeps;
  readonly #known = new LruMap<string, Needs>(MAX_CACHED);
  /** Incremented when everything is removed. Earlier responses may belong to another user. */
  #generation = 0;

  constructor(deps: JobNeedsDeps) {
    this.#deps = deps;
  }

  /** Undefined until loaded, and if the server doesn't return them. */
  peek(key: PipelineKey): Needs | undefined {
    return this.#known.peek(pipelineId(key));
  }

  /** Loads the needs once. Rejects with an `ApiError`; the next call tries again. */
  async load(key: PipelineKey, { iid }: Pick<PipelineFacts, 'iid'>, options?: CallOptions): Promise<void> {
    const fullPath = typeof key.project === 'string' ? key.project : this.#deps.pathOf(key);
    if (this.#known.has(pipelineId(key)) || fullPath === undefined || typeof iid !== 'number') return;
    const generation = this.#generation;
    const needs = new Map<string, readonly string[]>();
    const client = this.#deps.clientFor(key.base);
    for (let after: string | undefined, count = 0; count < MAX_PAGES; count++) {
      const args = { fullPath, iid: String(iid), first: PAGE_SIZE, ...(after && { after }) };
      const jobs = (await client.query(listJobNeeds, args, options)).project?.pipeline?.jobs;
      if (!jobs) return;
      for (const job of jobs.nodes ?? []) {
        if (!job?.name || job.schedulingType !== 'dag') continue;
        needs.set(
          job.name,
          (job.needs?.nodes ?? []).flatMap((need) => need?.name ?? []),
        );
      }
      after = jobs.pageInfo.endCursor ?? undefined;
      if (!jobs.pageInfo.hasNextPage || after === undefined) break;
    }
    if (generation === this.#generation) this.#known.set(pipelineId(key), needs);
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#generation++;
    this.#known.clear();
  }
}
