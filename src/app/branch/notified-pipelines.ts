import type { Clock } from '../../base/clock';
import { notifiedPipelinesSchema } from '../../schemas/stored-pipelines';
import { pipelineId, type PipelineKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Under this name it is remembered, for all windows, which window told of which pipeline and when. */
const MEMORY_KEY = 'told-pipelines';
const MAX = 100;
/** What one window writes is known in the others after less than so many milliseconds. */
const SPREAD_MS = 300;

interface Claim {
  readonly by: string;
  readonly at: number;
}

/** Lets one of several windows tell that a pipeline is over. */
export class NotifiedPipelines {
  readonly #memory: KeyValueStore;
  readonly #clock: Clock;
  readonly #window: string;

  /** `window` names this window among those that are open. */
  constructor(memory: KeyValueStore, clock: Clock, window: string) {
    this.#memory = memory;
    this.#clock = clock;
    this.#window = window;
  }

  /**
   * True where this window is the one to tell. `since` is when the pipeline was seen live last: what was told before
   * was an earlier end of it.
   */
  async claim(pipeline: PipelineKey, since: number): Promise<boolean> {
    const id = pipelineId(pipeline);
    const claims = this.#read();
    const known = claims.get(id);
    if (known !== undefined && known.at >= since) return false;
    claims.delete(id);
    claims.set(id, { by: this.#window, at: this.#clock.now() });
    await this.#memory.set(MEMORY_KEY, Object.fromEntries([...claims].slice(-MAX)));
    // Two windows may have written at the same time: the last one stands.
    await this.#clock.wait(SPREAD_MS);
    return this.#read().get(id)?.by === this.#window;
  }

  #read(): Map<string, Claim> {
    return new Map(Object.entries(notifiedPipelinesSchema.parse(this.#memory.get(MEMORY_KEY))));
  }
}
