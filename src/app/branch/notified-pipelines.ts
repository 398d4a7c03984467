import type { Clock } from '../../base/clock';
import { notifiedPipelinesSchema } from '../../schemas/stored/pipelines';
import { pipelineId, type PipelineKey } from '../shared/keys';
import { StoredMap } from '../shared/stored-map';
import type { KeyValueStore } from '../shared/stores';

/** Stores for all windows which window notified of which pipeline, and when. */
const MEMORY_KEY = 'told-pipelines';
const MAX = 100;
/** Milliseconds after which other windows have received a written value. */
const SPREAD_MS = 300;

interface Claim {
  readonly by: string;
  readonly at: number;
}

/** Ensures that only one window notifies of the end of a pipeline. */
export class NotifiedPipelines {
  readonly #claims: StoredMap<Claim>;
  readonly #clock: Clock;
  readonly #window: string;

  /** `window` identifies this window among the open ones. */
  constructor(memory: KeyValueStore, clock: Clock, window: string) {
    const parse = (stored: unknown) => notifiedPipelinesSchema.parse(stored);
    this.#claims = new StoredMap(memory, { key: MEMORY_KEY, parse, max: MAX });
    this.#clock = clock;
    this.#window = window;
  }

  /**
   * True if this window must notify. `since` is when the pipeline was last seen live. Earlier notifications
   * were for an earlier end of the pipeline.
   */
  async claim(pipeline: PipelineKey, since: number): Promise<boolean> {
    const id = pipelineId(pipeline);
    const known = this.#claims.get(id);
    if (known !== undefined && known.at >= since) return false;
    await this.#claims.set(id, { by: this.#window, at: this.#clock.now() });
    // If two windows write at the same time, the last one notifies.
    await this.#clock.wait(SPREAD_MS);
    return this.#claims.get(id)?.by === this.#window;
  }
}
