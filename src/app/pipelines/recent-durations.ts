import type { CallOptions, Client } from '../../api/client';
import { listPipelineDurations } from '../../api/queries/pipeline-durations';
import type { PipelineDuration } from '../../domain/pipelines/usual-duration';
import type { PipelineFacts } from '../../schemas/pipeline';
import type { PipelineKey } from '../shared/keys';
import { PipelineValues } from './pipeline-values';

/** Number of earlier pipelines whose durations are read. */
const COUNT = 20;
/** Maximum number of pipelines for which they are cached. */
const MAX_CACHED = 50;

export interface RecentDurationsDeps {
  readonly clientFor: (base: string) => Client;
  /** Path of a project from an earlier response. The queries require it. */
  readonly pathOf: (key: PipelineKey) => string | undefined;
}

/** The durations of the latest passed pipelines of the same branch, by GraphQL, which not every server allows. */
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
    { iid, ref }: Pick<PipelineFacts, 'iid' | 'ref'>,
    options?: CallOptions,
  ): Promise<void> {
    const fullPath = typeof key.project === 'string' ? key.project : this.#deps.pathOf(key);
    if (fullPath === undefined || !ref) return;
    await this.#known.load(key, async () => {
      // One more, because the pipeline itself may be among them.
      const args = { fullPath, ref, first: COUNT + 1 };
      const { project } = await this.#deps.clientFor(key.base).query(listPipelineDurations, args, options);
      return project?.pipelines?.nodes
        ?.flatMap((each) =>
          typeof each?.duration !== 'number' || each.iid === String(iid)
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
