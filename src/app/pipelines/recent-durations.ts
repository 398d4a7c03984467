import type { CallOptions, Client } from '../../api/client';
import { listPipelineDurations } from '../../api/queries/pipeline-durations';
import type { PipelineDuration } from '../../domain/pipelines/usual-duration';
import type { PipelineFacts } from '../../schemas/pipeline';
import type { PipelineKey } from '../shared/keys';
import { PipelineValues } from './pipeline-values';

/** Maximum number of earlier pipelines that are compared, and that are read, because not all have the same jobs. */
const COUNT = 20;
const MAX_READ = 50;
/** Maximum number of pipelines for which they are cached. */
const MAX_CACHED = 50;

interface Kind {
  readonly name?: string | null | undefined;
  readonly totalJobs?: number | null | undefined;
}

export interface RecentDurationsDeps {
  readonly clientFor: (base: string) => Client;
  /** Path of a project from an earlier response. The queries require it. */
  readonly pathOf: (key: PipelineKey) => string | undefined;
}

/**
 * The durations of the latest passed pipelines of the same branch and kind, by GraphQL, which not every server allows. Pipelines
 * of the same kind have the same source, name, and number of jobs: nightly pipelines take another time than those of a push.
 */
export class RecentDurations {
  readonly #deps: RecentDurationsDeps;
  readonly #known = new PipelineValues<readonly PipelineDuration[]>(MAX_CACHED);

  constructor(deps: RecentDurationsDeps) {
    this.#deps = deps;
  }

  /** Undefined until loaded, and if the server doesn't return them. */
  peek(key: PipelineKey): readonly PipelineDuration[] | undefined {
    return this.#known.peek(key);
  }

  /** Loads the durations once, without that of the pipeline itself. Rejects with an `ApiError`. */
  async load(
    key: PipelineKey,
    { iid, ref, source }: Pick<PipelineFacts, 'iid' | 'ref' | 'source'>,
    options?: CallOptions,
  ): Promise<void> {
    const fullPath = typeof key.project === 'string' ? key.project : this.#deps.pathOf(key);
    if (fullPath === undefined || !ref || typeof iid !== 'number') return;
    await this.#known.load(key, async () => {
      const args = { fullPath, iid: String(iid), ref, first: MAX_READ, ...(source ? { source } : {}) };
      const { project } = await this.#deps.clientFor(key.base).query(listPipelineDurations, args, options);
      const own = project?.pipeline;
      const isSimilar = (each: Kind): boolean =>
        (each.name ?? '') === (own?.name ?? '') && each.totalJobs === own?.totalJobs;
      return project?.pipelines?.nodes
        ?.flatMap((each) =>
          typeof each?.duration !== 'number' || each.iid === String(iid) || !isSimilar(each)
            ? []
            : [{ duration: each.duration, queued: each.queuedDuration ?? undefined }],
        )
        .slice(0, COUNT);
    });
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#known.clear();
  }
}
