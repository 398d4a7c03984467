import type { CallOptions, Client } from '../../api/client';
import { listJobNeeds } from '../../api/queries/job-needs';
import type { Needs } from '../../domain/pipelines/timeline';
import type { PipelineFacts } from '../../schemas/pipeline';
import type { PipelineKey } from '../shared/keys';
import { PipelineValues } from './pipeline-values';

/** Largest page, and maximum number of pages. */
const PAGE_SIZE = 100;
const MAX_PAGES = 10;
/** Maximum number of pipelines whose needs are cached. They don't change. */
const MAX_CACHED = 50;

export interface JobNeedsDeps {
  readonly clientFor: (base: string) => Client;
  /** Path of a project from an earlier response. The queries require it. */
  readonly pathOf: (key: PipelineKey) => string | undefined;
}

/** The needs of a pipeline's jobs. `isCut`: the pipeline has more jobs, whose needs are unknown. */
export interface KnownNeeds {
  readonly needs: Needs;
  readonly isCut: boolean;
}

/** The jobs that the jobs of pipelines need, by GraphQL, which not every server allows. */
export class JobNeeds {
  readonly #deps: JobNeedsDeps;
  readonly #known = new PipelineValues<KnownNeeds>(MAX_CACHED);

  constructor(deps: JobNeedsDeps) {
    this.#deps = deps;
  }

  /** Undefined until loaded, and if the server doesn't return them. */
  peek(key: PipelineKey): KnownNeeds | undefined {
    return this.#known.peek(key);
  }

  /** Loads the needs once. Rejects with an `ApiError`; the next call tries again. */
  async load(key: PipelineKey, { iid }: Pick<PipelineFacts, 'iid'>, options?: CallOptions): Promise<void> {
    const fullPath = typeof key.project === 'string' ? key.project : this.#deps.pathOf(key);
    if (fullPath === undefined || typeof iid !== 'number') return;
    await this.#known.load(key, () => this.#read(key.base, { fullPath, iid: String(iid) }, options));
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#known.clear();
  }

  async #read(
    base: string,
    pipeline: { readonly fullPath: string; readonly iid: string },
    options: CallOptions | undefined,
  ): Promise<KnownNeeds | undefined> {
    const needs = new Map<string, readonly string[]>();
    const client = this.#deps.clientFor(base);
    let after: string | undefined;
    for (let count = 0; count < MAX_PAGES; count++) {
      const args = { ...pipeline, first: PAGE_SIZE, ...(after && { after }) };
      const jobs = (await client.query(listJobNeeds, args, options)).project?.pipeline?.jobs;
      if (!jobs) return undefined;
      for (const job of jobs.nodes ?? []) {
        if (!job?.name || job.schedulingType !== 'dag') continue;
        needs.set(
          job.name,
          (job.needs?.nodes ?? []).flatMap((need) => need?.name ?? []),
        );
      }
      after = jobs.pageInfo.hasNextPage ? (jobs.pageInfo.endCursor ?? undefined) : undefined;
      if (after === undefined) return { needs, isCut: false };
    }
    return { needs, isCut: true };
  }
}
