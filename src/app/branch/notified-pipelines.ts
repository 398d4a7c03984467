import type { Clock } from '../../base/clock';
import { notifiedPipelinesSchema } from '../../schemas/stored/pipelines';
import { pipelineId, type PipelineKey } from '../shared/keys';
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
  readonly #memory: KeyValueStore;
  readonly #clock: Clock;
  readonly #window: string;

  /** `window` identifies this window among the open ones. */
  constructor(memory: KeyValueStore, clock: Clock, window: string) {
    this.#memory = memory;
    this.#clock = clock;
    this.#window = window;
  }

  /**
   * True if this window must notify. `since` is when the pipeline was last seen live. Earlier notifications
   * were for an earlier end of the pipeline.
   */
  async claim(pipeline: PipelineKey, since: number): Promise<boolean> {
    const id = pipelineId(pipeline);
    const claims = this.#read();
    const known = claims.get(id);
    if (known !== undefined && known.at >= since) return false;
    claims.delete(id);
    claims.set(id, { by: this.#window, at: this.#clock.now() });
    await this.#memory.set(MEMORY_KEY, Object.fromEntries([...claims].slice(-MAX)));
    // If two windows write at the same time, the last one notifies.
    await this.#clock.wait(SPREAD_MS);
    return this.#read().get(id)?.by === this.#window;
  }

  #read(): Map<string, Claim> {
    return new Map(Object.entries(notifiedPipelinesSchema.parse(this.#memory.get(MEMORY_KEY))));
  }
}
